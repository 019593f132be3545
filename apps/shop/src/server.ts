import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";

/** Limits for slow and many clients (rule X-12). */
const defaultLimits = {
	/** Both times begin at the first byte of a request. */
	headersTimeoutMs: 10_000,
	requestTimeoutMs: 20_000,
	checkEveryMs: 2_000,
	maximumConnections: 1_024,
	closeGraceMs: 5_000,
};
export type ServerLimits = typeof defaultLimits;

/** Browsers would keep idle connections for long. */
const idleSweepMs = 50;

/**
 * @returns closes the server
 * @throws errors of `listen`, such as EADDRINUSE
 */
export async function listen(
	fetch: Parameters<typeof getRequestListener>[0],
	port: number,
	host: string | undefined,
	changedLimits: Partial<ServerLimits> | undefined,
): Promise<() => Promise<void>> {
	const limits = { ...defaultLimits, ...changedLimits };
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
