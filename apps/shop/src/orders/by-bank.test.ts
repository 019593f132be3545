import { describe, expect, test } from "vitest";
import { openApp, publicUrl } from "../../test-support/app.ts";
import { openCounter, payer, type TestCounter } from "../../test-support/shop.ts";
import { pageWords } from "../locale/en/pages.ts";
import { type Order, orderState } from "./order.ts";
import { orderNumber } from "./order-id.ts";

const mug = { slug: "enamel-mug", quantity: 1, amountCents: 31_00, hold: false };
const bankPayer = { name: payer.name, email: payer.email, after: 0 };
/** What becomes of a request at the gateway. */
const agreed = { transaction_result: "APPROVED" } as const;
const confirmed = { transaction_result: "APPROVED", settled_time: 1 } as const;
const sentBack = { transaction_result: "DECLINED", return_code: "901" } as const;
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
	test("asks for the whole amount under the attempt's own key, and the order waits", async () => {
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

	test.each([
		["paid when their bank has confirmed it", confirmed, "paid"],
		["not paid yet when they have agreed and their bank has not confirmed it", agreed, "clearing"],
		["open again when they have declined, or their time is over", { transaction_result: "DECLINED" }, "open"],
		["returned when their bank has sent it back", sentBack, "returned"],
		["waiting for as long as they have not answered", {}, "asked"],
	] as const)("the order is %s", async (_what, become, state) => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		Object.assign(request, become);
		await counter.restart();
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe(state);
	});

	test.each([
		["confirms it: paid", confirmed, "paid"],
		["sends it back: returned, and never paid between", sentBack, "returned"],
	] as const)("after the payer has agreed, the order waits until their bank %s", async (_what, become, state) => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		Object.assign(request, agreed);
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("clearing");
		await counter.cashier.pay(order, payer);
		expect(counter.gateway.saleRequests).toEqual([]);
		Object.assign(request, become);
		await counter.restart();
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe(state);
	});

	test("an order whose payment was sent back can be paid with a card", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		Object.assign(request, sentBack);
		await counter.cashier.settleAll();
		await counter.cashier.pay(order, payer);
		expect(stateOf(counter, order)).toBe("paid");
	});

	test.each([
		["the same customer for the same name and address", {}, 1],
		["another customer for another address", { email: "other@example.com" }, 2],
		["another customer for another name", { name: "Ada" }, 2],
	])("tried again, asks %s", async (_what, changes, customers) => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		request.transaction_result = "DECLINED";
		await counter.cashier.settleAll();
		await counter.cashier.payByBank(order, { ...bankPayer, ...changes, after: 1 });
		expect(counter.gateway.bankRequests.asked).toHaveLength(2);
		expect(new Set(counter.gateway.bankRequests.asked.map(({ customerId }) => customerId)).size).toBe(customers);
	});

	test("takes no card, and asks nobody else, while the payer may still pay", async () => {
		await using counter = await openCounter();
		const { order } = await askedOrder(counter);
		await counter.cashier.pay(order, payer);
		await counter.cashier.payByBank(order, { ...bankPayer, after: 1 });
		expect(counter.gateway.saleRequests).toEqual([]);
		expect(counter.gateway.bankRequests.asked).toHaveLength(1);
	});

	test("a double press asks once", async () => {
		await using counter = await openCounter();
		const order = await counter.book.place(mug);
		await Promise.all([1, 2].map(() => counter.cashier.payByBank(order, bankPayer)));
		await counter.cashier.payByBank(order, bankPayer);
		expect(counter.gateway.bankRequests.asked).toHaveLength(1);
	});

	test("an answer that was lost is found out under the same key, and nobody is asked twice", async () => {
		await using counter = await openCounter();
		counter.gateway.bankRequests.lostAnswers = 3;
		const order = await counter.book.place(mug);
		await counter.cashier.payByBank(order, bankPayer);
		expect(stateOf(counter, order)).toBe("unknown");
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("asked");
		expect(counter.gateway.bankRequests.asked).toHaveLength(1);
	});

	test("does not ask again once the gateway has forgotten the key", async () => {
		await using counter = await openCounter();
		counter.gateway.bankRequests.lostAnswers = 3;
		const order = await counter.book.place(mug);
		await counter.cashier.payByBank(order, bankPayer);
		counter.clock.now += day;
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("unknown");
	});

	test("without the gateway the order waits on, and is found paid once it is back", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		Object.assign(request, confirmed);
		counter.gateway.bankRequests.unavailable = 3;
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("asked");
		await counter.cashier.settleAll();
		expect(stateOf(counter, order)).toBe("paid");
	});

	test.each([
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

	test("lead from the checkout to a page that says where the mail went", async () => {
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

	test("show a receipt without a card once it is paid", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		Object.assign(request, confirmed);
		const page = await (await openApp(counter).request(`/orders/${order.id}`)).text();
		expect(page).toContain(pageWords.payment.paid.title);
		expect(page).toContain(pageWords.asked.debited);
		expect(page).not.toContain("••••");
	});

	test.each([
		["say that their bank has yet to confirm", agreed, pageWords.clearing],
		["say that their bank did not pay, and lead back to the checkout", sentBack, pageWords.returned],
	] as const)("%s", async (_what, become, { title }) => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		Object.assign(request, become);
		const page = await (await openApp(counter).request(`/orders/${order.id}`)).text();
		expect(page).toContain(title);
		expect(page).not.toContain(pageWords.payment.paid.title);
		expect(page.includes(`/orders/${order.id}/checkout`)).toBe(become === sentBack);
	});

	test.each([
		[
			"the gateway's sentence when it says what is wrong with the request",
			"BAD_REQUEST",
			422,
			"Name a smaller amount.",
		],
		[
			"that bank accounts cannot be used now, when that is the shop's to mend",
			"CONFLICT",
			503,
			pageWords.byBank.notNow,
		],
	] as const)("show %s, and the order can be paid in another way", async (_what, code, status, sentence) => {
		await using counter = await openCounter();
		counter.gateway.bankRequests.refusal = {
			status: code === "CONFLICT" ? 409 : 400,
			code,
			message: "Name a smaller amount.",
		};
		const order = await counter.book.place(mug);
		const answer = await post(counter, order, {});
		expect(answer.status).toBe(status);
		const page = await answer.text();
		expect(page).toContain(sentence);
		expect(page).toContain(`value="${payer.email}"`);
		expect(stateOf(counter, order)).toBe("open");
		counter.gateway.bankRequests.refusal = undefined;
		const [, after = ""] = /name="after" value="(\d+)"/.exec(page) ?? [];
		await post(counter, order, { after });
		expect(stateOf(counter, order)).toBe("asked");
	});

	test("say beside the field what is wrong, and keep what was typed", async () => {
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

	test("come back to the checkout when the payer has declined, and say so", async () => {
		await using counter = await openCounter();
		const { order, request } = await askedOrder(counter);
		request.transaction_result = "DECLINED";
		const answer = await openApp(counter).request(`/orders/${order.id}`);
		expect(answer.status).toBe(303);
		const page = await (await openApp(counter).request(answer.headers.get("Location") ?? "")).text();
		expect(page).toContain(pageWords.checkout.notCharged.bank_request_over);
	});
});
