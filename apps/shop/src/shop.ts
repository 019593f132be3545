import { CallError, type Client } from "@cardseal/client";
import type { Assets, ScriptFile } from "./assets.ts";
import type { Orders } from "./orders/orders.store.ts";
import type { SavedCards } from "./saved-cards/saved-cards.store.ts";
import type { FooterLink } from "./ui.ts";
import type { Webhooks } from "./webhooks/webhooks.store.ts";

export interface Shop {
	publicUrl: string;
	publicKey: string;
	scripts: { library: ScriptFile; widget: ScriptFile };
	/** The sandbox shows mails there instead of sending them. */
	mailboxUrl: string | undefined;
	assets: Assets;
	links: () => readonly FooterLink[];
	orders: Orders;
	savedCards: SavedCards;
	webhooks: Webhooks;
	client: Client;
	lock: KeyedLock;
	now: () => number;
	/** The sandbox's time, in ms since 1970, which may have been moved. */
	sandboxNow: (() => number) | undefined;
	log: Log;
}

/** Names orders and outcomes: never a person, a card, a token or a secret. */
export type Log = (level: "info" | "error", message: string) => void;

/** A page or payment continues without the customer service then. */
export const customerTimeLimitMs = 4_000;

/** Returns the gateway's refusal; throws any other error. */
export function asCallError(error: unknown): CallError {
	if (error instanceof CallError) return error;
	throw error;
}

export type KeyedLock = ReturnType<typeof createKeyedLock>;

export function createKeyedLock() {
	const last = new Map<string, Promise<unknown>>();
	return {
		isHeld: (key: string) => last.has(key),
		run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
			const result: Promise<Result> = Promise.resolve(last.get(key))
				.catch(() => undefined)
				.then(work)
				.finally(() => {
					if (last.get(key) === result) last.delete(key);
				});
			last.set(key, result);
			return result;
		},
		async idle() {
			while (last.size > 0) await Promise.allSettled(last.values());
		},
	};
}
