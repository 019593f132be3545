import { type Reply, retryAfterSeconds } from "./reply.ts";

export interface Attempted {
	reply: Reply;
	attempts: number;
	maximumAttempts: number;
	/** Reading, replacing, or a POST under an Idempotency-Key. */
	repeatable: boolean;
	remainingMs: number;
	/** From 0 to 1, so that clients do not retry together. */
	chance: number;
}

/** Another request still runs, rate limits, server trouble. */
const passing = new Set([409, 429, 500, 502, 503, 504]);

const firstPauseMs = 250;
const longestPauseMs = 4_000;

/** `undefined` for no retry, also when the call's time would pass meanwhile. */
export function planRetry(attempted: Attempted): number | undefined {
	const { reply, attempts, maximumAttempts, repeatable, remainingMs } = attempted;
	if (attempts >= maximumAttempts || !passes(reply)) return undefined;
	if (reply.mayHaveActed && !repeatable) return undefined;
	const pauseMs = Math.max(backoffMs(attempts, attempted.chance), askedPauseMs(reply));
	return pauseMs < remainingMs ? pauseMs : undefined;
}

function passes(reply: Reply): boolean {
	if (reply.kind === "failed") return true;
	if (reply.status === 409) return reply.mayHaveActed;
	return passing.has(reply.status);
}

/** Doubles each time; half of it is random. */
function backoffMs(attempts: number, chance: number): number {
	return Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1)) * (0.5 + chance / 2);
}

function askedPauseMs(reply: Reply): number {
	return reply.kind === "answered" ? (retryAfterSeconds(reply.headers) ?? 0) * 1_000 : 0;
}
