import type { AccessTokens } from "./access-token.ts";
import { pause } from "./clock.ts";
import { abortError, type CallError, errorOfReply, timeLimitError } from "./errors.ts";
import { exchange, type Line, type Outgoing, orAbort } from "./exchange.ts";
import { type Answered, isAnswer, isFile, parseObject, type Reply } from "./reply.ts";
import { planRetry } from "./retry.ts";

export interface Connection extends Line {
	tokens: AccessTokens;
	maximumAttempts: number;
}

export interface Call {
	outgoing: Outgoing;
	idempotencyKey: string | undefined;
	/** ms for the call as a whole, pauses included. */
	timeLimitMs: number;
	signal: AbortSignal | undefined;
}

/**
 * Repeats a request where a retry is safe.
 *
 * @throws CallError when no answer comes
 */
export async function call(connection: Connection, request: Call): Promise<Answered> {
	const { clock } = connection;
	const endsAtMs = clock.now() + request.timeLimitMs;
	const limit = new AbortController();
	const callOff = clock.after(request.timeLimitMs, () => limit.abort());
	const { signal = new AbortController().signal } = request;
	try {
		return await attemptUntilAnswered(connection, request, { caller: signal, limit: limit.signal, endsAtMs });
	} finally {
		callOff();
	}
}

interface Ends {
	caller: AbortSignal;
	limit: AbortSignal;
	endsAtMs: number;
}

async function attemptUntilAnswered(connection: Connection, request: Call, ends: Ends): Promise<Answered> {
	const { clock, maximumAttempts } = connection;
	const { outgoing, idempotencyKey } = request;
	const either = AbortSignal.any([ends.caller, ends.limit]);
	const repeatable = idempotencyKey !== undefined || outgoing.method === "GET" || outgoing.method === "PUT";
	let mayHaveActed = false;
	const circumstances = () => ({ idempotencyKey, outcomeUnknown: mayHaveActed && outgoing.method !== "GET" });

	for (let attempts = 1; ; attempts++) {
		if (either.aborted) throw endedError(ends, circumstances());
		const reply = await attempt(connection, outgoing, either);
		const answered = readAnswer(reply);
		if (answered !== undefined) return answered;
		mayHaveActed ||= reply.mayHaveActed || (reply.kind === "answered" && isAnswer(reply));
		if (either.aborted) throw endedError(ends, circumstances());
		const remainingMs = ends.endsAtMs - clock.now();
		const pauseMs = planRetry({ reply, attempts, maximumAttempts, repeatable, remainingMs, chance: chance() });
		if (pauseMs === undefined) throw errorOfReply(reply, circumstances());
		await pause(clock, pauseMs, either);
	}
}

/** Repeats once with a new token after a 401: a refused token did nothing. */
async function attempt(connection: Connection, outgoing: Outgoing, signal: AbortSignal): Promise<Reply> {
	const { tokens } = connection;
	const first = await waitForToken(tokens.current(), signal);
	if (first.kind !== "token") return first;
	const reply = await exchange(connection, withToken(outgoing, first.value), signal);
	if (reply.kind !== "answered" || reply.status !== 401) return reply;
	const second = await waitForToken(tokens.renew(first.value), signal);
	return second.kind === "token" ? exchange(connection, withToken(outgoing, second.value), signal) : second;
}

/** The token request continues for other callers. */
function waitForToken<T>(token: Promise<T>, signal: AbortSignal): Promise<T | Reply> {
	return orAbort<T | Reply>(token, signal).catch(
		(cause): Reply => ({ kind: "failed", why: "connection", cause, mayHaveActed: false }),
	);
}

function withToken(outgoing: Outgoing, token: string): Outgoing {
	const headers = new Headers(outgoing.headers);
	headers.set("Authorization", `Bearer ${token}`);
	return { ...outgoing, headers };
}

function readAnswer(reply: Reply): Answered | undefined {
	if (reply.kind !== "answered" || !isAnswer(reply)) return undefined;
	const isReadable = reply.status === 204 || isFile(reply) || parseObject(reply.text) !== undefined;
	return isReadable ? reply : undefined;
}

function endedError({ caller }: Ends, circumstances: Parameters<typeof timeLimitError>[0]): CallError {
	return caller.aborted ? abortError(caller.reason, circumstances) : timeLimitError(circumstances);
}

function chance(): number {
	const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
	return drawn / 2 ** 32;
}
