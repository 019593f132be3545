import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
	type ContentFault,
	type Fault,
	isCarriedOut,
	isTransportFault,
	type RequestKind,
	type TransportFault,
} from "./faults.ts";
import type { ReceivedRequest, SimulatedNetwork } from "./simulator.ts";

export interface FaultyServerOptions {
	/** The service makes content faults itself. */
	handle(request: Request, fault: ContentFault | undefined): Response | Promise<Response>;
	kindOf(request: Request, body: string): RequestKind;
	faultOf?: ((kind: RequestKind) => Fault | undefined) | undefined;
	/** Lost and late requests end after this time, in ms; by default when `endWaiting` is called. */
	waitingMs?: number | undefined;
}

export interface FaultyServer {
	url: string;
	/** The same service by TLS, with an untrusted certificate. */
	untrustedUrl: string;
	received: readonly ReceivedRequest[];
	failNext(kind: RequestKind, fault: Fault): void;
	/** Ends every `lost` and `late` so far, and resolves when the server has done with them. */
	endWaiting(): Promise<void>;
	stop(): Promise<void>;
}

const retryAfterSeconds = 2;

export async function startFaultyServer(options: FaultyServerOptions): Promise<FaultyServer> {
	const received: ReceivedRequest[] = [];
	const next = new Map<RequestKind, Fault[]>();
	const serving = new Set<Promise<void>>();
	const waits = createWaits(options.waitingMs);

	function faultFor(kind: RequestKind): Fault | undefined {
		return next.get(kind)?.shift() ?? options.faultOf?.(kind);
	}

	async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const { request, text } = await read(incoming);
		const kind = options.kindOf(request, text);
		received.push({ kind, path: incoming.url ?? "", body: text });
		const fault = faultFor(kind);
		if (fault === undefined || !isTransportFault(fault)) return send(outgoing, await options.handle(request, fault));
		if (fault === "request_late") await waits.untilEnd();
		const answer = isCarriedOut(fault) ? await options.handle(request, undefined) : undefined;
		await fail(fault, { incoming, outgoing, answer, waits });
	}

	const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		// The client may have gone away.
		const served = serve(incoming, outgoing).catch(() => void incoming.socket.destroy());
		serving.add(served);
		served.finally(() => serving.delete(served));
	};
	const plain = createServer(listener);
	const secure = createSecureServer(await makeCertificate(), listener);
	// A connection that ends while a test keeps this process busy would reset the next request.
	for (const server of [plain, secure]) server.keepAliveTimeout = 0;
	const [port, securePort] = await Promise.all([listen(plain), listen(secure)]);
	return {
		url: `http://127.0.0.1:${port}`,
		untrustedUrl: `https://127.0.0.1:${securePort}`,
		received,
		failNext: (kind, fault) => void next.set(kind, [...(next.get(kind) ?? []), fault]),
		async endWaiting() {
			// Once it is accepted, so is every earlier request.
			await connectTo(port);
			waits.end();
			await Promise.all(serving);
		},
		async stop() {
			waits.end();
			await Promise.all([close(plain), close(secure)]);
		},
	};
}

export interface SkewedClock {
	/** ms since 1970. */
	now: () => number;
	skewClock: SimulatedNetwork["skewClock"];
}

export function createSkewedClock(now: () => number = Date.now): SkewedClock {
	let aheadMs = 0;
	return {
		now: () => now() + aheadMs,
		skewClock(milliseconds) {
			aheadMs = milliseconds;
		},
	};
}

/** Starts a simulator's server, with an account of its processor. */
export async function startNetwork(
	options: FaultyServerOptions,
	own: Pick<SimulatedNetwork, "account" | "testAccount" | "skewClock">,
) {
	const { url, untrustedUrl, received, ...server } = await startFaultyServer(options);
	const network: SimulatedNetwork = { url, untrustedUrl, received, ...own };
	return { ...server, network };
}

interface Waits {
	untilEnd(): Promise<void>;
	end(): void;
}

function createWaits(waitingMs: number | undefined): Waits {
	let waiting = Promise.withResolvers<void>();
	return {
		async untilEnd() {
			const timeOver = new Promise<void>((end) => {
				if (waitingMs !== undefined) setTimeout(end, waitingMs).unref();
			});
			await Promise.race([waiting.promise, timeOver]);
		},
		end() {
			waiting.resolve();
			waiting = Promise.withResolvers();
		},
	};
}

interface Exchange {
	incoming: IncomingMessage;
	outgoing: ServerResponse;
	answer: Response | undefined;
	waits: Waits;
}

async function fail(fault: TransportFault, { incoming, outgoing, answer, waits }: Exchange): Promise<void> {
	switch (fault) {
		case "reset_before":
		case "reset_after":
			incoming.socket.resetAndDestroy();
			return;
		case "request_lost":
		case "answer_lost":
			await waits.untilEnd();
			incoming.socket.destroy();
			return;
		case "request_late":
			break;
		case "answer_late":
			await waits.untilEnd();
			break;
		case "torn":
			return tear(outgoing, await textOf(answer));
		case "error_500_before":
		case "error_500_after":
			return send(outgoing, Response.json({ error: "internal" }, { status: 500 }));
		case "html_502":
		case "html_200":
			return send(outgoing, page(fault === "html_502" ? 502 : 200));
		case "empty_200":
			return send(outgoing, new Response("", { headers: { "Content-Type": "application/json" } }));
		case "rate_limited":
			return send(outgoing, tooMany());
	}
	if (answer !== undefined) await send(outgoing, answer);
}

async function read(incoming: IncomingMessage): Promise<{ request: Request; text: string }> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk);
	const text = Buffer.concat(chunks).toString();
	const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
		typeof value === "string" ? [[name, value]] : [],
	);
	const { method = "GET", url = "/" } = incoming;
	const hasBody = method !== "GET" && method !== "HEAD";
	return { request: new Request(`http://simulator${url}`, { method, headers, ...(hasBody && { body: text }) }), text };
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
	outgoing.writeHead(response.status, Object.fromEntries(response.headers));
	outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function textOf(response: Response | undefined): Promise<string> {
	return response === undefined ? "" : response.text();
}

function tear(outgoing: ServerResponse, text: string): void {
	outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
	outgoing.write(text.slice(0, text.length / 2), () => outgoing.destroy());
}

function page(status: number): Response {
	const html = "<!doctype html><title>Bad gateway</title><p>The upstream server gave no answer.";
	return new Response(html, { status, headers: { "Content-Type": "text/html" } });
}

function tooMany(): Response {
	const headers = { "Retry-After": String(retryAfterSeconds) };
	return Response.json({ error: "too_many_requests" }, { status: 429, headers });
}

async function listen(server: Server): Promise<number> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

async function connectTo(port: number): Promise<void> {
	const socket = connect(port, "127.0.0.1");
	await once(socket, "connect");
	socket.end().resume();
	await once(socket, "close");
}

async function close(server: Server): Promise<void> {
	const closed = once(server, "close");
	server.close();
	server.closeAllConnections();
	await closed;
}

async function makeCertificate(): Promise<{ key: string; cert: string }> {
	const folder = await mkdtemp(join(tmpdir(), "cardseal-simulator-"));
	const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
	await promisify(execFile)("openssl", [
		...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
		...["-subj", "/CN=untrusted.example", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
	]);
	const pair = { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
	await rm(folder, { recursive: true });
	return pair;
}
