import { describe, expect, test } from "vitest";
import { fillDiskAfter } from "../../test-support/disk.ts";
import { openCounter, payer } from "../../test-support/shop.ts";
import { orderState } from "./order.ts";

const purchase = { slug: "enamel-mug", quantity: 1, amountCents: 31_00, hold: false };

describe("the order book", () => {
	test("an order that the disk did not take was not placed", async () => {
		await using counter = await openCounter();
		await fillDiskAfter(0);
		await expect(counter.book.place(purchase)).rejects.toThrow("ENOSPC");
		expect(counter.book.list()).toEqual([]);
	});

	test("an attempt that could not be written down is not sent, and the order stays open", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(purchase);
		await fillDiskAfter(0);
		await expect(counter.cashier.pay(order, payer)).rejects.toThrow("ENOSPC");
		expect(counter.book.list().map(orderState)).toEqual(["open"]);
		expect(counter.gateway.saleRequests).toEqual([]);
		await counter.restart();
		expect(counter.book.list().map(orderState)).toEqual(["open"]);
	});

	test("of two attempts at the same moment the second is refused, and the file can be read again", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(purchase);
		const attempt = { name: payer.name, email: payer.email, customerId: null, onFile: false };
		const [first, second] = await Promise.allSettled([
			counter.book.startAttempt(order, attempt),
			counter.book.startAttempt(order, attempt),
		]);
		expect([first.status, second.status]).toEqual(["fulfilled", "rejected"]);
		await counter.restart();
		expect(counter.book.list().map(({ attempts }) => attempts.length)).toEqual([1]);
	});

	test("an outcome that could not be written down leaves the order under way, to be settled from the gateway's books", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(purchase);
		await fillDiskAfter(1);
		expect(orderState((await counter.cashier.pay(order, payer)).order)).toBe("paying");
		expect(orderState(await counter.cashier.settle(order))).toBe("paid");
		expect(counter.gateway.charges).toHaveLength(1);
	});
});
