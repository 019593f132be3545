import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@cardseal/client";
import { type CardBook, openCardBook } from "../src/cards-on-file/card-book.ts";
import { type CardKeeper, openCardKeeper } from "../src/cards-on-file/card-keeper.ts";
import { type Cashier, openCashier } from "../src/orders/cashier.ts";
import { type Desk, openDesk } from "../src/orders/desk.ts";
import { type OrderBook, openOrderBook } from "../src/orders/order-book.ts";
import { openSubscriptionKeeper, type SubscriptionKeeper } from "../src/subscriptions/subscription-keeper.ts";
import { type FakeGateway, startFakeGateway } from "./fake-gateway.ts";

/** A token of the right form; `letter` tells one from another. */
export function cardToken(letter: string): string {
	return `ct1${letter.repeat(142)}`;
}

export const payer = { name: "Ana María López", email: "ana@example.com", token: cardToken("a") };

/** A shop's counter without pages: books, cashier, desk and keeper, at a fake gateway and a clock that tests move. */
export interface TestCounter extends AsyncDisposable {
	readonly gateway: FakeGateway;
	readonly directory: string;
	readonly clock: { now: number };
	readonly logged: string[];
	book: OrderBook;
	cardBook: CardBook;
	cashier: Cashier;
	desk: Desk;
	keeper: CardKeeper;
	subscriptions: SubscriptionKeeper;
	/** Closes the order book and opens it again from its file, as a restart of the shop does. */
	restart(): Promise<void>;
}

/** Opens a counter in a folder of its own. */
export async function openCounter(): Promise<TestCounter> {
	const gateway = await startFakeGateway();
	const directory = await mkdtemp(join(tmpdir(), "cardseal-shop-"));
	const clock = { now: Date.UTC(2026, 7, 14, 15, 0) };
	const logged: string[] = [];
	const open = async () => {
		const now = () => clock.now;
		const book = await openOrderBook(directory, now);
		const cardBook = await openCardBook(directory, now);
		const log = ({ message }: { message: string }) => void logged.push(message);
		const tools = { book, client: connectTo(gateway), now, log };
		const keeper = openCardKeeper({ ...tools, cardBook, patienceMs: 300_000 });
		const subscriptions = openSubscriptionKeeper({ ...tools, patienceMs: 300_000 });
		const cashier = openCashier({ ...tools, keeper });
		return { book, cardBook, keeper, cashier, desk: openDesk(tools), subscriptions };
	};
	const close = async () => {
		await Promise.all([counter.cashier.idle(), counter.desk.idle(), counter.keeper.idle()]);
		await counter.subscriptions.idle();
		await Promise.all([counter.book.close(), counter.cardBook.close()]);
	};
	const counter: TestCounter = {
		gateway,
		directory,
		clock,
		logged,
		...(await open()),
		async restart() {
			await close();
			Object.assign(counter, await open());
		},
		async [Symbol.asyncDispose]() {
			await close();
			await gateway.stop();
			await rm(directory, { recursive: true });
		},
	};
	return counter;
}

/** A client whose time runs a hundred times faster, so that tests of what breaks do not wait. */
function connectTo({ url }: { readonly url: string }): Client {
	return createClient({
		authUrl: url,
		baseUrl: url,
		clientId: "client1",
		clientSecret: "secret1",
		attemptTimeLimitMs: 200_000,
		timeLimitMs: 1_000_000,
		maximumAttempts: 3,
		clock: {
			now: () => performance.now() * 100,
			after(milliseconds, callback) {
				const timer = setTimeout(callback, milliseconds / 100);
				return () => clearTimeout(timer);
			},
		},
	});
}
