import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { newLookupId } from "../ids.ts";
import { Problem, type ProblemCode } from "../problem.ts";
import { problemBody } from "./problem-response.ts";

// Limits against clients that are slow or large on purpose (rules ). Times in milliseconds.
const limits = {
	headersTimeout: 10_000,
	requestTimeout: 20_000,
	keepAliveTimeout: 65_000,
	/** How often Node looks for connections beyond the two first limits. */
	connectionsCheckingInterval: 2_000,
	maxHeaderSize: 16 * 1024,
} as const;
const maximumConnections = 4_096;
const maximumUrlLength = 8 * 1024;

/** Answers a request, as Hono's `fetch` does. */
export type Fetch = Parameters<typeof getRequestListener>[0];

export interface ListenOptions {
	port: number;
	host: string | undefined;
	tls: { certificateFile: string; keyFile: string } | undefined;
	fetch: Fetch;
	log: Logger;
}

export interface Listening {
	port: number;
	/** Stops accepting, lets running requests finish, and cuts what is still there after the given time. */
	close(graceMilliseconds: number): Promise<void>;
}

/** @throws what `listen` throws, such as EADDRINUSE */
export async function listen({ port, host, tls, fetch, log }: ListenOptions): Promise<Listening> {
	const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		if ((request.url ?? "").length > maximumUrlLength) return refuse(response, "URI_TOO_LONG", "Shorten the address.");
		return answer(request, response);
	};
	const server = tls === undefined ? createServer(serverOptions(), listener) : createTlsServer(tls, listener, log);
	server.maxConnections = maximumConnections;
	server.on("clientError", answerClientError);
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		close: (graceMilliseconds) => close(server, graceMilliseconds),
	};
}

function serverOptions(): ServerOptions {
	return { ...limits, insecureHTTPParser: false, requireHostHeader: true };
}

function createTlsServer(
	{ certificateFile, keyFile }: NonNullable<ListenOptions["tls"]>,
	listener: (request: IncomingMessage, response: ServerResponse) => unknown,
	log: Logger,
): SecureServer {
	const read = () => ({
		cert: readFileSync(certificateFile),
		key: readFileSync(keyFile),
		minVersion: "TLSv1.2" as const,
	});
	const server = createSecureServer({ ...serverOptions(), ...read() }, listener);
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

async function close(server: Server | SecureServer, graceMilliseconds: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
	await closed;
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
