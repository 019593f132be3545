import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cardWith } from "../../../../test/fixtures/client.ts";
import { freshToken, openTestShop, payer, pending, unavailable, useTestShop } from "../../../../test/fixtures/shop.ts";
import { type Order, orderNumber, orderState } from "../orders/order.ts";
import { absentAfterMs, recoverAll, recoverPayment } from "../orders/recover.ts";
import { payByCard } from "./pay.ts";

const shop = useTestShop();

const sale = /^POST \/transaction-service\/sale/;
const approved = { slug: "enamel-mug" as const, quantity: 1, amountCents: 31_00, hold: false };
/** Even whole dollars are declined. */
const declined = { slug: "enamel-mug" as const, quantity: 2, amountCents: 62_00, hold: false };

/** Pays with a fresh token, or the given one; returns the order's state then. */
async function pay({ id }: Order, token?: string): Promise<string> {
	const card = {
		...payer,
		token: token ?? (await freshToken(shop)),
		savesCard: false,
		holder: undefined,
		returnPath: "/",
	};
	return orderState((await payByCard(shop.shop, id, card)).order);
}

const recover = async ({ id }: Order) => orderState(await recoverPayment(shop.shop, id));
const keys = () => shop.sentTo(/\/sale/).map(({ key }) => key);
const lastOutcome = ({ id }: Order) => shop.get(id).attempts.at(-1)?.outcome;

describe("taking a payment", () => {
	test("sends the agreed amount under the attempt's own key, and keeps the masked card", async () => {
		const order = shop.shop.orders.place(approved);
		const token = await freshToken(shop);
		expect(await pay(order, token)).toBe("paid");
		const card = { brand: "Visa", suffix: "1111" };
		expect(lastOutcome(order)).toMatchObject({ kind: "paid", card, at: expect.any(Number) });
		expect(shop.sentTo(/\/sale$/)).toMatchObject([
			{
				key: `${order.id}-1`,
				body: {
					amount: 31,
					currency: "CAD",
					token,
					email: "ana@example.com",
					first_name: "Ana María",
					last_name: "López",
					invoice_id: orderNumber(order),
				},
			},
		]);
	});

	test("a declined order is paid with another card as a new attempt, under the same order number", async () => {
		const order = shop.shop.orders.place(declined);
		expect(await pay(order)).toBe("declined");
		await pay(order);
		expect(keys()).toEqual([`${order.id}-1`, `${order.id}-2`]);
		const invoices = shop.sentTo(/\/sale/).map(({ body }) => (body as { invoice_id: string }).invoice_id);
		expect(invoices).toEqual([orderNumber(order), orderNumber(order)]);
	});

	test("a double click, two tabs and a reload charge once and see the same result", async () => {
		const order = shop.shop.orders.place(approved);
		const token = await freshToken(shop);
		const states = await Promise.all([pay(order, token), pay(order, token), pay(order)]);
		expect([...states, await pay(order)]).toEqual(["paid", "paid", "paid", "paid"]);
		expect(await shop.charges(order.id)).toHaveLength(1);
	});

	test("a page that lost the answer and sends the same token again sees the decline, without a new attempt", async () => {
		const order = shop.shop.orders.place(declined);
		const token = await freshToken(shop);
		expect([await pay(order, token), await pay(order, token)]).toEqual(["declined", "declined"]);
		expect(keys()).toHaveLength(1);
	});
});

describe("when the connection breaks", () => {
	test("a lost answer is fetched under the same key: one charge, order paid", async () => {
		shop.fail(sale, "lose_answer");
		const order = shop.shop.orders.place(approved);
		expect(await pay(order)).toBe("paid");
		expect(keys()).toEqual([`${order.id}-1`, `${order.id}-1`]);
		expect(await shop.charges(order.id)).toHaveLength(1);
	});

	test("an order whose answers were all lost cannot be paid again, and is recovered from the gateway's records", async () => {
		shop.fail(sale, "lose_answer", "lose_answer");
		const order = shop.shop.orders.place(approved);
		expect([await pay(order), await pay(order)]).toEqual(["unknown", "unknown"]);
		expect(await recover(order)).toBe("paid");
		expect(await shop.charges(order.id)).toHaveLength(1);
	});

	test("an order that the gateway never received opens again only when nothing can be on its way any more", async () => {
		shop.fail(sale, "lose_request", "lose_request");
		const order = shop.shop.orders.place(approved);
		await pay(order);
		expect(await recover(order)).toBe("unknown");
		shop.clock.aheadMs = absentAfterMs;
		expect(await recover(order)).toBe("open");
		expect(await shop.charges(order.id)).toEqual([]);
	});

	test("a refusal after a try that may have arrived is no answer to that try", async () => {
		shop.fail(sale, "lose_answer", { status: 400, body: { code: "BAD_REQUEST", message: "No." } });
		const order = shop.shop.orders.place(approved);
		expect(await pay(order)).toBe("unknown");
		expect(await recover(order)).toBe("paid");
	});

	test("a gateway that is unavailable for a moment is asked again", async () => {
		shop.fail(sale, unavailable);
		expect(await pay(shop.shop.orders.place(approved))).toBe("paid");
		expect(keys()).toHaveLength(2);
	});

	test("a gateway that is gone leaves the order open, since nothing was sent", async () => {
		await using away = await openTestShop({ ...shop.gateway, url: "http://127.0.0.1:9" });
		const order = away.shop.orders.place(approved);
		const card = { ...payer, token: await freshToken(shop), savesCard: false, holder: undefined, returnPath: "/" };
		const { order: after } = await payByCard(away.shop, order.id, card);
		const outcome = { kind: "not_charged", why: "not_sent" };
		expect([orderState(after), after.attempts]).toMatchObject(["open", [{ outcome }]]);
	});
});

describe("an unknown outcome", () => {
	/** An order whose payment is pending at the gateway. */
	async function pendingOrder(): Promise<Order> {
		shop.fail(sale, pending);
		const order = shop.shop.orders.place(approved);
		expect(await pay(order)).toBe("unknown");
		return order;
	}
	const lookup = /^GET \/transaction-service\/transaction/;

	test("stays until the gateway knows, and then becomes paid without a new charge", async () => {
		const order = await pendingOrder();
		shop.fail(lookup, pending);
		expect([await recover(order), await recover(order)]).toEqual(["unknown", "paid"]);
		expect(keys()).toHaveLength(1);
	});

	test("becomes declined with the reason, and the order can then be paid", async () => {
		const order = await pendingOrder();
		const change = { transaction_result: "DECLINED", transaction_success: false, decline_code: "insufficient_funds" };
		shop.fail(lookup, { change });
		expect(await recover(order)).toBe("declined");
		expect(lastOutcome(order)).toMatchObject({ kind: "declined", reason: "funds" });
		expect(await pay(order)).toBe("paid");
	});

	test("is not asked about while the payment is in flight", async () => {
		const order = shop.shop.orders.place(approved);
		const paying = pay(order);
		while (orderState(shop.get(order.id)) === "open") await new Promise(setImmediate);
		await recoverAll(shop.shop);
		expect(orderState(shop.get(order.id))).toBe("paying");
		expect([await recover(order), await paying]).toEqual(["paid", "paid"]);
		expect(shop.sent.filter(({ method, path }) => lookup.test(`${method} ${path}`))).toEqual([]);
	});

	test("is the same for all events that come at the same time", async () => {
		const order = await pendingOrder();
		await Promise.all(Array.from({ length: 20 }, () => recover(order)));
		await shop.shop.lock.idle();
		expect(await recover(order)).toBe("paid");
	});

	test("is asked about by the recovery only if its answer was lost, and no more once the shop is closing", async () => {
		const named = await pendingOrder();
		shop.fail(sale, "lose_answer", "lose_answer");
		const lost = shop.shop.orders.place(approved);
		expect(await pay(lost)).toBe("unknown");
		await recoverAll(shop.shop, false, AbortSignal.abort());
		expect(orderState(shop.get(lost.id))).toBe("unknown");
		await recoverAll(shop.shop);
		expect([named, lost].map(({ id }) => orderState(shop.get(id)))).toEqual(["unknown", "paid"]);
	});

	test("follows from a record of another amount", async () => {
		shop.fail(sale, { change: { amount: 32 } });
		expect(await pay(shop.shop.orders.place(approved))).toBe("unknown");
	});
});

describe("after a restart", () => {
	test("orders are as they were", async () => {
		const orders = [approved, declined, approved].map((purchase) => shop.shop.orders.place(purchase));
		for (const order of orders.slice(0, 2)) await pay(order);
		const before = orders.map(({ id }) => shop.get(id));
		await shop.restart();
		expect(orders.map(({ id }) => shop.get(id))).toEqual(before);
		expect(before.map(orderState)).toEqual(["paid", "declined", "open"]);
	});

	test("an order that was being paid when the shop died is recovered by its invoice id, never charged again", async () => {
		const order = shop.shop.orders.place(approved);
		const dying = pay(order);
		while (orderState(shop.get(order.id)) === "open") await new Promise(setImmediate);
		shop.database.close();
		await dying.catch(() => undefined);
		await shop.restart();
		expect(orderState(shop.get(order.id))).toBe("paying");
		expect(await pay(order)).toBe("paying");
		await recoverAll(shop.shop);
		expect(orderState(shop.get(order.id))).toBe("paid");
		expect(await shop.charges(order.id)).toHaveLength(1);
	});

	test("X-50 neither the database nor the log ever holds a card number, a card token or the client secret", async () => {
		shop.fail(sale, "lose_answer", pending);
		const token = await freshToken(shop);
		await pay(shop.shop.orders.place(approved), token);
		const file = await readFile(join(shop.directory, "shop.sqlite"), "latin1");
		for (const text of [file, shop.logged.join("\n")]) {
			for (const secret of [token, "4111111111111111", shop.gateway.merchant.client_secret])
				expect(text).not.toContain(secret);
		}
		expect(shop.logged.join("\n")).not.toContain(payer.email);
	});
});

describe("a write that fails", () => {
	const refuseWrites = (event: "INSERT" | "UPDATE") =>
		shop.database.exec(`CREATE TRIGGER full BEFORE ${event} ON orders BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);

	test("of an order leaves no order", async () => {
		refuseWrites("INSERT");
		expect(() => shop.shop.orders.place(approved)).toThrow("disk is full");
		expect(shop.database.prepare("SELECT id FROM orders").all()).toEqual([]);
	});

	test("of an attempt sends nothing, and the order stays open", async () => {
		const order = shop.shop.orders.place(approved);
		refuseWrites("UPDATE");
		await expect(pay(order)).rejects.toThrow("disk is full");
		expect([orderState(shop.get(order.id)), shop.sent]).toEqual(["open", []]);
	});

	test("of an outcome leaves the order in flight, to be recovered from the gateway's records", async () => {
		const order = shop.shop.orders.place(approved);
		const paying = pay(order, await freshToken(shop, cardWith("5555555555554444")));
		while (orderState(shop.get(order.id)) === "open") await new Promise(setImmediate);
		refuseWrites("UPDATE");
		await expect(paying).rejects.toThrow("disk is full");
		expect(orderState(shop.get(order.id))).toBe("paying");
		shop.database.exec("DROP TRIGGER full");
		expect(await recover(order)).toBe("paid");
		expect(await shop.charges(order.id)).toHaveLength(1);
	});
});
