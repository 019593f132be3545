import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { registeredRoutes, webApiDocument } from "../../fixtures/api/routes.ts";
import { cardToken, type JsonObject, requestToken, send } from "../../fixtures/client.ts";
import type { TestGateway } from "../../fixtures/gateway.ts";
import { signInStaff } from "../../fixtures/staff/staff-browser.ts";
import { type Random, randomFrom } from "../random.ts";
import { watchLoop } from "./held-loop.ts";
import { type Exchange, faultOf } from "./judge.ts";
import { type Caller, type FuzzRequest, type FuzzRoute, pageRoute, rawBytes, requestOf, routesIn } from "./requests.ts";
import { hardText, SeenValues, type Values } from "./values.ts";

/** Requests in flight at once, far below the gateway's own limit. */
const atOnce = 16;

/** An answer that takes longer counts as a hang. No request waits for more than the processor's time limit. */
const hangMs = 30_000;

/** The longest time for which a request may hold the event loop. */
const longestHoldMs = 50;

const rawShare = 0.04;

/** Faults shown at most: the first ones tell what is wrong. */
const shownFaults = 20;

export interface FuzzRun {
	/** The number of answers by status; `closed` for raw connections that ended without one. */
	answers: Record<string, number>;
	/** The routes that answered a request with success. */
	reached: number;
	routes: number;
	/** Requests in flight when the loop was held for long. Each was repeated alone. */
	repeated: number;
	faults: string[];
}

/** Its move of the clock makes years of payments due. */
const isLeftOut = ({ method, path }: FuzzRoute) => method === "POST" && path === "/sandbox/clock";

/** Sends random requests to every route of a gateway that trusts this machine as a proxy. */
export async function fuzz(gateway: TestGateway, options: { requests: number; seed: number }): Promise<FuzzRun> {
	const callers = createCallers(gateway);
	const surfaces = await surfacesOf(gateway);
	const routes = surfaces.flatMap(({ routes: some, document }) => some.map((route) => ({ route, document })));
	const seen = new SeenValues([gateway.demo.client_id, gateway.demo.merchant_id, gateway.demo.email]);
	const tokens = await Promise.all(Array.from({ length: 50 }, () => cardToken(gateway.demo.public_key)));
	const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
	const run: FuzzRun = { answers: {}, reached: 0, routes: routes.length, repeated: 0, faults: [] };
	const reached = new Set<string>();
	const inFlight = new Map<number, () => Promise<Exchange>>();
	const suspects = new Map<number, () => Promise<Exchange>>();
	const loop = watchLoop();
	let next = 0;

	async function playOne(number: number): Promise<void> {
		const random = randomFrom(options.seed * 1_000_003 + number);
		const { route, document } = random.pick(routes as [(typeof routes)[0], ...typeof routes]);
		const values: Values = { random, seen, document, special: { token: () => random.pick(tokens as [string]) } };
		const wanted = requestOf(values, route);
		const isRaw = random.chance(rawShare);
		const ask = async () => {
			const headers = { ...wanted.headers, ...(await callers.headersOf(wanted.caller, random)) };
			const asked = { ...wanted, headers: { ...headers, "X-Forwarded-For": addressOf(random) } };
			return isRaw ? sendBytes(gateway.port, rawBytes(asked, random)) : exchangeOf(gateway.url, asked, agent);
		};
		inFlight.set(number, ask);
		const exchange = await ask();
		if (loop.longestMs() > longestHoldMs) for (const [held, again] of inFlight) suspects.set(held, again);
		inFlight.delete(number);
		callers.observe(wanted.caller, exchange);
		count(run, exchange);
		report(number, faultOf(exchange), exchange);
		if (exchange.status >= 200 && exchange.status < 300) {
			reached.add(`${route.method} ${route.path}`);
			if (exchange.contentType.startsWith("application/json")) seen.add(JSON.parse(exchange.text));
		}
	}

	function report(number: number, fault: string | undefined, exchange: Exchange): void {
		if (fault !== undefined && run.faults.length < shownFaults) run.faults.push(describeFault(number, fault, exchange));
	}

	/** Repeats a request alone, to see whether it was the one that held the loop. A collection of garbage may come once. */
	async function judgeHold(number: number, ask: () => Promise<Exchange>): Promise<void> {
		for (let attempt = 1; attempt <= 4; attempt++) {
			loop.longestMs();
			const exchange = await ask();
			const heldMs = loop.longestMs();
			if (heldMs <= longestHoldMs) return;
			if (attempt === 4) report(number, `the event loop held for ${Math.round(heldMs)} ms`, exchange);
		}
	}

	async function play(): Promise<void> {
		while (next < options.requests) await playOne(next++);
	}

	try {
		await Promise.all(Array.from({ length: atOnce }, play));
		for (const [number, ask] of suspects) await judgeHold(number, ask);
	} finally {
		loop.stop();
		agent.destroy();
	}
	return { ...run, reached: reached.size, repeated: suspects.size };
}

async function surfacesOf({ url }: TestGateway): Promise<{ document: JsonObject; routes: FuzzRoute[] }[]> {
	const documents = await Promise.all(
		["/openapi.json", webApiDocument].map(async (path) => (await send(url + path)).body),
	);
	const described = documents.map((document) => ({ document, routes: routesIn(document) }));
	const known = new Set(described.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`)));
	const pages = registeredRoutes()
		.filter((route) => !known.has(route))
		.map(pageRoute);
	return [...described, { document: {}, routes: pages }].map(({ document, routes }) => ({
		document,
		routes: routes.filter((route) => !isLeftOut(route)),
	}));
}

/** Returns a new client address for most requests, so that the limits by address end no run. */
function addressOf(random: Random): string {
	return `203.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
}

/** The headers of each caller. A token or a session that a request ended is replaced. */
function createCallers(gateway: TestGateway) {
	const current = new Map<Caller, Promise<Record<string, string>>>();
	let addresses = 0;

	const makers: Record<Caller, (random: Random) => Promise<Record<string, string>>> = {
		nobody: async () => ({}),
		stranger: async (random) => ({ Authorization: strangeAuthorization(random) }),
		async token() {
			const { client_id, client_secret } = gateway.demo;
			const { body } = await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });
			return { Authorization: `Bearer ${body.access_token}` };
		},
		async session() {
			addresses++;
			const browser = await signInStaff(gateway.url, gateway.demo, `198.18.${addresses >> 8}.${addresses & 255}`);
			const { body } = await browser.api("GET", "session");
			const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
			return { Cookie: cookie, "X-CSRF-Token": String(body.csrf_token) };
		},
	};

	return {
		headersOf(caller: Caller, random: Random): Promise<Record<string, string>> {
			if (caller === "nobody" || caller === "stranger") return makers[caller](random);
			const headers = current.get(caller) ?? makers[caller](random);
			current.set(caller, headers);
			return headers;
		},
		observe(caller: Caller, { status }: Exchange): void {
			if (status === 401) current.delete(caller);
		},
	};
}

function strangeAuthorization(random: Random): string {
	const credentials = Buffer.from(`${hardText(random)}:${hardText(random)}`).toString("base64");
	return random.pick([
		`Basic ${credentials}`,
		"Basic /wD/OgA=",
		"Bearer",
		`Bearer ${credentials}`,
		"Bearer a.b.c",
		"x",
	]);
}

async function exchangeOf(url: string, asked: FuzzRequest, agent: Agent): Promise<Exchange> {
	const { method, target, headers, body } = asked;
	const request = `${method} ${target} ${JSON.stringify(headers)} ${body?.toString("latin1") ?? ""}`;
	try {
		const signal = AbortSignal.timeout(hangMs);
		// The web application is served at this name only: the address is the origin of card frames.
		const named = { Host: `localhost:${new URL(url).port}`, ...printableHeaders(headers) };
		const sent = httpRequest(url + printable(target), { method, agent, signal, headers: named });
		sent.end(body);
		const [response] = (await once(sent, "response", { signal })) as [IncomingMessage];
		return answerOf(request, response, await text(response));
	} catch (error) {
		return { request, status: 599, contentType: "", requestId: undefined, text: String(error) };
	}
}

/** Node's client refuses some characters itself; raw connections send them. */
function printable(target: string): string {
	return target.replace(/[^\x21-\x7e]/g, "");
}

function printableHeaders(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, "")]));
}

function answerOf(request: string, { statusCode = 0, headers }: IncomingMessage, body: string): Exchange {
	return {
		request,
		status: statusCode,
		contentType: headers["content-type"] ?? "",
		requestId: headers["x-request-id"] as string | undefined,
		text: body,
	};
}

/** Sends bytes, closes the sending side, and reads the first answer until the gateway closes the connection. */
async function sendBytes(port: number, bytes: Buffer): Promise<Exchange> {
	const request = bytes.toString("latin1");
	const socket = connect(port, "127.0.0.1");
	let received = "";
	socket.setEncoding("latin1").on("data", (part) => {
		received += part;
	});
	// A reset closes the connection too.
	socket.on("error", () => undefined);
	socket.end(bytes);
	const isClosed = await once(socket, "close", { signal: AbortSignal.timeout(hangMs) }).then(
		() => true,
		() => false,
	);
	socket.destroy();
	const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
	const status = isClosed ? Math.max(0, ...statuses) : 599;
	const [head = "", body = ""] = received.split("\r\n\r\n", 2);
	const header = (name: string) => new RegExp(`^${name}: (.*)\\r?$`, "im").exec(head)?.[1];
	// Only the status is judged of several answers, and of one in chunks.
	const isPlain = statuses.length === 1 && !/^transfer-encoding: chunked/im.test(head);
	return {
		request,
		status: isPlain || status >= 500 ? status : 0,
		contentType: header("content-type") ?? "",
		requestId: header("x-request-id"),
		text: Buffer.from(body, "latin1").toString(),
	};
}

function count({ answers }: FuzzRun, { status }: Exchange): void {
	const name = status === 0 ? "closed" : String(status);
	answers[name] = (answers[name] ?? 0) + 1;
}

function describeFault(number: number, fault: string, { request, status, text: body }: Exchange): string {
	return `request ${number}: ${fault}, ${status} ${body.slice(0, 300)}\n    ${request.slice(0, 1_500)}`;
}
