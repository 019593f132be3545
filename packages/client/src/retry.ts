import { type Reply, retryAfterSeconds } from "./reply.ts";

/** What the decision whether to send a request again is made from. */
export interface Attempted {
	readonly reply: Reply;
	/** How often the request went out so far, at least 1. */
	readonly attempts: number;
	readonly maximumAttempts: number;
	/** Whether doing it twice is doing it once: reading, replacing, or a POST under an Idempotency-Key. */
	readonly repeatable: boolean;
	/** What is left of the call's time. */
	readonly remainingMs: number;
	/** From 0 to 1, so that clients that failed together do not come back together. */
	readonly chance: number;
}

/** Statuses that pass: someone else's request still runs, too many at once, or trouble on the other side. */
const passing = new Set([409, 429, 500, 502, 503, 504]);

const firstPauseMs = 250;
const longestPauseMs = 4_000;

/** ms to wait before the request is sent again; `undefined` when it is not to be, or the call's time would pass meanwhile. */
export function planRetry(attempted: Attempted): number | undefined {
	const { reply, attempts, maximumAttempts, repeatable, remainingMs } = attempted;
	if (attempts >= maximumAttempts || !passes(reply)) return undefined;
	if (reply.mayHaveActed && !repeatable) return undefined;
	const pauseMs = Math.max(backoffMs(attempts, attempted.chance), askedPauseMs(reply));
	return pauseMs < remainingMs ? pauseMs : undefined;
}

function passes(reply: Reply): boolean {
	if (reply.kind === "failed") return true;
	// Other conflicts, such as with a subscription that bills the card, do not pass by waiting.
	if (reply.status === 409) return reply.mayHaveActed;
	return passing.has(reply.status);
}

/** Twice as long each time, of which a half is left to chance. */
function backoffMs(attempts: number, chance: number): number {
	return Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1)) * (0.5 + chance / 2);
}

function askedPauseMs(reply: Reply): number {
	return reply.kind === "answered" ? (retryAfterSeconds(reply.headers) ?? 0) * 1_000 : 0;
}
