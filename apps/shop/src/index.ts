import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@cardseal/client";
import { createApp } from "./app.ts";
import { openCardBook } from "./cards-on-file/card-book.ts";
import { type CardKeeper, openCardKeeper } from "./cards-on-file/card-keeper.ts";
import { readScriptIntegrity } from "./gateway/script-integrity.ts";
import { loadAssets } from "./http/assets.ts";
import { listen, type ServerLimits } from "./http/server.ts";
import type { Log } from "./log.ts";
import { type Cashier, openCashier } from "./orders/cashier.ts";
import { type Desk, openDesk } from "./orders/desk.ts";
import { openOrderBook } from "./orders/order-book.ts";
import { openPartnerDesk } from "./partner/desk.ts";
import { openSubscriptionKeeper, type SubscriptionKeeper } from "./subscriptions/subscription-keeper.ts";

/** All the shop needs to open. */
export interface ShopOptions {
	/** Port of the shop's own server. */
	port: number;
	/** The address to listen on; every interface when it is not given. */
	host?: string | undefined;
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
		/** Where the sandbox shows the mail that it keeps; left out where mail is sent. */
		mailboxUrl?: string | undefined;
	};
	/** The demo partner's client, by which it asks merchants to be let in. */
	partner: { clientId: string; clientSecret: string; redirectUri: string };
	/** Where `orders.jsonl` and `cards-on-file.jsonl` are kept. */
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

/** How long the gateway may take to tell the hashes of its scripts. */
const integrityTimeLimitMs = 15_000;

/** How long a payment may take, all tries together, before the payer is told that we do not know yet. */
const paymentTimeLimitMs = 48_000;

/** How long a page or a payment waits for what the gateway says about cards on file. */
const cardPatienceMs = 4_000;

/** How long orders whose outcome is not known wait between two looks, when nobody has their page open. */
const settleEveryMs = 10_000;

/**
 * Opens the shop: reads its files and orders, asks the gateway for the hashes of its scripts, and listens.
 *
 * Throws when the port is taken, a file of its own is damaged, the browser scripts are not built, or the gateway does not
 * tell the hashes: a checkout page without them would load a script that nobody has vouched for.
 */
export async function startShop(options: ShopOptions): Promise<RunningShop> {
	const { port, host, publicUrl, gateway, dataDirectory, now, log, limits } = options;
	const assets = await loadAssets();
	const integrity = await readScriptIntegrity(gateway.baseUrl, integrityTimeLimitMs);
	const book = await openOrderBook(dataDirectory, now);
	const cardBook = await openCardBook(dataDirectory, now).catch(async (error: unknown) => {
		await book.close();
		throw error;
	});
	const { authUrl, baseUrl, clientId, clientSecret } = gateway;
	const client = createClient({ authUrl, baseUrl, clientId, clientSecret, timeLimitMs: paymentTimeLimitMs });
	const keeper = openCardKeeper({ cardBook, book, client, now, log, patienceMs: cardPatienceMs });
	const cashier = openCashier({ book, keeper, client, now, log });
	const desk = openDesk({ book, client, now, log });
	const subscriptions = openSubscriptionKeeper({ book, client, log, patienceMs: cardPatienceMs });
	const script = (name: keyof typeof integrity) => ({
		url: `${gateway.baseUrl}/v1/${name}`,
		integrity: integrity[name],
	});
	const sealing = { publicKey: gateway.publicKey, library: script("encrypt.js"), widget: script("cardseal.js") };
	const { mailboxUrl } = gateway;
	const partner = openPartnerDesk({ authUrl, baseUrl, ...options.partner });
	const counter = { book, cashier, desk, keeper, subscriptions };
	const app = createApp({ publicUrl, sealing, assets, ...counter, partner, mailboxUrl, log });
	const closeBooks = () => Promise.all([book.close(), cardBook.close()]);
	const server = await listen({ port, host, fetch: app.fetch, limits }).catch(async (error: unknown) => {
		await closeBooks();
		throw error;
	});
	const closing = new AbortController();
	const settled = keepSettling([cashier, desk, keeper, subscriptions], closing.signal, log);
	log({ level: "info", message: `The demo shop is open at ${publicUrl}` });
	const close = async () => {
		closing.abort();
		await server.close();
		await settled;
		await Promise.all([cashier.idle(), desk.idle(), keeper.idle(), subscriptions.idle()]);
		await closeBooks();
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

/** Settles what earlier days or a crash left open: at once, and then again and again until the shop closes. */
async function keepSettling(
	settlers: readonly (Cashier | Desk | CardKeeper | SubscriptionKeeper)[],
	closing: AbortSignal,
	log: Log,
): Promise<void> {
	while (!closing.aborted) {
		for (const settler of settlers) {
			await settler.settleAll(closing).catch((error: Error) => {
				log({ level: "error", message: `Orders could not be settled: ${error.name}` });
			});
		}
		await pause(settleEveryMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
	}
}
