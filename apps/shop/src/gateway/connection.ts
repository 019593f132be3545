import type { AccessTokens } from "./access-token.ts";

/** How the shop reaches the gateway: where, as whom, and when to give up. */
export interface Connection {
	/** Root of the gateway's services, without a slash at the end. */
	readonly baseUrl: string;
	readonly tokens: AccessTokens;
	/** How long one request may take, from connecting to the last byte of the answer. */
	readonly timeLimitMs: number;
	/** Pauses before each try of a request that may be repeated; their number is the number of tries. */
	readonly triesAfterMs: readonly number[];
}

/** What became of one request. */
export type Reply =
	| { kind: "answered"; status: number; body: unknown }
	/** It may have arrived: the connection broke, or the time limit passed. */
	| { kind: "broken" }
	/** It certainly did not arrive: no connection, or no access token to send it with. */
	| { kind: "not_sent" };

/** A request to one of the gateway's services. */
export interface GatewayRequest {
	readonly method: "GET" | "POST";
	/** Path and query, from the slash on. */
	readonly path: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: unknown;
}

/**
 * Sends a request with a bearer token, and once more with a fresh token when the gateway answers 401: a request refused for its
 * token has done nothing. Never throws for what the network or the gateway does.
 */
export async function send(connection: Connection, request: GatewayRequest): Promise<Reply> {
	const token = await connection.tokens.current();
	if (token === undefined) return { kind: "not_sent" };
	const reply = await sendWith(connection, request, token);
	if (reply.kind !== "answered" || reply.status !== 401) return reply;
	const renewed = await connection.tokens.renew(token);
	return renewed === undefined ? { kind: "not_sent" } : sendWith(connection, request, renewed);
}

async function sendWith(connection: Connection, request: GatewayRequest, token: string): Promise<Reply> {
	const { method, path, headers, body } = request;
	try {
		const response = await fetch(connection.baseUrl + path, {
			method,
			headers: { ...headers, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
			body: body === undefined ? null : JSON.stringify(body),
			signal: AbortSignal.timeout(connection.timeLimitMs),
			redirect: "error",
		});
		const text = await response.text();
		return { kind: "answered", status: response.status, body: parseJson(text) };
	} catch (error) {
		return { kind: neverConnected(error) ? "not_sent" : "broken" };
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Failures that come before the first byte has left: looking up the name, and opening the connection. */
const failuresToConnect = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"UND_ERR_CONNECT_TIMEOUT",
]);

function neverConnected(error: unknown): boolean {
	return error instanceof Error && failuresToConnect.has(systemCode(error.cause));
}

function systemCode(cause: unknown): string {
	return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
