import type { CardFields } from "@cardseal/card";
import { type PreparedKey, prepare } from "@cardseal/encrypt";
import type { FailureCause } from "../wire/messages.ts";
import type { PageData } from "../wire/page-data.ts";
import { type Session, startSession } from "./session.ts";

export interface Sealer {
	/** ms since 1970 by the gateway's clock, once it is known. */
	now(): number;
	/** Fetches the first session ahead of time. Returns a reason for failure. */
	open(): Promise<FailureCause | undefined>;
	prepare(): void;
	seal(card: CardFields): Promise<{ token: string } | { cause: FailureCause }>;
}

export function createSealer(page: PageData): Sealer {
	let next: Promise<Session | FailureCause> | undefined;
	let clock: () => number = Date.now;
	let prepared: PreparedKey | undefined;

	/** Does not cache failures: the next token tries again. */
	function getAhead(): Promise<Session | FailureCause> {
		const starting = startSession(page).then((session) => {
			if (typeof session !== "string") clock = session.now;
			else if (next === starting) next = undefined;
			return session;
		});
		next = starting;
		return starting;
	}

	/** Two simultaneous tokens never share a session. */
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
