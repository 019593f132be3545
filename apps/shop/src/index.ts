import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type ClientOptions, createClient } from "@cardseal/client";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createApp } from "./app.ts";
import { createOrders, openDatabase } from "./orders/orders.store.ts";
import { recoverAll } from "./orders/recover.ts";
import { createSavedCards } from "./saved-cards/saved-cards.store.ts";
import { createKeyedLock, type Shop } from "./shop.ts";
import { createWebhooks } from "./webhooks/webhooks.store.ts";
import { openEndpoint } from "./webhooks/webhooks.ts";

export { browserKey, newBrowserKey } from "./browser-key.ts";
export { inReadersLanguage } from "./locale/for-pages.ts";
export { createKeyedLock, type Log } from "./shop.ts";
export { formatDate, formatMoney, type Page, postForm, statusPage, submitButton } from "./ui.ts";

export interface ShopOptions extends Pick<Shop, "publicUrl" | "now" | "log">, Partial<Pick<Shop, "links">> {
	port: number;
	host?: string | undefined;
	gateway: Pick<ClientOptions, "authUrl" | "baseUrl" | "clientId" | "clientSecret"> & {
		publicKey: string;
		mailboxUrl?: string | undefined;
	};
	mount?: (app: Hono) => void;
	dataDirectory: string;
	limits?: ServerOptions;
}

export interface RunningShop {
	url: string;
	/** Lets payments in flight end; may be called more than once. */
	stop(): Promise<void>;
}

const integrityTimeLimitMs = 15_000;

/** All tries together, before the outcome counts as unknown. */
const paymentTimeLimitMs = 48_000;

const recoverEveryMs = 10_000;

/** @throws when the port is taken, the gateway cannot send events, or publishes no hashes of its scripts */
export async function startShop(options: ShopOptions): Promise<RunningShop> {
	const { publicUrl, gateway, now, log } = options;
	const scripts = await readScripts(gateway.baseUrl);
	const database = openDatabase(options.dataDirectory);
	const shop: Shop = {
		publicUrl,
		publicKey: gateway.publicKey,
		scripts,
		mailboxUrl: gateway.mailboxUrl,
		links: options.links ?? (() => []),
		orders: createOrders(database, now),
		savedCards: createSavedCards(database, now),
		webhooks: createWebhooks(database),
		client: createClient({ ...gateway, timeLimitMs: paymentTimeLimitMs }),
		lock: createKeyedLock(),
		now,
		log,
	};
	const app = createApp(shop);
	options.mount?.(app);
	const closing = new AbortController();
	let closeServer: (() => Promise<void>) | undefined;
	let recovered: Promise<void> | undefined;
	async function close(): Promise<void> {
		closing.abort();
		await closeServer?.();
		await recovered;
		await shop.lock.idle();
		database.close();
	}
	try {
		closeServer = await listen(app.fetch, options, options.limits);
		// Another shop on this port keeps its endpoint.
		await openEndpoint(shop);
	} catch (error) {
		await close();
		throw error;
	}
	recovered = keepRecovering(shop, closing.signal);
	log("info", `The demo shop is open at ${publicUrl}`);
	let closed: Promise<void> | undefined;
	return { url: publicUrl, stop: () => (closed ??= close()) };
}

/** A browser refuses a script of which a byte changes. */
async function readScripts(baseUrl: string): Promise<Shop["scripts"]> {
	const signal = AbortSignal.timeout(integrityTimeLimitMs);
	const response = await fetch(`${baseUrl}/v1/integrity.json`, { signal, redirect: "error" }).catch((cause: Error) => {
		const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
		throw new Error(
			`The demo shop cannot reach the gateway at ${baseUrl} (${reason}). Set PUBLIC_URL to an address that leads to HOST, such as PUBLIC_URL=http://[::1]:8080 with HOST=::1.`,
			{ cause },
		);
	});
	if (!response.ok) throw new Error(`${baseUrl}/v1/integrity.json answered ${response.status}.`);
	const hashes = (await response.json()) as Record<"encrypt.js" | "cardseal.js", string>;
	const script = (name: keyof typeof hashes) => ({ url: `${baseUrl}/v1/${name}`, integrity: hashes[name] });
	return { library: script("encrypt.js"), widget: script("cardseal.js") };
}

async function keepRecovering(shop: Shop, closing: AbortSignal): Promise<void> {
	let hasMissed = true;
	while (!closing.aborted) {
		try {
			if (await recoverAll(shop, hasMissed, closing)) hasMissed = false;
		} catch (error) {
			shop.log("error", `Orders could not be recovered: ${(error as Error).name}`);
		}
		await pause(recoverEveryMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
	}
}

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
