import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";

/** How long clients may take, how many there may be, and how long they are waited for when the shop closes (rule X-12). */
export interface ServerLimits {
	/** From the first byte of a request to the end of its headers. */
	readonly headersTimeoutMs: number;
	/** From the first byte of a request to its last. */
	readonly requestTimeoutMs: number;
	/** How often Node looks for connections beyond the two first limits. */
	readonly checkEveryMs: number;
	readonly maximumConnections: number;
	/** Requests under way have this long to be answered once the server closes; then their connections are cut. */
	readonly closeGraceMs: number;
}

const defaultLimits: ServerLimits = {
	headersTimeoutMs: 10_000,
	requestTimeoutMs: 20_000,
	checkEveryMs: 2_000,
	maximumConnections: 1_024,
	closeGraceMs: 5_000,
};

/** How soon a connection is closed after its last answer once the server closes: its browser would keep it for long. */
const idleSweepMs = 50;

export interface Listening {
	/** Stops accepting, lets requests under way be answered, and cuts what is still there after the grace. */
	close(): Promise<void>;
}

export interface ListenOptions {
	readonly port: number;
	/** The address to listen on; every interface when it is not given. */
	readonly host?: string | undefined;
	readonly fetch: Parameters<typeof getRequestListener>[0];
	/** Shorter in tests. */
	readonly limits?: Partial<ServerLimits> | undefined;
}

/** Serves `fetch` over HTTP. Throws what `listen` throws, such as EADDRINUSE. */
export async function listen({ port, host, fetch, limits: changes }: ListenOptions): Promise<Listening> {
	const limits = { ...defaultLimits, ...changes };
	const server = createServer(
		{
			headersTimeout: limits.headersTimeoutMs,
			requestTimeout: limits.requestTimeoutMs,
			connectionsCheckingInterval: limits.checkEveryMs,
		},
		getRequestListener(fetch, { overrideGlobalObjects: false }),
	);
	server.maxConnections = limits.maximumConnections;
	server.listen(port, host);
	await once(server, "listening");
	return { close: () => close(server, limits.closeGraceMs) };
}

async function close(server: Server, graceMs: number): Promise<void> {
	const closed = once(server, "close");
	server.close();
	const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
	const cut = setTimeout(() => server.closeAllConnections(), graceMs);
	await closed;
	clearInterval(sweep);
	clearTimeout(cut);
}
