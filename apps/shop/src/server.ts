import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import { getRequestListener } from "@hono/node-server";

/** Limits for slow and many clients (rule X-12). Both times begin at the first byte of a request. */
const defaultLimits = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 };
const maximumConnections = 1_024;
const closeGraceMs = 5_000;

/** Returns a function that closes the server. @throws errors of `listen`, such as EADDRINUSE */
export async function listen(
	fetch: Parameters<typeof getRequestListener>[0],
	address: { port: number; host?: string | undefined },
	limits: ServerOptions = {},
): Promise<() => Promise<void>> {
	const server = createServer(
		{ ...defaultLimits, ...limits },
		getRequestListener(fetch, { overrideGlobalObjects: false }),
	);
	server.maxConnections = maximumConnections;
	server.listen(address.port, address.host);
	await once(server, "listening");
	return async () => {
		const closed = once(server, "close");
		server.close();
		const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
		await closed;
		clearTimeout(cut);
	};
}
