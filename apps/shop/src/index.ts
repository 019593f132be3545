import { setTimeout as pause } from "node:timers/promises";
import { createApp } from "./app.ts";
import { accessTokens } from "./gateway/access-token.ts";
import type { Connection } from "./gateway/connection.ts";
import { readScriptIntegrity } from "./gateway/script-integrity.ts";
import { loadAssets } from "./http/assets.ts";
import { listen, type ServerLimits } from "./http/server.ts";
import type { Log } from "./log.ts";
import { type Cashier, openCashier } from "./orders/cashier.ts";
import { openOrderBook } from "./orders/order-book.ts";

/** All the shop needs to open. */
export interface ShopOptions {
	/** Port of the shop's own server. */
	port: number;
	/** The shop's address as browsers see it, e.g. `http://localhost:8081`; POSTs are taken from pages of this origin. */
	publicUrl: string;
	gateway: {
		/** Roots of the authorization service and of all other services, without a slash at the end. */
		authUrl: string;
		baseUrl: string;
		clientId: string;
		clientSecret: string;
		/** The merchant's public key string, which the checkout page encrypts cards to. */
		publicKey: string;
	};
	/** Where `orders.jsonl` is kept. */
	dataDirectory: string;
	/** ms since 1970 */
	now: () => number;
	log: Log;
	/** Limits against slow and many clients, where they should not be the usual ones. */
	limits?: Partial<ServerLimits>;
}

/** An open shop. */
export interface RunningShop {
	readonly url: string;
	/** Lets payments under way end, also those whose payer is gone, then closes; may be called more than once. */
	stop(): Promise<void>;
}

/** One request to the gateway, from connecting to the end of its answer. The gateway itself waits 10 s for its processor. */
const timeLimitMs = 15_000;

/** The first try at once, then two more: about 48 s at the very worst before the payer is told that we do not know yet. */
const triesAfterMs = [0, 500, 2_000];

/** How long orders whose outcome is not known wait between two looks, when nobody has their page open. */
const settleEveryMs = 10_000;

/**
 * Opens the shop: reads its files and orders, asks the gateway for the hashes of its scripts, and listens.
 *
 * Throws when the port is taken, the order file is damaged, the browser scripts are not built, or the gateway does not
 * tell the hashes: a checkout page without them would load a script that nobody has vouched for.
 */
export async function startShop(options: ShopOptions): Promise<RunningShop> {
	const { port, publicUrl, gateway, dataDirectory, now, log, limits } = options;
	const assets = await loadAssets();
	const integrity = await readScriptIntegrity(gateway.baseUrl, timeLimitMs);
	const book = await openOrderBook(dataDirectory, now);
	const cashier = openCashier({ book, connection: connect(gateway, log), now, log });
	const script = (name: keyof typeof integrity) => ({
		url: `${gateway.baseUrl}/v1/${name}`,
		integrity: integrity[name],
	});
	const sealing = { publicKey: gateway.publicKey, library: script("encrypt.js"), widget: script("cardseal.js") };
	const app = createApp({ publicUrl, sealing, assets, book, cashier, log });
	const server = await listen({ port, fetch: app.fetch, limits }).catch(async (error: unknown) => {
		await book.close();
		throw error;
	});
	const closing = new AbortController();
	const settled = keepSettling(cashier, closing.signal, log);
	log({ level: "info", message: `The demo shop is open at ${publicUrl}` });
	const close = async () => {
		closing.abort();
		await server.close();
		await settled;
		await cashier.idle();
		await book.close();
	};
	let closed: Promise<void> | undefined;
	return {
		url: publicUrl,
		stop() {
			closed ??= close();
			return closed;
		},
	};
}

function connect(gateway: ShopOptions["gateway"], log: Log): Connection {
	const { authUrl, baseUrl, clientId, clientSecret } = gateway;
	const tokens = accessTokens({
		authUrl,
		clientId,
		clientSecret,
		monotonicMs: () => performance.now(),
		timeLimitMs,
		logError: (message) => log({ level: "error", message }),
	});
	return { baseUrl, tokens, timeLimitMs, triesAfterMs };
}

/** Settles what earlier days or a crash left open: at once, and then again and again until the shop closes. */
async function keepSettling(cashier: Cashier, closing: AbortSignal, log: Log): Promise<void> {
	while (!closing.aborted) {
		await cashier.settleAll(closing).catch((error: Error) => {
			log({ level: "error", message: `Orders could not be settled: ${error.name}` });
		});
		await pause(settleEveryMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
	}
}
