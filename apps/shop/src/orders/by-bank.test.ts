import { describe, expect, it } from "vitest";
import { openApp, publicUrl } from "../../test-support/app.ts";
import { openCounter, payer, type TestCounter } from "../../test-support/shop.ts";
import { pageWords } from "../locale/en/pages.ts";
import { type Order, orderState } from "./order.ts";
import { orderNumber } from "./order-id.ts";

const mug = { slug: "enamel-mug", quantity: 1, amountCents: 31_00, hold: false };
const bankPayer = { name: payer.name, email: payer.email, after: 0 };
const day = 24 * 3_600_000;

const stateOf = (counter: TestCounter, { id }: Order) => orderState(counter.book.get(id));

/** An order whose payer has a mail, and the request at the gateway. */
async function askedOrder(counter: TestCounter) {
	const order = await counter.book.place(mug);
	await counter.cashier.payByBank(order, bankPayer);
	const [request] = counter.gateway.bankRequests.asked;
	if (request === undefined) throw new Error("Nobody was asked.");
	return { order, request };
}

describe("paying by bank request", () => {
	it("asks for the whole amount under the attempt's own key, and the order waits", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		expect(request).toMatchObject({
			amount: 31,
			description: `Order ${orderNumber(order.id)}`,
			idempotencyKey: `${order.id}-1`,
		});
		expect(counter.gateway.customers.made).toMatchObject([{ email: payer.email }]);
		expect(stateOf(counter, order)).toBe("asked");
	});

	it.each([
		["paid when they have accepted", "APPROVED", "paid"],
		["open again when they have declined, or their time is over", "DECLINED", "open"],
		["waiting for as long as they have not answered", "PENDING", "asked"],
	] as const)("the order is %s", async (_what, result, state) => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		request.transaction_result = result;
		await counter.restart();
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe(state);
	});

	it("takes no card, and asks nobody else, while the payer may still pay", async () => {
		await using counter = await openCounter();
		const { order } = await askedOrder(counter);
		await counter.cashier.pay(order, payer);
		await counter.cashier.payByBank(order, { ...bankPayer, after: 1 });
		expect(counter.gateway.saleRequests).toEqual([]);
		expect(counter.gateway.bankRequests.asked).toHaveLength(1);
	});

	it("a double press asks once", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(mug);
		await Promise.all([1, 2].map(() => counter.cashier.payByBank(order, bankPayer)));
		await counter.cashier.payByBank(order, bankPayer);
		expect(counter.gateway.bankRequests.asked).toHaveLength(1);
	});

	it("an answer that was lost is found out under the same key, and nobody is asked twice", async () => {
		await using counter = await openCounter();
		counter.gateway.bankRequests.lostAnswers = 3;
		const order = await counter.book.place(mug);
		await counter.cashier.payByBank(order, bankPayer);
		expect(stateOf(counter, order)).toBe("unknown");
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("asked");
		expect(counter.gateway.bankRequests.asked).toHaveLength(1);
	});

	it("does not ask again once the gateway has forgotten the key", async () => {
		await using counter = await openCounter();
		counter.gateway.bankRequests.lostAnswers = 3;
		const order = await counter.book.place(mug);
		await counter.cashier.payByBank(order, bankPayer);
		counter.clock.now += day;
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("unknown");
	});

	it("without the gateway the order waits on, and is found paid once it is back", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		request.transaction_result = "APPROVED";
		counter.gateway.bankRequests.unavailable = 3;
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("asked");
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("paid");
	});

	it.each([
		["held", { ...mug, hold: true }],
		["paid every month", { ...mug, slug: "coffee-of-the-month" }],
	])("is not for what is %s: that needs a card", async (_what, purchase) => {
		await using counter = await openCounter();
		const order = await counter.book.place(purchase);
		await counter.cashier.payByBank(order, bankPayer);
		expect(counter.gateway.bankRequests.asked).toEqual([]);
		const app = openApp(counter);
		expect(await (await app.request(`/orders/${order.id}/checkout`)).text()).not.toContain("bank-request");
		expect((await app.request(`/orders/${order.id}/bank-request`)).status).toBe(404);
	});
});

describe("the pages of paying by bank request", () => {
	function post(counter: TestCounter, { id }: Order, fields: Record<string, string>) {
		const headers = { Origin: publicUrl, "Sec-Fetch-Site": "same-origin" };
		const body = new URLSearchParams({ after: "0", name: payer.name, email: payer.email, ...fields });
		return openApp(counter).request(`/orders/${id}/bank-request`, { method: "POST", headers, body });
	}

	it("lead from the checkout to a page that says where the mail went", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(mug);
		const checkout = await (await openApp(counter).request(`/orders/${order.id}/checkout`)).text();
		const [, path = ""] = /href="(\/orders\/\w+\/bank-request[^"]*)"/.exec(checkout) ?? [];
		expect(await (await openApp(counter).request(path)).text()).toContain(`action="/orders/${order.id}/bank-request"`);
		const answer = await post(counter, order, {});
		expect(answer.status).toBe(303);
		const page = await (await openApp(counter).request(answer.headers.get("Location") ?? "")).text();
		expect(page).toContain(pageWords.asked.title);
		expect(page).toContain(payer.email);
	});

	it("show a receipt without a card once it is paid", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		request.transaction_result = "APPROVED";
		const page = await (await openApp(counter).request(`/orders/${order.id}`)).text();
		expect(page).toContain(pageWords.payment.paid.title);
		expect(page).toContain(pageWords.asked.debited);
		expect(page).not.toContain("••••");
	});

	it("say beside the field what is wrong, and keep what was typed", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(mug);
		const answer = await post(counter, order, { email: "nobody" });
		expect(answer.status).toBe(400);
		const page = await answer.text();
		expect(page).toContain("Type an e-mail address like name@example.com.");
		expect(page).toContain('value="nobody"');
		expect((await post(counter, order, { after: "x" })).status).toBe(404);
		expect(counter.gateway.bankRequests.asked).toEqual([]);
	});

	it("come back to the checkout when the payer has declined, and say so", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		request.transaction_result = "DECLINED";
		const answer = await openApp(counter).request(`/orders/${order.id}`);
		expect(answer.status).toBe(303);
		const page = await (await openApp(counter).request(answer.headers.get("Location") ?? "")).text();
		expect(page).toContain(pageWords.checkout.notCharged.bank_request_over);
	});
});
