import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openApp, type TestApp } from "../../test-support/app.ts";
import { cardToken, openCounter, payer, type TestCounter } from "../../test-support/shop.ts";
import { subscriptionWords as words } from "../locale/en/subscription.ts";
import { orderState } from "../orders/order.ts";

let counter: TestCounter;
let app: TestApp;

beforeEach(async () => {
	counter = await openCounter();
	app = openApp(counter);
});

afterEach(() => counter[Symbol.asyncDispose]());

const form = "application/x-www-form-urlencoded";

function post(path: string, body: string, type = form, headers: Record<string, string> = {}) {
	const sent = { "Sec-Fetch-Site": "same-origin", "Content-Type": type, ...headers };
	return app.request(path, { method: "POST", body, headers: sent });
}

async function order(fields: Record<string, string> = {}) {
	const purchase = new URLSearchParams({ thing: "coffee-of-the-month", quantity: "1", ...fields });
	const answer = await post("/orders", purchase.toString());
	return { status: answer.status, id: answer.headers.get("Location")?.split("/")[2] ?? "" };
}

function pay(id: string, changes: Record<string, unknown> = {}) {
	return post("/pay", JSON.stringify({ order_id: id, ...payer, ...changes }), "application/json");
}

async function subscribed(token = payer.token): Promise<string> {
	const { id } = await order();
	await pay(id, { token });
	return id;
}

const page = async (id: string, part = "") => (await app.request(`/orders/${id}/subscription${part}`)).text();
const take = (id: string, step: string) => post(`/orders/${id}/subscription/${step}`, "");
const changeCard = (id: string, token: unknown = cardToken("b")) =>
	post(`/orders/${id}/subscription/card`, JSON.stringify({ token }), "application/json");

/** So that it need not be made before a subscription starts: one request for the plan, one for the start. */
function planIsThere(): void {
	counter.gateway.subscriptions.plans.push({
		lookup_id: "plan0",
		amount: 19,
		currency: "CAD",
		number_of_payments: null,
	});
}

function theSubscription() {
	const [only, ...others] = [...counter.gateway.customers.subscriptions.values()].flat();
	if (only === undefined || others.length > 0) throw new Error("There is not exactly one subscription.");
	return only;
}

describe("subscribing", () => {
	test("pays the first month, keeps the card for a customer of its own, and begins a month after that payment", async () => {
		const id = await subscribed();
		expect(counter.gateway.saleRequests).toMatchObject([
			{ path: "/transaction-service/sale/customer/customer1", body: { amount: 19, token: payer.token } },
		]);
		expect(counter.gateway.subscriptions.plans).toMatchObject([
			{ name: "Coffee of the month", amount: 19, currency: "CAD", frequency: "MOTHLY", send_receipt: true },
		]);
		expect(counter.gateway.subscriptions.started).toEqual([
			{
				plan_lookup_id: "plan1",
				card_lookup_id: "cardOftransaction1",
				start_date: Date.UTC(2026, 8, 14, 15, 9),
				email: "ana@example.com",
				description: "Coffee of the month",
			},
		]);
		expect(await page(id)).toContain("Monday, September 14, 2026");
	});

	test("uses the plan that the gateway has", async () => {
		await subscribed();
		await counter.restart();
		app = openApp(counter);
		await subscribed(cardToken("b"));
		expect(counter.gateway.subscriptions.plans).toHaveLength(1);
		expect(counter.gateway.subscriptions.started).toHaveLength(2);
	});

	test("starts one subscription, however often and from wherever it is looked at", async () => {
		const { id } = await order();
		await Promise.all([pay(id), pay(id)]);
		await Promise.all([page(id), page(id), counter.subscriptions.settleAll()]);
		await counter.restart();
		app = openApp(counter);
		await Promise.all([page(id), counter.subscriptions.settleAll()]);
		expect(counter.gateway.subscriptions.started).toHaveLength(1);
	});

	test("a start whose answer was lost is asked for again under its key, and made once", async () => {
		const { id } = await order();
		planIsThere();
		counter.gateway.subscriptions.mishaps.push("none", "lose_answer", "lose_answer", "lose_answer");
		await pay(id);
		await counter.restart();
		app = openApp(counter);
		expect(await page(id)).toContain(words.states.active.chip);
		expect(counter.gateway.subscriptions.started).toHaveLength(1);
	});

	test("a start that was lost on its way is made by whoever asks next", async () => {
		const { id } = await order();
		planIsThere();
		counter.gateway.subscriptions.mishaps.push("none", "lose_request", "lose_request", "lose_request");
		await pay(id);
		expect(counter.gateway.subscriptions.started).toEqual([]);
		expect(await page(id)).toContain(words.states.active.chip);
		expect(counter.gateway.subscriptions.started).toHaveLength(1);
	});

	test("what the gateway could not start is started by the settling, and the page says so until then", async () => {
		counter.gateway.subscriptions.mishaps.push(...Array<"unavailable">(3).fill("unavailable"));
		const { id } = await order();
		await pay(id);
		expect(counter.gateway.subscriptions.started).toEqual([]);
		counter.gateway.subscriptions.mishaps.push(...Array<"unavailable">(3).fill("unavailable"));
		expect(await page(id)).toContain(words.waiting.starting.title);
		await counter.subscriptions.settleAll();
		expect(await page(id)).toContain(words.states.active.chip);
	});

	test("a first month that is declined starts nothing, and the next card is tried for the same customer", async () => {
		const { id } = await order();
		const declined = {
			transaction_id: "declined1",
			invoice_id: `${id}-1`,
			amount: 19,
			transaction_result: "DECLINED",
			transaction_success: false,
			transaction_type: "sale",
			transaction_time: 1,
		};
		counter.gateway.next({ status: 402, body: declined });
		await pay(id);
		expect(orderState(counter.book.get(id))).toBe("declined");
		expect((await app.request(`/orders/${id}/subscription`)).status).toBe(404);
		await pay(id, { token: cardToken("b") });
		expect(await page(id)).toContain(words.states.active.chip);
		expect(counter.gateway.customers.made).toHaveLength(1);
	});

	test("without a customer nothing is charged, since there could be no next month", async () => {
		counter.gateway.customers.unavailable = 9;
		const { id } = await order();
		const answer = await pay(id);
		expect([answer.status, counter.gateway.charges]).toEqual([503, []]);
		const known = counter.book.get(id);
		expect(orderState(known)).toBe("open");
		counter.gateway.customers.unavailable = 0;
		await pay(id);
		expect(await page(id)).toContain(words.states.active.chip);
	});

	test("is sold one a month: no other quantity, and nothing that is only held", async () => {
		expect((await order({ quantity: "2" })).status).toBe(400);
		expect((await order({ hold: "yes" })).status).toBe(400);
	});

	test("offers no card on file, which could be forgotten, and gives the browser no key", async () => {
		const { id } = await order();
		expect(await (await app.request(`/orders/${id}/checkout`)).text()).not.toContain('id="remember"');
		const answer = await pay(id, { remember: true });
		expect([answer.headers.getSetCookie(), counter.cardBook.list()]).toEqual([[], []]);
	});

	test("an order of something else has no subscription", async () => {
		const { id } = await order({ thing: "enamel-mug" });
		await pay(id);
		for (const path of ["", "/cancel", "/card"]) {
			expect((await app.request(`/orders/${id}/subscription${path}`)).status).toBe(404);
		}
		expect((await take(id, "cancel")).status).toBe(404);
	});
});

describe("the page of a subscription", () => {
	test.each([
		["ACTIVE", words.states.active.chip],
		["RETRY", words.states.retrying.chip],
		["SUSPENDED", words.states.suspended.chip],
		["PAUSED", words.states.paused.chip],
		["CANCELED", words.states.cancelled.chip],
		["CANCELLED", words.states.cancelled.chip],
		["EXPIRED", words.states.ended.chip],
	])("shows %s as %j, with the gateway's amount and dates", async (status, chip) => {
		const id = await subscribed();
		const dates = { next_run: Date.UTC(2027, 1, 3, 17), last_success: Date.UTC(2027, 0, 5, 17) };
		Object.assign(theSubscription(), { status, amount: 23.45, ...dates });
		const shown = await page(id);
		for (const text of [chip, "$23.45", "Wednesday, February 3, 2027", "Tuesday, January 5, 2027"]) {
			expect(shown).toContain(text);
		}
		expect(shown).not.toMatch(/\$19\.00|customer1|subscription1/);
	});

	test("says that it cannot tell while the gateway does not, and that it is gone when it is", async () => {
		const id = await subscribed();
		counter.gateway.customers.unavailable = 9;
		expect(await page(id)).toContain(words.waiting.unreadable.title);
		counter.gateway.customers.unavailable = 0;
		counter.gateway.customers.remove("customer1");
		expect(await page(id)).toContain(words.waiting.gone.title);
	});
});

describe("what its payer does", () => {
	test("pausing, resuming and cancelling are asked of the gateway, once each", async () => {
		const id = await subscribed();
		for (const step of ["pause", "pause", "resume", "resume", "cancel", "cancel"]) {
			const answer = await take(id, step);
			expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/orders/${id}/subscription`]);
		}
		const statuses = counter.gateway.subscriptions.changes.map(({ status }) => status);
		expect(statuses).toEqual(["PAUSED", "ACTIVE", "CANCELLED"]);
	});

	test("a page left open cannot bring back what was cancelled", async () => {
		const id = await subscribed();
		await take(id, "cancel");
		await take(id, "resume");
		await changeCard(id);
		expect(theSubscription().status).toBe("CANCELLED");
		expect(counter.gateway.customers.stored).toEqual([]);
	});

	test("cancelling is asked about once, by a page that changes nothing", async () => {
		const id = await subscribed();
		expect(await page(id, "/cancel")).toContain(words.cancel.yes);
		expect(theSubscription().status).toBe("ACTIVE");
	});

	test("what the gateway did not do is told, and the page shows how it stands", async () => {
		const id = await subscribed();
		counter.gateway.subscriptions.mishaps.push(...Array<"unavailable">(3).fill("unavailable"));
		const answer = await take(id, "pause");
		expect(answer.headers.get("Location")).toBe(`/orders/${id}/subscription?failed`);
		const shown = await page(id, "?failed");
		expect(shown).toContain(words.notDone);
		expect(shown).toContain(words.states.active.chip);
	});

	test("another card is billed from then on, and the former one deleted", async () => {
		const id = await subscribed();
		const answer = await changeCard(id);
		expect([answer.status, await answer.json()]).toEqual([200, {}]);
		expect(counter.gateway.customers.stored).toEqual([{ customerId: "customer1", token: cardToken("b") }]);
		expect(counter.gateway.subscriptions.changes).toEqual([{ card_lookup_id: "stored1" }]);
		expect(counter.gateway.customers.deletions).toEqual([
			"/customer-service/customer/customer1/card/cardOftransaction1",
		]);
		expect(await page(id)).toContain("Visa •••• 4444, 08/31");
	});

	test.each(["RETRY", "SUSPENDED"])(
		"%s: with another card the payment that failed is tried at once",
		async (status) => {
			const id = await subscribed();
			theSubscription().status = status;
			await changeCard(id);
			expect(counter.gateway.subscriptions.changes).toEqual([{ status: "ACTIVE", card_lookup_id: "stored1" }]);
		},
	);

	test("a card that the bank refuses changes nothing, and the payer reads why", async () => {
		const id = await subscribed();
		counter.gateway.customers.refusesNextCard = true;
		const answer = await changeCard(id);
		expect([answer.status, await answer.json()]).toEqual([
			422,
			{ message: words.newCard.refused("The card was declined.") },
		]);
		expect([counter.gateway.subscriptions.changes, counter.gateway.customers.deletions]).toEqual([[], []]);
	});

	test.each(["4111111111111111", "", null, 7])("P-13 what is no card token is not sent on: %j", async (token) => {
		const id = await subscribed();
		expect((await changeCard(id, token)).status).toBe(400);
		expect(counter.gateway.customers.stored).toEqual([]);
	});

	test("X-24 another site's form does none of it", async () => {
		const id = await subscribed();
		for (const step of ["pause", "resume", "cancel", "card"]) {
			const answer = await post(`/orders/${id}/subscription/${step}`, "", form, { "Sec-Fetch-Site": "cross-site" });
			expect(answer.status).toBe(403);
		}
		expect(counter.gateway.subscriptions.changes).toEqual([]);
	});
});
