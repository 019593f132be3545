import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "../../../../test/fixtures/client.ts";
import { accounts, passTime, railDelayMs } from "../../../../test/fixtures/eft/eft.ts";
import { linkIn, payBy } from "../../../../test/fixtures/eft/requests.ts";
import { type Browser, payer, unavailable, useTestShop } from "../../../../test/fixtures/shop.ts";
import { pageWords } from "../locale/en/pages.ts";
import { orderState } from "../orders/order.ts";
import { recoverAll, recoverOrder } from "../orders/recover.ts";

const shop = useTestShop();
let browser: Browser;

beforeEach(() => {
	browser = shop.browser();
});

const request = /^POST \/transaction-service-vt\/eft\/request\//;
const lookup = /^GET \/transaction-service-vt\/eft\/transaction\//;
const agreed = { transaction_result: "APPROVED" };
const confirmed = { transaction_result: "APPROVED", settled_time: 1 };
const refused = { transaction_result: "DECLINED" };
const returned = { transaction_result: "DECLINED", return_code: "901" };
const requests = () => shop.sentTo(/\/eft\/request\//);
const stateOf = (id: string) => orderState(shop.get(id));

/** Posts the form of the bank request's page; by default as a page that shows the order as it is. */
function post(id: string, fields: Record<string, string> = {}): Promise<Response> {
	return browser.post(`/orders/${id}/bank-request`, {
		known_count: `${shop.get(id).attempts.length}`,
		...payer,
		...fields,
	});
}

async function requestedOrder(): Promise<string> {
	const id = await browser.order();
	await post(id);
	return id;
}

/** Does what an event does, with these fields in the gateway's record of the request. */
async function recoverAs(id: string, change: object): Promise<void> {
	shop.fail(lookup, { change });
	await recoverOrder(shop.shop, id);
}

describe("a bank request", () => {
	test("is mailed for the whole amount under the attempt's own key; the order waits for payer and bank, and is paid", async () => {
		const id = await browser.order();
		const checkout = await browser.page(`/orders/${id}/checkout`);
		const [, path = ""] = /href="(\/orders\/\w+\/bank-request[^"]*)"/.exec(checkout) ?? [];
		expect(await browser.page(path)).toContain(`action="/orders/${id}/bank-request"`);
		const answer = await post(id);
		expect(answer.status).toBe(303);
		const page = await browser.page(answer.headers.get("Location") ?? "");
		for (const text of [pageWords.requested.title, payer.email]) expect(page).toContain(text);
		const description = `Order ${id.slice(0, 4)}-${id.slice(4, 8)}`;
		expect(requests()).toMatchObject([{ key: `${id}-1`, body: { amount: 31, description } }]);

		const outcome = shop.get(id).attempts[0]?.outcome;
		const client = await signIn(shop.gateway.url, shop.gateway.merchant);
		await passTime(client, 1_000);
		const link = await linkIn(shop.gateway, { transaction_id: outcome?.kind === "requested" && outcome.transactionId });
		await payBy(shop.gateway, link, accounts.good);
		await recoverOrder(shop.shop, id);
		expect(await browser.page(`/orders/${id}`)).toContain(pageWords.clearing.title);
		await passTime(client, 2 * railDelayMs);
		await recoverOrder(shop.shop, id);
		const receipt = await browser.page(`/orders/${id}`);
		for (const text of [pageWords.payment.paid.title, pageWords.payment.byBank]) expect(receipt).toContain(text);
		expect(receipt).not.toMatch(/••••|id="refunds"/);
	});

	test.each([
		["paid when the bank has confirmed it", confirmed, "paid"],
		["clearing when the payer has agreed and the bank has not confirmed it", agreed, "clearing"],
		["open again when the payer has declined, or it has expired", refused, "open"],
		["returned when the bank has returned it", returned, "returned"],
		["requested for as long as the payer has not answered", {}, "requested"],
	] as const)("makes the order %s", async (_what, change, state) => {
		const id = await requestedOrder();
		await shop.restart();
		await recoverAs(id, change);
		expect(stateOf(id)).toBe(state);
	});

	test.each([
		["paid", confirmed],
		["returned", returned],
	] as const)("that the payer agreed to becomes %s, and takes no card before", async (state, change) => {
		const id = await requestedOrder();
		await recoverAs(id, agreed);
		await browser.pay(id);
		expect([stateOf(id), shop.sentTo(/\/sale/)]).toEqual(["clearing", []]);
		await recoverAs(id, change);
		expect(stateOf(id)).toBe(state);
		await browser.pay(id);
		expect(stateOf(id)).toBe("paid");
	});

	test.each([
		["the same customer for the same name and address", {}, 1],
		["another customer for another address", { email: "other@example.com" }, 2],
		["another customer for another name", { name: "Ada" }, 2],
	])("made again asks %s", async (_what, changes, customers) => {
		const id = await requestedOrder();
		await recoverAs(id, refused);
		await post(id, changes);
		expect(requests()).toHaveLength(2);
		expect(new Set(requests().map(({ path }) => path)).size).toBe(customers);
	});

	test("is made once for two presses, and excludes a card and another request while it is open", async () => {
		const id = await browser.order();
		await Promise.all([post(id), post(id)]);
		await post(id, { known_count: "0" });
		await browser.pay(id);
		await post(id);
		expect([requests().length, shop.sentTo(/\/sale/)]).toEqual([1, []]);
	});

	test("whose answer was lost is found under the same key for a day, and no second mail is sent", async () => {
		shop.fail(request, "lose_answer", "lose_answer");
		const id = await requestedOrder();
		expect(stateOf(id)).toBe("unknown");
		shop.clock.aheadMs = 24 * 3_600_000;
		await recoverAll(shop.shop);
		expect(stateOf(id)).toBe("unknown");
		shop.clock.aheadMs = 0;
		await recoverAll(shop.shop);
		expect(stateOf(id)).toBe("requested");
		expect(new Set(requests().map(({ key }) => key))).toEqual(new Set([`${id}-1`]));
	});

	test("waits while the gateway is away, and is found paid once it is back", async () => {
		const id = await requestedOrder();
		shop.fail(lookup, unavailable, unavailable);
		await expect(recoverOrder(shop.shop, id)).rejects.toThrow();
		expect(stateOf(id)).toBe("requested");
		await recoverAs(id, confirmed);
		expect(stateOf(id)).toBe("paid");
	});

	test.each([
		["a hold", "enamel-mug", { hold: "yes" }],
		["a subscription", "coffee-of-the-month", {}],
	])("is not for %s, which needs a card", async (_what, thing, more) => {
		const id = await browser.order(thing, more);
		await post(id);
		expect([requests(), await browser.page(`/orders/${id}/checkout`)]).toEqual([
			[],
			expect.not.stringContaining("bank-request"),
		]);
		expect((await browser.request(`/orders/${id}/bank-request`)).status).toBe(404);
	});
});

describe("the page of a bank request", () => {
	test.each([
		["says that the bank has yet to confirm", agreed, pageWords.clearing, false],
		["says that the bank did not pay, and leads back to the checkout", returned, pageWords.returned, true],
	] as const)("%s", async (_what, change, { title }, isPayable) => {
		const id = await requestedOrder();
		await recoverAs(id, change);
		const page = await browser.page(`/orders/${id}`);
		expect(page).toContain(title);
		expect(page).not.toContain(pageWords.payment.paid.title);
		expect(page.includes(`/orders/${id}/checkout`)).toBe(isPayable);
	});

	test.each([
		[400, "BAD_REQUEST", 422, "Name a smaller amount."],
		[409, "CONFLICT", 503, "This shop cannot be paid from bank accounts right now."],
	] as const)(
		"explains a refusal with %i, and the order can be paid in another way",
		async (status, code, answered, text) => {
			const refusal = { status, body: { code, message: "Name a smaller amount." } };
			shop.fail(request, refusal);
			const id = await browser.order();
			const answer = await post(id);
			const page = await answer.text();
			expect(answer.status).toBe(answered);
			for (const shown of [text, `value="${payer.email}"`]) expect(page).toContain(shown);
			expect(stateOf(id)).toBe("open");
			const [, after = ""] = /name="known_count" value="(\d+)"/.exec(page) ?? [];
			await post(id, { known_count: after });
			expect(stateOf(id)).toBe("requested");
		},
	);

	test("shows a mistake at its field and keeps the typed text", async () => {
		const id = await browser.order();
		const answer = await post(id, { email: "nobody" });
		const page = await answer.text();
		expect([answer.status, (await post(id, { known_count: "x" })).status, requests()]).toEqual([400, 404, []]);
		for (const text of ["Type an email address like name@example.com.", 'value="nobody"']) expect(page).toContain(text);
	});

	test("leads back to the checkout when the payer has declined, which says so", async () => {
		const id = await requestedOrder();
		await recoverAs(id, refused);
		const answer = await browser.request(`/orders/${id}`);
		expect(answer.status).toBe(303);
		expect(await browser.page(answer.headers.get("Location") ?? "")).toContain(
			pageWords.checkout.notCharged.bank_refused,
		);
	});
});
