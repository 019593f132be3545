import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cardToken, openCounter, payer, type TestCounter } from "../../test-support/shop.ts";
import { absentAfterMs } from "./cashier.ts";
import { lastAttempt, type Order, orderState } from "./order.ts";

/** Odd whole dollars: approved. */
const approved = { slug: "enamel-mug", quantity: 1, amountCents: 31_00, hold: false };
/** Even whole dollars: declined. */
const declined = { slug: "beeswax-candle", quantity: 1, amountCents: 24_00, hold: false };

function stateOf(counter: TestCounter, { id }: Order): string | undefined {
	const order = counter.book.find(id);
	return order && orderState(order);
}

describe("taking a payment", () => {
	test("an approved sale makes the order paid, with the masked card and the bank's time", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(approved);
		const { order: after } = await counter.cashier.pay(order, payer);
		expect(lastAttempt(after)?.outcome).toEqual({
			kind: "paid",
			transactionId: "transaction1",
			card: { brand: "Visa", suffix: "0005" },
			at: Date.UTC(2026, 7, 14, 15, 9),
		});
	});

	test("sends what was agreed when the order was placed, under the attempt's own key", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(approved);
		await counter.cashier.pay(order, payer);
		const [request] = counter.gateway.saleRequests;
		expect(request?.idempotencyKey).toBe(`${order.id}-1`);
		expect(request?.body).toEqual({
			amount: 31,
			currency: "CAD",
			token: payer.token,
			email: "ana@example.com",
			first_name: "Ana María",
			last_name: "López",
			invoice_id: `${order.id}-1`,
		});
	});

	test("a declined order is paid with another card, as a new attempt", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(declined);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("declined");
		await counter.cashier.pay(order, { ...payer, token: cardToken("b") });
		expect(counter.gateway.saleRequests.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
			`${order.id}-1`,
			`${order.id}-2`,
		]);
	});

	test("a double click, two tabs and a reload charge once and see the same result", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(approved);
		const tries = ["a", "a", "b", "c"].map((letter) =>
			counter.cashier.pay(order, { ...payer, token: cardToken(letter) }),
		);
		const results = await Promise.all(tries);
		const later = await counter.cashier.pay(order, { ...payer, token: cardToken("d") });
		expect(new Set([...results, later].map(({ order }) => orderState(order)))).toEqual(new Set(["paid"]));
		expect(counter.gateway.charges).toHaveLength(1);
	});

	test("a page that lost the answer and asks again with the same token sees the decline, without a new attempt", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(declined);
		await counter.cashier.pay(order, payer);
		const again = await counter.cashier.pay(order, payer);
		expect(orderState(again.order)).toBe("declined");
		expect(counter.gateway.saleRequests).toHaveLength(1);
	});
});

describe("when the connection breaks", () => {
	test("an answer that was lost is fetched under the same key: one charge, order paid", async () => {
		await using counter = await openCounter();
		counter.gateway.next("lose_answer", "lose_answer");
		const order = await counter.book.place(approved);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("paid");
		expect(counter.gateway.saleRequests).toHaveLength(3);
		expect(new Set(counter.gateway.saleRequests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
		expect(counter.gateway.charges).toHaveLength(1);
	});

	test("an order whose answers were all lost cannot be paid again, and is settled from the gateway's books", async () => {
		await using counter = await openCounter();
		counter.gateway.next("lose_answer", "lose_answer", "lose_answer");
		const order = await counter.book.place(approved);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("unknown");
		await counter.cashier.pay(order, { ...payer, token: cardToken("b") });
		expect(orderState(await counter.cashier.settle(order))).toBe("paid");
		expect(counter.gateway.charges).toHaveLength(1);
	});

	test("an order that the gateway never received opens again only when nothing can be on its way any more", async () => {
		await using counter = await openCounter();
		counter.gateway.next("lose_request", "lose_request", "lose_request");
		const order = await counter.book.place(approved);
		await counter.cashier.pay(order, payer);
		counter.clock.now += absentAfterMs - 1;
		expect(orderState(await counter.cashier.settle(order))).toBe("unknown");
		counter.clock.now += 1;
		expect(orderState(await counter.cashier.settle(order))).toBe("open");
		expect(counter.gateway.charges).toHaveLength(0);
	});

	test("a refusal after a try that may have arrived is not taken for an answer to that try", async () => {
		await using counter = await openCounter();
		counter.gateway.next("lose_answer", { status: 400, body: { message: "No." } });
		const order = await counter.book.place(approved);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("unknown");
		expect(orderState(await counter.cashier.settle(order))).toBe("paid");
	});

	test("a gateway that cannot be reached leaves the order open, since nothing was sent", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(approved);
		await counter.gateway.stop();
		const { order: after } = await counter.cashier.pay(order, payer);
		expect(lastAttempt(after)?.outcome).toEqual({ kind: "not_charged", why: "not_sent" });
		expect(orderState(after)).toBe("open");
	});

	test("so does one that goes away between two payments, when the access token is still good", async () => {
		await using counter = await openCounter();
		await counter.cashier.pay(await counter.book.place(approved), payer);
		await counter.gateway.stop();
		const order = await counter.book.place(approved);
		const { order: after } = await counter.cashier.pay(order, { ...payer, token: cardToken("b") });
		expect(lastAttempt(after)?.outcome).toEqual({ kind: "not_charged", why: "not_sent" });
	});

	test("a gateway that is not available for a moment is asked again", async () => {
		await using counter = await openCounter();
		counter.gateway.next("unavailable");
		const order = await counter.book.place(approved);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("paid");
	});

	test("an access token that was revoked is renewed, once, and the payment goes on", async () => {
		await using counter = await openCounter();
		await counter.cashier.pay(await counter.book.place(approved), payer);
		counter.gateway.revokeAccessTokens();
		const order = await counter.book.place(approved);
		const paid = await counter.cashier.pay(order, { ...payer, token: cardToken("b") });
		expect(orderState(paid.order)).toBe("paid");
		expect(counter.gateway.tokenRequests).toHaveLength(2);
	});
});

describe("an outcome that is not known yet", () => {
	test("stays until the gateway knows, and then becomes paid without a new charge", async () => {
		await using counter = await openCounter();
		counter.gateway.next("pending");
		const order = await counter.book.place(approved);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("unknown");
		expect(orderState(await counter.cashier.settle(order))).toBe("unknown");
		for (const charge of counter.gateway.charges) charge.result = "APPROVED";
		expect(orderState(await counter.cashier.settle(order))).toBe("paid");
		expect(counter.gateway.saleRequests).toHaveLength(1);
	});

	test("becomes declined with the reason, and the order can then be paid", async () => {
		await using counter = await openCounter();
		counter.gateway.next("pending");
		const order = await counter.book.place(approved);
		await counter.cashier.pay(order, payer);
		const [charge] = counter.gateway.charges;
		if (charge) Object.assign(charge, { result: "DECLINED", declineCode: "insufficient_funds" });
		const settled = await counter.cashier.settle(order);
		expect(lastAttempt(settled)?.outcome).toMatchObject({ kind: "declined", reason: "funds" });
	});

	test("is not asked for while the payment itself is under way", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(approved);
		const paying = counter.cashier.pay(order, payer);
		expect(orderState(await counter.cashier.settle(order))).toBe("paying");
		await counter.cashier.settleAll();
		await paying;
		expect(counter.gateway.lookups).toEqual([]);
	});

	test("is asked for once, however many pages ask at the same time", async () => {
		await using counter = await openCounter();
		counter.gateway.next("pending");
		const order = await counter.book.place(approved);
		await counter.cashier.pay(order, payer);
		for (const charge of counter.gateway.charges) charge.result = "APPROVED";
		const settled = await Promise.all(Array.from({ length: 20 }, () => counter.cashier.settle(order)));
		expect(new Set(settled.map(orderState))).toEqual(new Set(["paid"]));
	});

	test("is asked for of no further order once the shop is closing", async () => {
		await using counter = await openCounter();
		counter.gateway.next("pending");
		await counter.cashier.pay(await counter.book.place(approved), payer);
		await counter.cashier.settleAll(AbortSignal.abort());
		expect(counter.gateway.lookups).toEqual([]);
		await counter.cashier.settleAll();
		expect(counter.gateway.lookups).not.toEqual([]);
	});

	test("a record of another amount is not believed", async () => {
		await using counter = await openCounter();
		counter.gateway.next("wrong_amount");
		const order = await counter.book.place(approved);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("unknown");
	});
});

describe("after a restart", () => {
	test("orders are as they were", async () => {
		await using counter = await openCounter();
		const paid = await counter.book.place(approved);
		const refused = await counter.book.place(declined);
		const open = await counter.book.place(approved);
		await counter.cashier.pay(paid, payer);
		await counter.cashier.pay(refused, { ...payer, token: cardToken("b") });
		const before = counter.book.list();
		await counter.restart();
		expect(counter.book.list()).toEqual(before);
		expect([paid, refused, open].map((order) => stateOf(counter, order))).toEqual(["paid", "declined", "open"]);
	});

	test("an order that was being paid when the shop died is settled by its invoice id, never charged again", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(approved);
		const dying = counter.cashier.pay(order, payer);
		await counter.book.close();
		await dying;
		await counter.restart();
		expect(stateOf(counter, order)).toBe("paying");
		for (const letter of ["b", "c", "d"]) {
			await counter.cashier.pay(await counter.book.place(approved), { ...payer, token: cardToken(letter) });
		}
		await counter.cashier.pay(order, { ...payer, token: cardToken("z") });
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("paid");
		expect(counter.gateway.lookups.filter((lookup) => lookup.includes("after="))).toHaveLength(1);
		expect(counter.gateway.charges.filter(({ invoice_id: id }) => id.startsWith(order.id))).toHaveLength(1);
	});

	test("X-50 neither the file nor the log ever holds a card token or the client secret", async () => {
		await using counter = await openCounter();
		counter.gateway.next("lose_answer", "pending");
		await counter.cashier.pay(await counter.book.place(approved), payer);
		const file = await readFile(join(counter.directory, "orders.jsonl"), "utf8");
		for (const kept of [file, counter.logged.join("\n")]) {
			expect(kept).not.toContain(payer.token);
			expect(kept).not.toContain("secret1");
		}
		expect(counter.logged.join("\n")).not.toContain(payer.email);
	});
});
