import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cardWith, goodCard } from "../../../../test/fixtures/client.ts";
import {
	type Browser,
	freshToken,
	openTestShop,
	payer,
	pending,
	unavailable,
	useTestShop,
} from "../../../../test/fixtures/shop.ts";
import { pageWords } from "../locale/en/pages.ts";
import { orderNumber, orderState } from "../orders/order.ts";
import { recoverOrder } from "../orders/recover.ts";
import {
	deleteObsoleteCards,
	findHolder,
	forgetCards,
	lastLookAfterMs,
	prepareToSave,
	rememberedForMs,
} from "./saved-cards.ts";

const shop = useTestShop();

const words = pageWords.savedCards;
const customers = /^\w+ \/customer-service\//;
const sale = /^POST \/transaction-service\/sale/;
const visa = "Visa •••• 1111, 08/31";
const otherCard = cardWith("5555555555554444");

const stateOf = (id: string) => orderState(shop.get(id));
const lastOutcome = (id: string) => shop.get(id).attempts.at(-1)?.outcome;
const holders = () => shop.database.prepare("SELECT * FROM card_holders").all();
const deletions = () => shop.sent.filter(({ method }) => method === "DELETE");
const checkoutOf = async (browser: Browser, order?: string) =>
	browser.page(`/orders/${order ?? (await browser.order())}/checkout`);

/** Pays an order and has the card remembered. */
async function payRemembered(browser: Browser, card = goodCard): Promise<string> {
	const order = await browser.order();
	await browser.pay(order, { remember: true, token: await freshToken(shop, card) });
	return order;
}

/** A browser whose first order was paid with a card that is remembered. */
async function knownBrowser(): Promise<Browser> {
	const browser = shop.browser();
	await payRemembered(browser);
	return browser;
}

/** Presses Pay at the saved card, on a page that shows the order as it is; by default with the newest card. */
async function payOnFile(browser: Browser, order: string, changes: Record<string, string> = {}): Promise<Response> {
	const [, card = "none"] = /name="card" value="(\w+)"/.exec(await checkoutOf(browser)) ?? [];
	const after = String(shop.get(order).attempts.length);
	return browser.post(`/orders/${order}/card-on-file`, { known_count: after, card, checkout: "widget", ...changes });
}

const forget = (browser: Browser, order: string) =>
	browser.post(`/orders/${order}/forget-card`, { checkout: "widget" });

describe("remembering a card", () => {
	test("is off by default: no customer, no cookie", async () => {
		const browser = shop.browser();
		const order = await browser.order();
		expect(await checkoutOf(browser, order)).toMatch(/<input type="checkbox" id="remember"(?![^>]*checked)/);
		await browser.pay(order);
		expect([stateOf(order), shop.sentTo(/customer/), browser.received]).toEqual(["paid", [], []]);
	});

	test("creates one customer per browser, and X-29 a cookie that no script reads and no other site sends", async () => {
		const browser = await knownBrowser();
		await payRemembered(browser, otherCard);
		const body = { email: payer.email, first_name: "Ana María", last_name: "López" };
		expect(shop.sentTo(/^\/customer-service\/customer$/)).toMatchObject([{ body }]);
		const paths = shop.sentTo(/\/sale/).map(({ path }) => path);
		expect(new Set(paths).size).toBe(1);
		expect(paths[0]).toMatch(/^\/transaction-service\/sale\/customer\/\w+$/);
		expect(browser.received[0]).toMatch(
			/^__Host-card-key=[A-Za-z0-9_-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
	});

	test("a shop at plain HTTP sets a cookie without the parts that need HTTPS", async () => {
		await using plain = await openTestShop(shop.gateway, "http://localhost:8081");
		const browser = plain.browser();
		await browser.pay(await browser.order(), { remember: true });
		expect(browser.received[0]).toMatch(/^card-key=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
	});

	test("the shop's database holds neither the key nor anything of the card", async () => {
		const browser = await knownBrowser();
		const card = /name="card" value="(\w+)"/.exec(await checkoutOf(browser))?.[1] ?? "none";
		const file = await readFile(join(shop.directory, "shop.sqlite"), "latin1");
		// Fewer digits of the card may be in a time.
		for (const secret of [...browser.cookies.values(), "08/31", "411111", card]) expect(file).not.toContain(secret);
		expect(holders()).toMatchObject([{ email: payer.email }]);
	});

	test("X-29 a newly saved card changes the key: a key that a stranger planted opens nothing", async () => {
		const browser = await knownBrowser();
		const intruder = shop.browser();
		for (const [name, key] of browser.cookies) intruder.cookies.set(name, key);
		await payRemembered(browser, otherCard);
		const order = await intruder.order();
		expect(await checkoutOf(intruder, order)).not.toContain(words.forgetAll);
		await payOnFile(intruder, order);
		expect(stateOf(order)).toBe("open");
		expect(await checkoutOf(browser)).toContain(words.forgetAll);
	});

	test("X-29 an old token issues no key to cards that another browser has saved since", async () => {
		const intruder = shop.browser();
		const order = await intruder.order();
		const token = await freshToken(shop);
		await intruder.pay(order, { remember: true, token });
		const victim = shop.browser();
		for (const [name, key] of intruder.cookies) victim.cookies.set(name, key);
		shop.clock.aheadMs += 1_000;
		await payRemembered(victim, otherCard);
		intruder.cookies.clear();
		await intruder.pay(order, { remember: true, token });
		expect(intruder.cookies.size).toBe(0);
		expect(await checkoutOf(victim)).toContain(words.forgetAll);
	});

	test("a page that lost the answer sends its token again and still gets a key; another token gets none", async () => {
		const browser = shop.browser();
		const order = await browser.order();
		const token = await freshToken(shop);
		await browser.pay(order, { remember: true, token });
		browser.cookies.clear();
		const stranger = shop.browser();
		await stranger.pay(order, { remember: true });
		expect(stranger.received).toEqual([]);
		await browser.pay(order, { remember: true, token });
		expect(await checkoutOf(browser)).toContain(visa);
		expect(await shop.charges(order)).toHaveLength(1);
	});

	test("a declined card is not remembered", async () => {
		const browser = shop.browser();
		await browser.pay(await browser.order("enamel-mug", { quantity: "2" }), { remember: true });
		expect(await checkoutOf(browser)).not.toContain(words.forget);
	});

	test("without a customer to be had, the payment goes on and nothing is remembered", async () => {
		shop.fail(customers, "lose_request");
		const browser = shop.browser();
		const order = await payRemembered(browser);
		expect([stateOf(order), browser.received]).toEqual(["paid", []]);
		expect(shop.sentTo(/\/sale/).map(({ path }) => path)).toEqual(["/transaction-service/sale"]);
	});

	test("survives a restart, and ends a year after the card was last saved: the gateway then deletes it", async () => {
		const browser = await knownBrowser();
		await shop.restart();
		expect(await checkoutOf(browser)).toContain(visa);
		shop.clock.aheadMs = rememberedForMs - 60_000;
		const [key] = browser.cookies.values();
		expect(findHolder(shop.shop, key)).toBeDefined();
		shop.clock.aheadMs = rememberedForMs;
		expect(findHolder(shop.shop, key)).toBeUndefined();
		await deleteObsoleteCards(shop.shop);
		expect([deletions().length, holders()]).toEqual([1, []]);
	});
});

describe("paying with a saved card", () => {
	test("charges the customer's card in one press, under the attempt's own key and without a token", async () => {
		const browser = await knownBrowser();
		const order = await browser.order();
		const answer = await payOnFile(browser, order);
		expect([answer.status, answer.headers.get("Location"), stateOf(order)]).toEqual([303, `/orders/${order}`, "paid"]);
		const request = shop.sentTo(/\/sale/).at(-1);
		expect(request?.path).toMatch(/^\/transaction-service\/sale\/customer\/\w+\/card\/\w+$/);
		expect(request).toMatchObject({
			key: `${order}-1`,
			body: { amount: 31, email: payer.email, invoice_id: orderNumber({ id: order }) },
		});
		expect(request?.body).not.toHaveProperty("token");
	});

	test("holds an order that is to be held", async () => {
		const browser = await knownBrowser();
		const order = await browser.order("enamel-mug", { hold: "yes" });
		expect(await checkoutOf(browser, order)).toContain("Hold $31.00");
		await payOnFile(browser, order);
		expect([stateOf(order), shop.sentTo(/\/authorize\/customer\/\w+\/card\//)]).toMatchObject(["held", [{}]]);
	});

	test("shows brand, last four digits and expiry, and no name, address or customer", async () => {
		const browser = await knownBrowser();
		const [declined, paid] = [await browser.order("enamel-mug", { quantity: "2" }), await browser.order()];
		const checkout = await checkoutOf(browser, paid);
		for (const order of [declined, paid]) await payOnFile(browser, order);
		const pages = [checkout, await browser.page(`/orders/${paid}`), await checkoutOf(browser, declined)];
		const [{ customer_id: customerId }] = holders() as [{ customer_id: string }];
		expect(checkout).toContain(visa);
		for (const page of pages) {
			for (const secret of [payer.email, "López", "4111 11", customerId]) {
				expect(page.replaceAll(/4111 1111 1111 1111/g, "")).not.toContain(secret);
			}
		}
		expect(pages[1]).toContain("Thank you.");
	});

	test("chooses the newest card, and an older one can be chosen", async () => {
		const browser = await knownBrowser();
		await payRemembered(browser, otherCard);
		const order = await browser.order();
		const choices = [
			...(await checkoutOf(browser, order)).matchAll(/<input type="radio"[^>]* value="(\w+)" ?(checked)?/g),
		];
		expect(choices.map(([, , checked]) => checked)).toEqual(["checked", undefined]);
		await payOnFile(browser, order, { card: choices[1]?.[1] ?? "" });
		expect(await browser.page(`/orders/${order}`)).toContain("Visa •••• 1111");
	});

	test("pays once for two presses, also when the first was declined", async () => {
		const browser = await knownBrowser();
		const [approved, declined] = [await browser.order(), await browser.order("enamel-mug", { quantity: "2" })];
		await Promise.all([payOnFile(browser, approved), payOnFile(browser, approved)]);
		await payOnFile(browser, declined);
		await payOnFile(browser, declined, { known_count: "0" });
		expect([stateOf(approved), stateOf(declined)]).toEqual(["paid", "declined"]);
		expect([await shop.charges(approved), await shop.charges(declined)].map(({ length }) => length)).toEqual([1, 1]);
	});

	test("does nothing while another card's payment is in flight", async () => {
		const browser = await knownBrowser();
		const order = await browser.order();
		await Promise.all([browser.pay(order), payOnFile(browser, order, { known_count: "0" })]);
		expect([stateOf(order), await shop.charges(order)]).toMatchObject(["paid", [{}]]);
	});

	test("after a decline the same card or another can be tried, each as a new attempt", async () => {
		const browser = await knownBrowser();
		const order = await browser.order("enamel-mug", { quantity: "2" });
		for (let press = 0; press < 2; press++) await payOnFile(browser, order);
		await browser.pay(order);
		expect(
			shop
				.sentTo(/\/sale/)
				.slice(1)
				.map(({ key }) => key),
		).toEqual([1, 2, 3].map((n) => `${order}-${n}`));
	});

	test("recovers a lost answer from the gateway's records, and the order cannot be paid meanwhile", async () => {
		const browser = await knownBrowser();
		const order = await browser.order();
		shop.fail(sale, "lose_answer", "lose_answer");
		await payOnFile(browser, order);
		await payOnFile(browser, order);
		expect(stateOf(order)).toBe("unknown");
		await recoverOrder(shop.shop, order);
		expect(await browser.page(`/orders/${order}`)).toContain(pageWords.payment.paid.title);
		expect(await shop.charges(order)).toHaveLength(1);
	});

	test("does not charge a card that is gone, and the payer reads why", async () => {
		const browser = await knownBrowser();
		const order = await browser.order();
		await payOnFile(browser, order, { card: "anotherPersonsCard" });
		expect(lastOutcome(order)).toEqual({ kind: "not_charged", why: "card_gone" });
		expect(await checkoutOf(browser, order)).toContain(pageWords.checkout.notCharged.card_gone);
		// The gateway may find out only while it charges.
		shop.fail(sale, { status: 404, body: { code: "NOT_FOUND", message: "There is no such card." } });
		await payOnFile(browser, order);
		expect(lastOutcome(order)).toEqual({ kind: "not_charged", why: "card_gone" });
	});

	test("does not offer an expired card, which can be removed on the receipt", async () => {
		const browser = shop.browser();
		const paid = await payRemembered(browser);
		await shop.gateway.database.tables
			.updateTable("cards")
			.set({ expiry_year: "24" } as never)
			.where("lookup_id", "=", /name="card" value="(\w+)"/.exec(await checkoutOf(browser))?.[1] ?? "")
			.execute();
		expect(await checkoutOf(browser)).not.toMatch(/\/card-on-file|<details/);
		expect(await browser.page(`/orders/${paid}`)).toContain(words.forget);
		await forget(browser, paid);
		expect(deletions()).toHaveLength(1);
	});

	test("charges nothing without the gateway, and the checkout does without the card until it is back", async () => {
		const browser = await knownBrowser();
		const order = await browser.order();
		shop.fail(customers, unavailable, unavailable);
		expect(await checkoutOf(browser, order)).not.toContain(words.forget);
		shop.fail(sale, unavailable, unavailable);
		await payOnFile(browser, order);
		expect([stateOf(order), await shop.charges(order)]).toEqual(["unknown", []]);
	});

	test.each([{ card: "" }, { card: "../customer2" }, { known_count: "x" }, { known_count: "" }])(
		"X-24 refuses a form with %j, a key that was never given, and another site's form",
		async (changes) => {
			const browser = await knownBrowser();
			const order = await browser.order();
			expect((await payOnFile(browser, order, changes)).status).toBe(404);
			const stranger = shop.browser();
			for (const key of ["", "x", "A".repeat(43), "A".repeat(5000)]) {
				stranger.cookies.set("__Host-card-key", key);
				await stranger.post(`/orders/${order}/card-on-file`, { known_count: "0", card: "any" });
			}
			const crossSite = { "Sec-Fetch-Site": "cross-site" };
			for (const path of ["card-on-file", "forget-card"]) {
				const answer = await browser.post(`/orders/${order}/${path}`, { known_count: "0", card: "any" }, crossSite);
				expect(answer.status).toBe(403);
			}
			expect([stateOf(order), deletions(), await shop.charges(order)]).toEqual(["open", [], []]);
		},
	);
});

describe("removing a card", () => {
	test("deletes it at the gateway and drops the cookie, and the key is revoked", async () => {
		const browser = shop.browser();
		const paid = await payRemembered(browser);
		expect(await browser.page(`/orders/${paid}`)).toContain(words.remembered);
		expect(await shop.browser().page(`/orders/${paid}`)).not.toContain(words.remembered);
		const before = [...browser.cookies];
		const order = await browser.order();
		await forget(browser, order);
		expect(deletions()).toHaveLength(1);
		expect(browser.cookies.size).toBe(0);
		expect(await browser.page(`/orders/${paid}`)).not.toContain(words.remembered);
		for (const [name, key] of before) browser.cookies.set(name, key);
		await payOnFile(browser, order);
		expect(stateOf(order)).toBe("open");
	});

	test("revokes the key at once when the gateway is away, and deletes the card as soon as it is back", async () => {
		const browser = await knownBrowser();
		shop.fail(customers, unavailable, unavailable);
		await forget(browser, await browser.order());
		expect([browser.cookies.size, deletions()]).toEqual([0, []]);
		await shop.restart();
		await deleteObsoleteCards(shop.shop);
		expect(deletions()).toHaveLength(1);
	});

	test("deletes a card whose payment is approved only later, however late that is", async () => {
		const browser = shop.browser();
		shop.fail(sale, pending);
		shop.fail(/^GET \/customer-service/, { change: { cards: [] } }, { change: { cards: [] } });
		const order = await payRemembered(browser);
		await forget(browser, order);
		shop.clock.aheadMs = 3_600_000;
		await deleteObsoleteCards(shop.shop);
		await recoverOrder(shop.shop, order);
		await deleteObsoleteCards(shop.shop);
		expect([deletions().length, holders().length]).toEqual([1, 1]);
		shop.clock.aheadMs += lastLookAfterMs;
		await deleteObsoleteCards(shop.shop);
		expect(holders()).toEqual([]);
	});

	test("looks again at a customer for whom a payment was about to start, since it may save a card", async () => {
		const customerId = await prepareToSave(shop.shop, undefined, payer);
		await forgetCards(shop.shop, { customerId: customerId ?? "" });
		await deleteObsoleteCards(shop.shop);
		expect(holders()).toHaveLength(1);
		shop.clock.aheadMs = lastLookAfterMs;
		await deleteObsoleteCards(shop.shop);
		expect(holders()).toEqual([]);
	});

	test("a customer whom the merchant deleted is forgotten, and the next card gets a new one", async () => {
		const browser = await knownBrowser();
		shop.fail(/^GET \/customer-service/, { status: 404, body: { code: "NOT_FOUND", message: "No such customer." } });
		const order = await browser.order();
		expect(await checkoutOf(browser, order)).not.toContain(words.forget);
		await browser.pay(order, { remember: true });
		expect([stateOf(order), shop.sentTo(/^\/customer-service\/customer$/).length]).toEqual(["paid", 2]);
	});

	test("that the disk refuses is not done: the card stays, and can be removed later", async () => {
		const browser = await knownBrowser();
		shop.database.exec(
			"CREATE TRIGGER full BEFORE UPDATE ON card_holders BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
		);
		expect((await forget(browser, await browser.order())).status).toBe(500);
		expect([browser.cookies.size, deletions()]).toEqual([1, []]);
	});
});
