import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** A request as it arrived. */
export interface Received {
	method: string;
	path: string;
	headers: Headers;
	body: string;
}

/** A fault of the next request, instead of its usual answer. */
export interface Fault {
	/** `true` when the processor carries the request out first. */
	isCarriedOut: boolean;
	/** The wrong answer. */
	answer: Response;
}

/** A processor's service on this machine. */
export interface Simulator {
	url: string;
	received: Received[];
	failNext(fault: Fault): void;
	stop(): Promise<void>;
}

/** Serves a processor's API on a free port. */
export async function startSimulator(api: Hono): Promise<Simulator> {
	const received: Received[] = [];
	const faults: Fault[] = [];
	const server = new Hono();
	server.all("*", async (context) => {
		const { method, url, headers } = context.req.raw;
		received.push({ method, path: new URL(url).pathname, headers, body: await context.req.raw.clone().text() });
		const fault = faults.shift();
		if (fault === undefined) return api.fetch(context.req.raw);
		if (fault.isCarriedOut) await api.fetch(context.req.raw);
		return fault.answer;
	});
	const listening = Promise.withResolvers<AddressInfo>();
	const http = serve({ fetch: server.fetch, hostname: "127.0.0.1", port: 0 }, listening.resolve);
	const { port } = await listening.promise;
	return {
		url: `http://127.0.0.1:${port}`,
		received,
		failNext: (fault) => void faults.push(fault),
		async stop() {
			const closed = Promise.withResolvers<void>();
			http.close(() => closed.resolve());
			if ("closeAllConnections" in http) http.closeAllConnections();
			await closed.promise;
		},
	};
}

/** The page of a proxy. */
export function htmlPage(status: number): Response {
	return new Response("<html><body>Service page</body></html>", { status, headers: { "Content-Type": "text/html" } });
}

/** A payment in a processor's books, in cents. */
export interface Payment {
	id: string;
	reference: string;
	status: "authorized" | "captured" | "voided" | "declined";
	amountCents: number;
	currency: string;
	capturedCents: number;
	refundedCents: number;
	lastFour: string;
	code?: string;
}

/** Numbers ids from 1. */
export function counter(prefix: string): () => string {
	let last = 0;
	return () => {
		last += 1;
		return `${prefix}${last}`;
	};
}
