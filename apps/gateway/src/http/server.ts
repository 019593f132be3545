import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { newLookupId } from "../ids.ts";
import { Problem, type ProblemCode } from "../problem.ts";
import { problemBody } from "./problem-response.ts";

/** How long a client may take, in milliseconds (rule X-12). */
export interface PatienceLimits {
	headersTimeout: number;
	requestTimeout: number;
	/** How often Node looks for connections beyond the two first limits. */
	connectionsCheckingInterval: number;
}

const defaultPatience: PatienceLimits = {
	headersTimeout: 10_000,
	requestTimeout: 20_000,
	connectionsCheckingInterval: 2_000,
};

// Limits against clients that are large on purpose (rules ).
const keepAliveMs = 65_000;
const maximumHeaderBytes = 16 * 1024;
const maximumConnections = 4_096;
/** How soon a connection is closed after its last answer once we stop. */
const idleSweepMs = 50;
const maximumUrlLength = 8 * 1024;

const hostPattern = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/** A path, or a whole URL as proxies send them; parsing would take a backslash in it for a slash. */
const targetPattern = /^(?:\/|https?:\/\/)[^?\\]*(?:\?|$)/i;

/** Segments that the parsing of URLs resolves: a path that hides where it leads could get past a proxy's rules. */
const dotSegment = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/** Answers a request, as Hono's `fetch` does. */
export type Fetch = Parameters<typeof getRequestListener>[0];

export interface ListenOptions {
	port: number;
	host: string | undefined;
	tls: { certificateFile: string; keyFile: string } | undefined;
	fetch: Fetch;
	log: Logger;
	/** Shorter in tests. */
	patience?: PatienceLimits;
}

export interface Listening {
	port: number;
	/** Stops accepting, lets running requests finish, and cuts what is still there after the given time. */
	close(graceMs: number): Promise<void>;
}

/** @throws what `listen` throws, such as EADDRINUSE */
export async function listen(options: ListenOptions): Promise<Listening> {
	const { port, host, tls, log } = options;
	const answer = getRequestListener(options.fetch, { errorHandler: answerUnreadable });
	const refused = new WeakSet<Socket>();
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		// What came right behind a refused request was read with it, and must not be heard (rule X-13).
		if (refused.has(request.socket)) return;
		const refusal = refusalOf(request);
		if (refusal === undefined) return answer(request, response);
		refused.add(request.socket);
		refuse(response, ...refusal);
	};
	const limits = serverOptions(options.patience ?? defaultPatience);
	const server = tls === undefined ? createServer(limits, listener) : createTlsServer(tls, limits, listener, log);
	server.maxConnections = maximumConnections;
	server.on("clientError", answerClientError);
	server.on("checkExpectation", (_request, response) =>
		refuse(response, "BAD_REQUEST", "Leave out the Expect header."),
	);
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		close: (graceMs) => close(server, graceMs),
	};
}

function serverOptions(patience: PatienceLimits): ServerOptions {
	return {
		...patience,
		keepAliveTimeout: keepAliveMs,
		maxHeaderSize: maximumHeaderBytes,
		insecureHTTPParser: false,
		// `refusalOf` does it, with our answer.
		requireHostHeader: false,
	};
}

function createTlsServer(
	{ certificateFile, keyFile }: NonNullable<ListenOptions["tls"]>,
	limits: ServerOptions,
	listener: (request: IncomingMessage, response: ServerResponse) => unknown,
	log: Logger,
): SecureServer {
	const read = () => ({
		cert: readFileSync(certificateFile),
		key: readFileSync(keyFile),
		minVersion: "TLSv1.2" as const,
	});
	const server = createSecureServer({ ...limits, ...read() }, listener);
	const reload = () => {
		try {
			server.setSecureContext(read());
			log.info("reloaded the TLS certificate");
		} catch (error) {
			// Half-written files are read again at their next change; until then the old certificate serves.
			log.error({ err: error }, "the TLS certificate cannot be used; keeping the one from before");
		}
	};
	// By polling, since certificate tools replace files by renaming links, which watchers of inodes do not see.
	for (const file of [certificateFile, keyFile]) watchFile(file, { interval: 5_000, persistent: false }, reload);
	server.on("close", () => {
		for (const file of [certificateFile, keyFile]) unwatchFile(file, reload);
	});
	return server;
}

async function close(server: Server | SecureServer, graceMs: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	// Again and again: a connection is idle as soon as its last request is answered, and its client would keep it for long.
	const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
	const timer = setTimeout(() => server.closeAllConnections(), graceMs);
	await closed;
	clearInterval(sweep);
	clearTimeout(timer);
}

const clientErrors: Record<string, [ProblemCode, string]> = {
	HPE_HEADER_OVERFLOW: ["HEADERS_TOO_LARGE", "The headers are too large: send at most 16 KB."],
	ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "The request took too long to arrive. Send it again."],
};

/** What Node's parser refuses never reaches the application; it gets the same shape of answer and a closed connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (error.code === "ECONNRESET" || !socket.writable) {
		socket.destroy();
		return;
	}
	const [code, message] = clientErrors[error.code ?? ""] ?? ["BAD_REQUEST", "The request is not valid HTTP."];
	const { status, body, headers } = plainAnswer(code, message);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${status} ${code}\r\n${lines.join("")}\r\n${body}`);
}

/** Why a request is not let through to the application at all. */
function refusalOf({ url = "", headersDistinct }: IncomingMessage): [ProblemCode, string] | undefined {
	const [host = "", ...others] = headersDistinct.host ?? [];
	if (!hostPattern.test(host) || others.length > 0) return ["BAD_REQUEST", "Send one Host header with a name in it."];
	if (!targetPattern.test(url)) return ["BAD_REQUEST", "The address of this request cannot be read."];
	if (url.length > maximumUrlLength) return ["URI_TOO_LONG", "Shorten the address."];
	if (dotSegment.test(url)) return ["NOT_FOUND", "There is nothing at this address. See /docs."];
	return undefined;
}

/** Answers requests that make no URL for all our checks, and what the application itself could not answer. */
function answerUnreadable(error: unknown): Response {
	const { status, body, headers } =
		error instanceof RequestError
			? plainAnswer("BAD_REQUEST", "The address or the Host header of this request cannot be read.")
			: plainAnswer(
					"INTERNAL",
					"Something went wrong on our side. Try again, and quote the request id if it persists.",
				);
	return new Response(body, { status, headers });
}

function refuse(response: ServerResponse, code: ProblemCode, message: string): void {
	const { status, body, headers } = plainAnswer(code, message);
	response.writeHead(status, headers).end(body);
}

function plainAnswer(code: ProblemCode, message: string) {
	const requestId = newLookupId();
	const problem = new Problem(code, message);
	const body = JSON.stringify(problemBody(problem, requestId));
	const headers = {
		"Content-Type": "application/json",
		"Content-Length": String(Buffer.byteLength(body)),
		"Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff",
		"X-Request-Id": requestId,
		Connection: "close",
	};
	return { status: problem.status, body, headers };
}
