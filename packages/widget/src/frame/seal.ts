import type { CardFields } from "@cardseal/card";
import { type PreparedKey, prepare } from "@cardseal/encrypt";
import type { FailureCause } from "../wire/messages.ts";
import type { PageData } from "../wire/page-data.ts";
import { type Session, startSession } from "./session.ts";

export interface Sealer {
	/** The gateway's clock, ms since 1970. */
	now(): number;
	/** Fetches the first session. Returns a reason for failure. */
	open(): Promise<FailureCause | undefined>;
	prepare(): void;
	seal(card: CardFields): Promise<{ token: string } | { cause: FailureCause }>;
}

export function createSealer(page: PageData): Sealer {
	let next: Promise<Session | FailureCause> | undefined;
	let clock: () => number = Date.now;
	let prepared: PreparedKey | undefined;

	/** Does not cache failures. */
	function getAhead(): Promise<Session | FailureCause> {
		const starting = startSession(page).then((session) => {
			if (typeof session !== "string") clock = session.now;
			else if (next === starting) next = undefined;
			return session;
		});
		next = starting;
		return starting;
	}

	async function takeSession(): Promise<Session | FailureCause> {
		const taken = next ?? startSession(page);
		next = undefined;
		const session = await taken;
		return typeof session !== "string" && session.isOld() ? startSession(page) : session;
	}

	function getReady(): PreparedKey {
		prepared ??= prepare(page.publicKey);
		return prepared;
	}

	return {
		now: () => clock(),
		async open() {
			const session = await getAhead();
			return typeof session === "string" ? session : undefined;
		},
		prepare: () => void getReady(),
		async seal(card) {
			const session = await takeSession();
			if (typeof session === "string") return { cause: session };
			const token = await getReady().encryptCard(card, { now: session.now(), sessionId: session.id });
			prepared = undefined;
			return { token };
		},
	};
}
