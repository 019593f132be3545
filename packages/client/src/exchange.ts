import type { Clock } from "./clock.ts";
import { leavesOpen, type Reply } from "./reply.ts";

/** The global `fetch`, or one with a proxy or a client certificate. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Line {
	fetch: Fetch;
	clock: Clock;
	attemptTimeLimitMs: number;
}

export interface Outgoing {
	url: string;
	method: string;
	headers: Headers;
	body: string | undefined;
}

/** Never throws: a failure is a reply too. */
export async function exchange(line: Line, outgoing: Outgoing, signal: AbortSignal): Promise<Reply> {
	const limit = new AbortController();
	const callOff = line.clock.after(line.attemptTimeLimitMs, () => limit.abort());
	const either = AbortSignal.any([signal, limit.signal]);
	try {
		return await orAbort(receive(line, outgoing, either), either);
	} catch (cause) {
		const why = limit.signal.aborted ? "time_limit" : "connection";
		return { kind: "failed", why, cause, mayHaveActed: !neverConnected(cause) };
	} finally {
		callOff();
	}
}

async function receive({ fetch }: Line, outgoing: Outgoing, signal: AbortSignal): Promise<Reply> {
	const { url, method, headers, body = null } = outgoing;
	// A redirect could send the tokens elsewhere. Workers do not know "error".
	const response = await fetch(url, { method, headers, body, signal, redirect: "manual" });
	const text = await response.text();
	const { status, headers: answered } = response;
	return { kind: "answered", status, headers: answered, text, mayHaveActed: leavesOpen(status, answered) };
}

export function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		if (signal.aborted) abort();
		signal.addEventListener("abort", abort);
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}

const failuresToConnect = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"UND_ERR_CONNECT_TIMEOUT",
	"ConnectionRefused",
]);

/** Without a code, the request counts as possibly received. */
function neverConnected(error: unknown): boolean {
	return [error, error instanceof Error ? error.cause : undefined].some(
		(one) => one instanceof Error && "code" in one && failuresToConnect.has(String(one.code)),
	);
}
