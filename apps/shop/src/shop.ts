import { CallError, type Client } from "@cardseal/client";
import type { Orders } from "./orders/orders.store.ts";
import type { SavedCards } from "./saved-cards/saved-cards.store.ts";
import type { Webhooks } from "./webhooks/webhooks.store.ts";

/** A script with its hash for the `integrity` attribute (Subresource Integrity). */
export interface ScriptFile {
	url: string;
	integrity: string;
}

export interface Shop {
	publicUrl: string;
	publicKey: string;
	scripts: { library: ScriptFile; widget: ScriptFile };
	/** The sandbox shows mails there instead of sending them. */
	mailboxUrl: string | undefined;
	links: () => readonly { href: string; text: string }[];
	orders: Orders;
	savedCards: SavedCards;
	webhooks: Webhooks;
	client: Client;
	lock: ReturnType<typeof createKeyedLock>;
	now: () => number;
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
