import { beforeEach, describe, expect, test } from "vitest";
import { cardWith, signIn } from "../../../../test/fixtures/client.ts";
import { passTime } from "../../../../test/fixtures/eft/eft.ts";
import { type Browser, freshToken, unavailable, useTestShop } from "../../../../test/fixtures/shop.ts";
import { subscriptionWords as words } from "../locale/en/subscription.ts";
import { orderState } from "../orders/order.ts";
import { recoverAll } from "../orders/recover.ts";
import { formatDate } from "../ui.ts";
import { monthAfter } from "./subscriptions.ts";

const shop = useTestShop();
let browser: Browser;

beforeEach(() => {
	browser = shop.browser();
});

const dayMs = 86_400_000;
const coffee = "coffee-of-the-month";
const start = /^POST \/customer-service\/customer\/subscription/;
const patch = /^PATCH /;
const plan = /^GET \/plan-service/;
const starts = () => shop.sentTo(/^\/customer-service\/customer\/subscription$/);
const changes = () => shop.sent.filter(({ method }) => method === "PATCH").map(({ body }) => body);
const deletions = () => shop.sent.filter(({ method }) => method === "DELETE");
const stored = () => shop.sentTo(/^\/customer-service\/customer\/\w+\/card$/);

async function subscribed(): Promise<string> {
	const id = await browser.order(coffee);
	await browser.pay(id);
	return id;
}

const page = (id: string, part = "") => browser.page(`/orders/${id}/subscription${part}`);
const take = (id: string, step: string) => browser.post(`/orders/${id}/subscription/${step}`, {});
const changeCard = async (id: string, number = "5555555555554444") =>
	browser.postJson(`/orders/${id}/subscription/card`, { token: await freshToken(shop, cardWith(number)) });

/** The subscriptions at the gateway of the customer who paid for an order. */
async function subscriptionsOf(id: string) {
	const customer = shop.get(id).attempts.at(-1)?.customerId ?? "";
	const path = { customer_lookup_id: customer };
	return (await shop.shop.client.get("/customer-service/customer/{customer_lookup_id}", { path })).subscriptions;
}

/** The next answer has these fields in the gateway's record of the subscription. */
async function answerAs(id: string, fields: object): Promise<void> {
	const subscriptions = (await subscriptionsOf(id)).map((one) => ({ ...one, ...fields }));
	shop.fail(/^GET \/customer-service/, { change: { subscriptions } });
}

describe("subscribing", () => {
	test("pays the first month, stores the card for a new customer, and starts a month after that payment", async () => {
		const id = await subscribed();
		expect(shop.sentTo(/\/sale\/customer\/\w+$/)).toMatchObject([{ body: { amount: 19 } }]);
		const outcome = shop.get(id).attempts[0]?.outcome;
		const startsAt = monthAfter(outcome?.kind === "paid" ? outcome.at : 0);
		const body = { start_date: startsAt, email: "ana@example.com", description: "Coffee of the month" };
		expect(starts()).toMatchObject([{ key: `subscription-${id}`, body }]);
		expect(await subscriptionsOf(id)).toMatchObject([{ amount: 19, name: "Coffee of the month", status: "ACTIVE" }]);
		expect(await page(id)).toContain(formatDate(startsAt));
	});

	test("uses the gateway's plan, which mails receipts, and starts once however often it is read", async () => {
		const id = await browser.order(coffee);
		await Promise.all([browser.pay(id), browser.pay(id)]);
		await Promise.all([page(id), page(id), recoverAll(shop.shop)]);
		await shop.restart();
		await Promise.all([page(id), recoverAll(shop.shop)]);
		await subscribed();
		expect(await subscriptionsOf(id)).toHaveLength(1);
		const { plans } = await shop.shop.client.get("/plan-service/plan", { query: { plan_name: "Coffee of the month" } });
		expect(plans).toMatchObject([{ amount: 19, currency: "CAD", frequency: "MOTHLY", send_receipt: true }]);
	});

	test.each(["lose_answer", "lose_request"] as const)(
		"a start with the fault %s is repeated, and made once",
		async (fault) => {
			const id = await browser.order(coffee);
			shop.fail(start, fault, fault);
			await browser.pay(id);
			await shop.restart();
			await recoverAll(shop.shop);
			expect(await page(id)).toContain(words.states.active.chip);
			expect(await subscriptionsOf(id)).toHaveLength(1);
		},
	);

	test("that the gateway could not start is started by the recovery, and the page says so until then", async () => {
		const id = await browser.order(coffee);
		shop.fail(plan, unavailable, unavailable, unavailable, unavailable);
		await browser.pay(id);
		expect(await page(id)).toContain(words.starting.title);
		expect(starts()).toEqual([]);
		await recoverAll(shop.shop);
		expect(await page(id)).toContain(words.states.active.chip);
	});

	test("starts nothing after a decline, and the next card is tried for the same customer", async () => {
		const id = await browser.order(coffee);
		await browser.pay(id, { token: await freshToken(shop, cardWith("4000000000000002")) });
		expect(orderState(shop.get(id))).toBe("declined");
		expect((await browser.request(`/orders/${id}/subscription`)).status).toBe(404);
		await browser.pay(id);
		expect(await page(id)).toContain(words.states.active.chip);
		expect(shop.sentTo(/^\/customer-service\/customer$/)).toHaveLength(1);
	});

	test("charges nothing without a customer, since there could be no next month", async () => {
		const id = await browser.order(coffee);
		shop.fail(/^POST \/customer-service/, "lose_request");
		const answer = await browser.pay(id);
		expect([answer.status, shop.sentTo(/\/sale/), orderState(shop.get(id))]).toEqual([503, [], "open"]);
		await browser.pay(id);
		expect(await page(id)).toContain(words.states.active.chip);
	});

	test("sells one a month: no other quantity, no hold, no saved card, and no key for the browser", async () => {
		for (const more of [{ quantity: "2" }, { hold: "yes" }]) {
			expect((await browser.post("/orders", { thing: coffee, quantity: "1", ...more })).status).toBe(400);
		}
		const id = await browser.order(coffee);
		expect(await browser.page(`/orders/${id}/checkout`)).not.toContain('id="remember"');
		await browser.pay(id, { remember: true });
		expect([browser.received, shop.database.prepare("SELECT * FROM card_holders").all()]).toEqual([[], []]);
	});

	test("an order of something else has no subscription", async () => {
		const id = await browser.order();
		await browser.pay(id);
		for (const path of ["", "/cancel", "/card"]) {
			expect((await browser.request(`/orders/${id}/subscription${path}`)).status).toBe(404);
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
		await answerAs(id, { status, amount: 23.45, ...dates });
		const shown = await page(id);
		for (const text of [chip, "$23.45", "Wednesday, February 3, 2027", "Tuesday, January 5, 2027"]) {
			expect(shown).toContain(text);
		}
		expect(shown).not.toMatch(/\$19\.00/);
	});

	test("shows the amount of all units", async () => {
		const id = await subscribed();
		await answerAs(id, { amount: 23.45, quantity: 2 });
		expect(await page(id)).toContain("$46.90");
	});

	test("shows the last payment after a renewal", async () => {
		const id = await subscribed();
		await passTime(await signIn(shop.gateway.url, shop.gateway.merchant), 32 * dayMs);
		await expect.poll(() => page(id)).toContain("Last payment");
	});

	test("says to try again while the gateway does not answer", async () => {
		const id = await subscribed();
		shop.fail(/customer-service/, unavailable, unavailable);
		expect(await page(id)).toContain(words.starting.again);
		expect(await page(id)).toContain(words.states.active.chip);
	});
});

describe("a payer's steps", () => {
	test("pause, resume and cancel once each, however often they are pressed", async () => {
		const id = await subscribed();
		for (const step of ["pause", "pause", "resume", "resume", "cancel", "cancel"]) {
			const answer = await take(id, step);
			expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/orders/${id}/subscription`]);
		}
		expect(changes().map(({ status }) => status)).toEqual(["PAUSED", "ACTIVE", "CANCELLED"]);
	});

	test("cannot bring back a cancelled subscription from a page left open", async () => {
		const id = await subscribed();
		expect(await page(id, "/cancel")).toContain(words.cancel.yes);
		expect(await subscriptionsOf(id)).toMatchObject([{ status: "ACTIVE" }]);
		await take(id, "cancel");
		await take(id, "resume");
		await changeCard(id);
		expect([await subscriptionsOf(id), stored()]).toMatchObject([[{ status: "CANCELLED" }], []]);
	});

	test("that the gateway did not take are reported, and the page shows the state", async () => {
		const id = await subscribed();
		shop.fail(patch, unavailable, unavailable);
		const answer = await take(id, "pause");
		expect(answer.headers.get("Location")).toBe(`/orders/${id}/subscription?failed`);
		const shown = await page(id, "?failed");
		for (const text of [words.notDone, words.states.active.chip]) expect(shown).toContain(text);
	});

	test("change the card, and the former one is deleted", async () => {
		const id = await subscribed();
		const answer = await changeCard(id);
		expect([answer.status, await answer.json()]).toEqual([200, {}]);
		expect([stored(), deletions()]).toMatchObject([[{}], [{}]]);
		expect(changes()).toEqual([{ card_lookup_id: expect.any(String) }]);
		expect(await page(id)).toContain("Mastercard •••• 4444, 08/31");
	});

	test.each(["RETRY", "SUSPENDED"])("%s: with another card the failed payment is tried at once", async (status) => {
		const id = await subscribed();
		await answerAs(id, { status });
		await changeCard(id);
		expect(changes()).toMatchObject([{ status: "ACTIVE" }]);
	});

	test("with a refused card change nothing, and the payer reads why", async () => {
		const id = await subscribed();
		const answer = await changeCard(id, "4000000000000002");
		expect([answer.status, await answer.json()]).toEqual([
			422,
			{ message: expect.stringContaining(words.newCard.refused("")) },
		]);
		expect([changes(), deletions()]).toEqual([[], []]);
	});

	test.each(["4111111111111111", "", null, 7])("P-13 do not send on %j in place of a token", async (token) => {
		const id = await subscribed();
		expect((await browser.postJson(`/orders/${id}/subscription/card`, { token })).status).toBe(400);
		expect(stored()).toEqual([]);
	});

	test("X-24 from another site's form are refused", async () => {
		const id = await subscribed();
		for (const step of ["pause", "resume", "cancel", "card"]) {
			const path = `/orders/${id}/subscription/${step}`;
			expect((await browser.post(path, {}, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
		}
		expect(changes()).toEqual([]);
	});
});
