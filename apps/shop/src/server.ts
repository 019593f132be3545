import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";

/** Limits for slow and many clients (rule X-12). */
export interface ServerLimits {
	/** From the first byte of a request to the end of its headers. */
	headersTimeoutMs: number;
	/** From the first byte of a request to its last. */
	requestTimeoutMs: number;
	/** How often Node looks for connections beyond the first two limits. */
	checkEveryMs: number;
	maximumConnections: number;
	/** How long requests in flight may take once the server closes, before their connections are cut. */
	closeGraceMs: number;
}

const defaultLimits: ServerLimits = {
	headersTimeoutMs: 10_000,
	requestTimeoutMs: 20_000,
	checkEveryMs: 2_000,
	maximumConnections: 1_024,
	closeGraceMs: 5_000,
};

/** How often idle connections are closed while the server closes: browsers would keep them for long. */
const idleSweepMs = 50;

interface ListenOptions {
	port: number;
	host: string | undefined;
	fetch: Parameters<typeof getRequestListener>[0];
	limits: Partial<ServerLimits> | undefined;
}

/** Serves `fetch` over HTTP; returns the function that closes the server. Throws what `listen` throws, such as EADDRINUSE. */
export async function listen({ port, host, fetch, limits: changes }: ListenOptions): Promise<() => Promise<void>> {
	const limits = { ...defaultLimits, ...changes };
	const timeouts = {
		headersTimeout: limits.headersTimeoutMs,
		requestTimeout: limits.requestTimeoutMs,
		connectionsCheckingInterval: limits.checkEveryMs,
	};
	const server = createServer(timeouts, getRequestListener(fetch, { overrideGlobalObjects: false }));
	server.maxConnections = limits.maximumConnections;
	server.listen(port, host);
	await once(server, "listening");
	return async () => {
		const closed = once(server, "close");
		server.close();
		const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
		const cut = setTimeout(() => server.closeAllConnections(), limits.closeGraceMs);
		await closed;
		clearInterval(sweep);
		clearTimeout(cut);
	};
}
