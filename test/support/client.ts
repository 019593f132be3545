import { once } from "node:events";
import { connect } from "node:net";
import { encryptCard } from "@cardseal/encrypt";
import { expect } from "vitest";
import type { Account } from "./gateway.ts";

export type JsonObject = Record<string, unknown>;

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	/** The body when it is a JSON object, otherwise empty. */
	body: JsonObject;
}

/** Sends one request and reads all of the answer. Redirects are not followed. */
export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
	const response = await fetch(url, { redirect: "manual", ...init });
	return answerOf(response.status, response.headers, await response.text());
}

function answerOf(status: number, headers: Headers, text: string): Answer {
	const isJson = headers.get("Content-Type")?.startsWith("application/json") === true && text !== "";
	return { status, headers, text, body: isJson ? (JSON.parse(text) as JsonObject) : {} };
}

/** Asks for a token with client id and secret in the form. Undefined parameters are left out. */
export function requestToken(
	url: string,
	parameters: Record<string, string | undefined>,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
	return send(`${url}/oauth/token`, { method: "POST", body: new URLSearchParams(given), headers });
}

/** A merchant's server: every request carries its token. */
export interface Client {
	token: string;
	get(path: string, headers?: Record<string, string>): Promise<Answer>;
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
	send(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Answer>;
}

/** A client with a token it already has. */
export function clientWithToken(url: string, token: string): Client {
	const withToken: Client["send"] = (path, init) =>
		send(`${url}${path}`, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } });
	return {
		token,
		send: withToken,
		get: (path, headers = {}) => withToken(path, { headers }),
		post: (path, body, headers = {}) =>
			withToken(path, {
				method: "POST",
				body: JSON.stringify(body),
				headers: { "Content-Type": "application/json", ...headers },
			}),
	};
}

/** Signs a merchant in, with all of its scopes or the given ones. */
export async function signIn(url: string, account: Account, scope?: string): Promise<Client> {
	const { client_id, client_secret } = account;
	const answer = await requestToken(url, { grant_type: "client_credentials", client_id, client_secret, scope });
	expect(answer.status, answer.text).toBe(200);
	return clientWithToken(url, String(answer.body.access_token));
}

export const salePath = "/transaction-service/sale";
export const authorizePath = "/transaction-service/authorize";

/** The Visa that the sandbox decides about by amount, as card fields on the wire. */
export const goodCard = {
	card_number: "4111111111111111",
	card_expiry_month: "08",
	card_expiry_year: "31",
	cvv2: "123",
};

/** The same card with another number. */
export function cardWith(number: string, cvv2 = "123"): typeof goodCard {
	return { ...goodCard, card_number: number, cvv2 };
}

/**
 * Encrypts a card as a merchant's page does, or as the card form does when there is a session. `now` is the browser's
 * clock, ms since 1970.
 */
export function cardToken(publicKey: string, card = goodCard, now?: number, sessionId?: string): Promise<string> {
	const fields = {
		number: card.card_number,
		month: card.card_expiry_month,
		year: card.card_expiry_year,
		securityCode: card.cvv2,
	};
	return encryptCard(publicKey, fields, { now, sessionId });
}

/** Words that only our own insides would use (rule X-23). */
const insideWords =
	/\bat [^ ]+ \(|\.ts\b|\.js\b|node_modules|node:|\bselect\b .*\bfrom\b|\binsert into\b|\brelation\b|postgres|kysely|\bzod\b|Error:|\bundefined\b|\/tmp\//i;

/** Checks that an answer is a refusal in the one shape every refusal has. */
export function expectProblem(answer: Answer, status: number, code: string): void {
	expect({ status: answer.status, code: answer.body.code }, answer.text).toEqual({ status, code });
	expect(answer.headers.get("Content-Type")).toMatch(/^application\/json\b/);
	expect(answer.headers.get("Cache-Control")).toBe("no-store");
	const { message, errors, error, error_description, ...rest } = answer.body;
	expect(rest).toEqual({ status, code, request_id: answer.headers.get("X-Request-Id") });
	expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9A-Za-z]{20}$/);
	expect(message).toMatch(/^[A-Za-z].{8,}[.…]$/);
	if (errors !== undefined) {
		expect(errors).toEqual([expect.anything(), ...(errors as unknown[]).slice(1)]);
		for (const one of errors as unknown[])
			expect(one).toEqual({ field: expect.any(String), message: expect.any(String) });
	}
	expect(typeof error).toBe(typeof error_description);
	expect(answer.text).not.toMatch(insideWords);
}

/** What the server sent on one connection until it was closed. */
export interface RawAnswer {
	text: string;
	/** The answers in it, in their order. */
	answers: Answer[];
	/** How long the connection lived, in ms. */
	milliseconds: number;
}

/** An open connection on which a test writes bytes of its own. */
export interface RawConnection {
	write(text: string): void;
	/** Resolves when the server has closed the connection. */
	closed: Promise<RawAnswer>;
	/** Resolves to everything received, as soon as it matches. */
	received(pattern: RegExp): Promise<string>;
	destroy(): void;
}

/** Opens a TCP connection to a gateway on this machine. */
export async function openConnection(port: number): Promise<RawConnection> {
	const startedAt = performance.now();
	const socket = connect(port, "127.0.0.1");
	let text = "";
	socket.setEncoding("utf8").on("data", (part) => {
		text += part;
	});
	// A reset is one way to be cut off; what was received until then is what counts.
	socket.on("error", () => undefined);
	const closed = once(socket, "close").then(() => ({
		text,
		answers: parseAnswers(text),
		milliseconds: performance.now() - startedAt,
	}));
	await once(socket, "connect");
	return {
		write: (part) => void socket.write(part),
		closed,
		async received(pattern) {
			while (!pattern.test(text)) await Promise.race([once(socket, "data"), closed.then(refuseEnd)]);
			return text;
		},
		destroy: () => void socket.destroy(),
	};
}

function refuseEnd(): never {
	throw new Error("The server closed the connection before it sent what was expected.");
}

/** Sends bytes exactly as they are and returns what came back until the server closed the connection. */
export async function sendRaw(port: number, request: string): Promise<RawAnswer> {
	const connection = await openConnection(port);
	connection.write(request);
	return connection.closed;
}

/** Takes apart what a connection received: answers with a Content-Length or chunks, one after another. */
function parseAnswers(text: string): Answer[] {
	const [, status, head = "", rest = ""] = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n((?:[^\r]+\r\n)*)\r\n(.*)$/s.exec(text) ?? [];
	if (status === undefined) return [];
	const headers = new Headers(
		head
			.split("\r\n")
			.filter((line) => line !== "")
			.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
	);
	const [body, others] =
		headers.get("Transfer-Encoding") === "chunked" ? splitChunks(rest) : splitLength(rest, headers);
	return [answerOf(Number(status), headers, body), ...parseAnswers(others)];
}

function splitLength(rest: string, headers: Headers): [body: string, others: string] {
	const length = Number(headers.get("Content-Length") ?? 0);
	const bytes = Buffer.from(rest);
	return [bytes.toString("utf8", 0, length), bytes.toString("utf8", length)];
}

function splitChunks(rest: string): [body: string, others: string] {
	let body = "";
	let bytes = Buffer.from(rest);
	for (;;) {
		const lineEnd = bytes.indexOf("\r\n");
		const length = Number.parseInt(bytes.toString("latin1", 0, lineEnd), 16);
		const end = lineEnd + 2 + length;
		body += bytes.toString("utf8", lineEnd + 2, end);
		bytes = bytes.subarray(end + 2);
		if (length === 0) return [body, bytes.toString("utf8")];
	}
}
