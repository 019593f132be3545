import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { getRequestListener, RequestError } from "@hono/node-server";
import { ConfigError } from "../config-error.ts";
import { newLookupId } from "../ids.ts";
import type { Logger } from "../log/log.ts";
import { type ConnectionLimits, connectionLimits, createConnectionSlots } from "../network/connection-slots.ts";
import { Problem } from "../problem.ts";
import type { Reason } from "../reasons.ts";
import { withinTime } from "../time-limit.ts";
import { problemBody, problemOf } from "./problem-response.ts";

/** Times in ms (rule X-12). */
const defaultPatience = {
	headersTimeout: 10_000,
	requestTimeout: 20_000,
	connectionsCheckingInterval: 2_000,
	handshakeTimeout: 10_000,
};

// Limits against oversized requests (rules ).
const keepAliveMs = 65_000;
const maximumHeaderBytes = 16 * 1024;
const refusalLogMs = 60_000;
const idleSweepMs = 50;
const maximumUrlLength = 8 * 1024;

const hostPattern = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/** A path, or an absolute URL without user and password (RFC 9110 §4.2.4). URL parsers read a backslash as a slash. */
const targetPattern = /^(?:\/|https?:\/\/(?![^/?]*@))[^?\\]*(?:\?|$)/i;

/** A base address with a slash doubles it. A proxy may restrict pages by path. */
const secondSlash = /^\/(?=\/(?:[a-z]+-service(?:-vt)?\/|oauth\/(?!authorize)))/;

/** Dot segments could bypass a proxy's rules. */
const dotSegment = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

export type Fetch = Parameters<typeof getRequestListener>[0];

export interface ListenOptions {
	port: number;
	host: string | undefined;
	tls: { certificateFile: string; keyFile: string } | undefined;
	fetch: Fetch;
	log: Logger;
	/** A proxy's connections are those of many clients. */
	isTrustedProxy: (address: string) => boolean;
	patience?: typeof defaultPatience;
	connections?: ConnectionLimits;
}

export type Listening = Awaited<ReturnType<typeof listen>>;

/** @throws the errors of `listen`, such as EADDRINUSE */
export async function listen(options: ListenOptions) {
	const { port, host, tls, log } = options;
	const answer = getRequestListener(options.fetch, { errorHandler: answerUnreadable });
	const refused = new WeakSet<Duplex>();
	const running = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
	let isDraining = false;
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		if (isDraining) response.shouldKeepAlive = false;
		request.url = request.url?.replace(secondSlash, "");
		// Pipelined bytes must not be processed (rule X-13).
		if (refused.has(request.socket)) return;
		const refusal = refusalOf(request);
		if (refusal === undefined) {
			running.set(request.socket, { request, response });
			return answer(request, response);
		}
		refused.add(request.socket);
		refuse(response, ...refusal);
	};
	const { handshakeTimeout, ...patience } = options.patience ?? defaultPatience;
	const limits: ServerOptions = {
		...patience,
		keepAliveTimeout: keepAliveMs,
		maxHeaderSize: maximumHeaderBytes,
		insecureHTTPParser: false,
		requireHostHeader: false,
	};
	const server =
		tls === undefined
			? createServer(limits, listener)
			: createTlsServer({ ...tls, handshakeTimeout }, limits, listener, log);
	limitConnections(server, options);
	server.on("clientError", (error, socket) => {
		const last = running.get(socket);
		const isRunning = last?.request.complete === true && !last.response.writableFinished;
		if (!isRunning) return answerClientError(error, socket);
		// Only the whole request's own outcome answers it: it may move money.
		refused.add(socket);
		last.response.shouldKeepAlive = false;
		last.response.once("finish", () => socket.end());
	});
	server.on("checkExpectation", (_request, response) =>
		refuse(response, "request_unreadable", "Leave out the Expect header."),
	);
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		/** Closes each connection after its answer. Resolves when none is left, or after the given time. */
		async drain(limitMs: number): Promise<void> {
			isDraining = true;
			// Not HTTP's own: a client may be sending its next request on an idle connection.
			await withinTime(
				limitMs,
				new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve())),
			);
		},
		close: (graceMs: number) => close(server, graceMs),
	};
}

/** Closes connections before their TLS handshake. */
function limitConnections(
	server: Server | SecureServer,
	{ connections = connectionLimits, isTrustedProxy, log }: ListenOptions,
): void {
	const slots = createConnectionSlots(connections);
	let refused = 0;
	const report = setInterval(() => {
		if (refused > 0) log.warn({ connections: refused }, "refused connections of networks that have too many");
		refused = 0;
	}, refusalLogMs).unref();
	server.on("close", () => clearInterval(report));
	server.on("connection", (socket: Socket) => {
		const address = socket.remoteAddress ?? "";
		const free = slots.take(address, { isProxy: isTrustedProxy(address) });
		if (free !== undefined) return socket.once("close", free);
		refused += 1;
		return socket.destroy();
	});
}

function createTlsServer(
	{ certificateFile, keyFile, handshakeTimeout }: NonNullable<ListenOptions["tls"]> & { handshakeTimeout: number },
	limits: ServerOptions,
	listener: (request: IncomingMessage, response: ServerResponse) => unknown,
	log: Logger,
): SecureServer {
	const read = () => ({
		cert: readFileSync(certificateFile),
		key: readFileSync(keyFile),
		minVersion: "TLSv1.2" as const,
	});
	const server = createSecureServer({ ...limits, ...readAtStart(read), handshakeTimeout }, listener);
	// An answer without a handshake would keep the socket.
	server.prependListener("tlsClientError", (_error, socket) => socket.destroy());
	const reload = () => {
		try {
			server.setSecureContext(read());
			log.info("reloaded the TLS certificate");
		} catch (error) {
			// A half-written file is read again at its next change.
			log.error({ err: error }, "the TLS certificate cannot be used; keeping the previous one");
		}
	};
	// Polls: inode watchers miss renamed links.
	for (const file of [certificateFile, keyFile]) watchFile(file, { interval: 5_000, persistent: false }, reload);
	server.on("close", () => {
		for (const file of [certificateFile, keyFile]) unwatchFile(file, reload);
	});
	return server;
}

function readAtStart<Context extends SecureContextOptions>(read: () => Context): Context {
	try {
		const context = read();
		createSecureContext(context);
		return context;
	} catch (cause) {
		const { message } = cause as Error;
		throw new ConfigError(`TLS_CERT_FILE and TLS_KEY_FILE must be a certificate and its key in PEM: ${message}`, {
			cause,
		});
	}
}

async function close(server: Server | SecureServer, graceMs: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
	const timer = setTimeout(() => server.closeAllConnections(), graceMs);
	await closed;
	clearInterval(sweep);
	clearTimeout(timer);
}

const clientErrors: Record<string, [Reason, string]> = {
	HPE_HEADER_OVERFLOW: ["headers_too_large", "The headers are too large: send at most 16 KB."],
	ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request took too long to arrive. Send it again."],
};

function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (error.code === "ECONNRESET" || !socket.writable) {
		socket.destroy();
		return;
	}
	const [reason, message] = clientErrors[error.code ?? ""] ?? ["request_unreadable", "The request is not valid HTTP."];
	const { status, code, body, headers } = plainAnswer(reason, message);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${status} ${code}\r\n${lines.join("")}\r\n${body}`);
}

function refusalOf({ url = "", headersDistinct }: IncomingMessage): [Reason, string] | undefined {
	const [host = "", ...others] = headersDistinct.host ?? [];
	if (!hostPattern.test(host) || others.length > 0)
		return ["request_unreadable", "Send one Host header with a host name."];
	if (!targetPattern.test(url)) return ["request_unreadable", "The address of this request cannot be read."];
	if (url.length > maximumUrlLength) return ["address_too_long", "Shorten the address."];
	if (dotSegment.test(url)) return ["route_not_found", "There is nothing at this address. See /docs."];
	return undefined;
}

function answerUnreadable(error: unknown): Response {
	const { status, body, headers } =
		error instanceof RequestError
			? plainAnswer("request_unreadable", "The address or the Host header of this request cannot be read.")
			: plainAnswer("internal", problemOf(undefined).message);
	return new Response(body, { status, headers });
}

function refuse(response: ServerResponse, reason: Reason, message: string): void {
	const { status, body, headers } = plainAnswer(reason, message);
	response.writeHead(status, headers).end(body);
}

function plainAnswer(reason: Reason, message: string) {
	const requestId = newLookupId();
	const problem = new Problem(reason, message);
	const body = JSON.stringify(problemBody(problem, { requestId, publicUrl: "" }));
	const headers = {
		"Content-Type": "application/json",
		"Content-Length": String(Buffer.byteLength(body)),
		"Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff",
		"X-Request-Id": requestId,
		Connection: "close",
	};
	return { status: problem.status, code: problem.code, body, headers };
}
