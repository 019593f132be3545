import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openApp, type TestApp } from "../../test-support/app.ts";
import { fillDiskAfter } from "../../test-support/disk.ts";
import { cardToken, openCounter, payer, type TestCounter } from "../../test-support/shop.ts";
import { pageWords } from "../locale/en/pages.ts";
import { lastAttempt, type Order, orderState } from "../orders/order.ts";
import { lastLookAfterMs, rememberedForMs } from "./card-keeper.ts";

const words = pageWords.checkout;
const minuteMs = 60_000;

let counter: TestCounter;
let app: TestApp;

beforeEach(async () => {
	counter = await openCounter();
	app = openApp(counter);
});

afterEach(() => counter[Symbol.asyncDispose]());

/** Somebody's browser: it keeps the cookies that it is given, and shows them again. */
function openBrowser() {
	const cookies = new Map<string, string>();
	const given: string[] = [];
	async function request(path: string, init: { method?: string; body?: string; type?: string } = {}) {
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		const { method = "GET", body = null, type = "application/x-www-form-urlencoded" } = init;
		const headers = {
			Cookie: cookie,
			"Sec-Fetch-Site": "same-origin",
			...(body === null ? {} : { "Content-Type": type }),
		};
		const response = await app.request(path, { method, body, headers });
		for (const line of response.headers.getSetCookie()) {
			given.push(line);
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "") cookies.delete(name);
			else cookies.set(name, value);
		}
		return response;
	}
	const post = (path: string, fields: Record<string, string>) =>
		request(path, { method: "POST", body: new URLSearchParams(fields).toString() });
	return {
		cookies,
		given,
		post,
		page: async (path: string) => (await request(path)).text(),
		async order(thing = "enamel-mug", more: Record<string, string> = {}): Promise<string> {
			const response = await post("/orders", { thing, quantity: "1", ...more });
			return response.headers.get("Location")?.split("/")[2] ?? "";
		},
		pay(order: string, changes: Record<string, unknown> = {}) {
			const body = JSON.stringify({ order_id: order, ...payer, remember: true, ...changes });
			return request("/pay", { method: "POST", body, type: "application/json" });
		},
		/** Presses Pay beside the card on file, on a page that is as the order is. */
		payOnFile(order: string, changes: Record<string, string> = {}) {
			const after = String(counter.book.find(order)?.attempts.length);
			return post(`/orders/${order}/card-on-file`, { after, card: firstCard, checkout: "widget", ...changes });
		},
		forget: (order: string) => post(`/orders/${order}/forget-card`, { checkout: "widget" }),
	};
}

type Browser = ReturnType<typeof openBrowser>;

/** The card of the first charge that was made. */
const firstCard = "cardOftransaction1";

function found(id: string): Order {
	const order = counter.book.find(id);
	if (order === undefined) throw new Error("There is no such order.");
	return order;
}

const stateOf = (id: string) => orderState(found(id));

/** A browser whose first order was paid with a card that is remembered since. */
async function openKnownBrowser(): Promise<Browser> {
	const browser = openBrowser();
	await browser.pay(await browser.order());
	return browser;
}

describe("remembering a card", () => {
	test("is off unless it is asked for: no customer, no cookie", async () => {
		const browser = openBrowser();
		const order = await browser.order();
		expect(await browser.page(`/orders/${order}/checkout`)).toMatch(
			/<input type="checkbox" id="remember"(?![^>]*checked)/,
		);
		await browser.pay(order, { remember: undefined });
		expect([stateOf(order), counter.gateway.customers.made, browser.given]).toEqual(["paid", [], []]);
	});

	test("sells to a customer with the token, and makes one customer for one browser", async () => {
		const browser = await openKnownBrowser();
		await browser.pay(await browser.order(), { token: cardToken("b") });
		expect(counter.gateway.customers.made).toEqual([
			{ email: "ana@example.com", first_name: "Ana María", last_name: "López" },
		]);
		const path = "/transaction-service/sale/customer/customer1";
		expect(counter.gateway.saleRequests.map((request) => request.path)).toEqual([path, path]);
		expect(counter.gateway.saleRequests[0]?.body).toMatchObject({ token: payer.token, currency: "CAD" });
	});

	test("X-29 gives the browser a cookie that no script can read and no other site can send", async () => {
		const browser = await openKnownBrowser();
		expect(browser.given).toEqual([
			expect.stringMatching(
				/^__Host-card-key=[A-Za-z0-9_-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
			),
		]);
	});

	test("a shop at plain HTTP, as in the sandbox, does without what browsers take over HTTPS alone", async () => {
		app = openApp(counter, "http://localhost:8081");
		const browser = await openKnownBrowser();
		expect(browser.given).toEqual([
			expect.stringMatching(/^card-key=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
	});

	test("the shop's files hold neither the key nor anything of the card", async () => {
		const browser = await openKnownBrowser();
		const file = await readFile(join(counter.directory, "cards-on-file.jsonl"), "utf8");
		for (const secret of [...browser.cookies.values(), "0005", "08/31", firstCard, payer.token]) {
			expect(file).not.toContain(secret);
		}
		expect(file).toContain("customer1");
	});

	test("X-29 a card that is added changes the key: one that somebody else slipped in opens nothing", async () => {
		const browser = await openKnownBrowser();
		const intruder = openBrowser();
		for (const [name, key] of browser.cookies) intruder.cookies.set(name, key);
		await browser.pay(await browser.order(), { token: cardToken("b") });
		const order = await intruder.order();
		expect(await intruder.page(`/orders/${order}/checkout`)).not.toContain(words.onFile.forgetAll);
		await intruder.payOnFile(order);
		expect(stateOf(order)).toBe("open");
		expect(await browser.page(`/orders/${await browser.order()}/checkout`)).toContain(words.onFile.forgetAll);
	});

	test("a page that lost the answer asks again with its token, and still gets a key; another token gets none", async () => {
		const browser = openBrowser();
		const order = await browser.order();
		await browser.pay(order);
		browser.cookies.clear();
		const stranger = openBrowser();
		await stranger.pay(order, { token: cardToken("b") });
		expect(stranger.given).toEqual([]);
		await browser.pay(order);
		expect(await browser.page(`/orders/${await browser.order()}/checkout`)).toContain("Visa •••• 0005, 08/31");
		expect(counter.gateway.charges).toHaveLength(1);
	});

	test("a payment that is not known yet is remembered once it is known to be approved", async () => {
		const browser = openBrowser();
		counter.gateway.next("pending");
		const order = await browser.order();
		await browser.pay(order);
		const next = await browser.order();
		expect(await browser.page(`/orders/${next}/checkout`)).not.toContain(words.onFile.forget);
		for (const charge of counter.gateway.charges) charge.result = "APPROVED";
		expect(await browser.page(`/orders/${next}/checkout`)).toContain("Visa •••• 0005, 08/31");
	});

	test("a declined card is not remembered", async () => {
		const browser = openBrowser();
		await browser.pay(await browser.order("beeswax-candle"));
		expect(await browser.page(`/orders/${await browser.order()}/checkout`)).not.toContain(words.onFile.forget);
	});

	test("without a customer to be had, the payment goes on and nothing is remembered", async () => {
		counter.gateway.customers.unavailable = 4;
		const browser = openBrowser();
		const order = await browser.order();
		await browser.pay(order);
		expect([stateOf(order), browser.given]).toEqual(["paid", []]);
		expect(counter.gateway.saleRequests.map(({ path }) => path)).toEqual(["/transaction-service/sale"]);
	});

	test("survives a restart of the shop", async () => {
		const browser = await openKnownBrowser();
		await counter.restart();
		app = openApp(counter);
		expect(await browser.page(`/orders/${await browser.order()}/checkout`)).toContain("Visa •••• 0005, 08/31");
	});

	test("ends a year after the card was last added: the key is dead and the gateway deletes the card", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		counter.clock.now += rememberedForMs - 1;
		expect(counter.keeper.find(browser.cookies.values().next().value)).toBeDefined();
		counter.clock.now += 1;
		await browser.payOnFile(order);
		expect(stateOf(order)).toBe("open");
		await counter.keeper.settleAll();
		expect(counter.gateway.customers.deletions).toHaveLength(1);
		expect(counter.cardBook.list()).toEqual([]);
	});
});

describe("paying with a card on file", () => {
	test("charges the customer's card in one press, under the attempt's own key", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		const answer = await browser.payOnFile(order);
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/orders/${order}`]);
		expect(stateOf(order)).toBe("paid");
		expect(counter.gateway.saleRequests.at(-1)).toMatchObject({
			path: `/transaction-service/sale/customer/customer1/card/${firstCard}`,
			idempotencyKey: `${order}-1`,
			body: {
				amount: 31,
				currency: "CAD",
				email: "ana@example.com",
				first_name: "Ana María",
				last_name: "López",
				invoice_id: `${order}-1`,
			},
		});
		expect(counter.gateway.saleRequests.at(-1)?.body).not.toHaveProperty("token");
	});

	test("an order that is to be held is held", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order("enamel-mug", { hold: "yes" });
		expect(await browser.page(`/orders/${order}/checkout`)).toContain("Hold $31.00");
		await browser.payOnFile(order);
		expect(stateOf(order)).toBe("held");
		expect(counter.gateway.saleRequests.at(-1)?.path).toContain("/authorize/customer/customer1/card/");
	});

	test("shows whoever sits at the browser brand, last four digits and expiry, and no name or address", async () => {
		const browser = await openKnownBrowser();
		const declined = await browser.order("beeswax-candle");
		const paid = await browser.order();
		const checkout = await browser.page(`/orders/${paid}/checkout`);
		await browser.payOnFile(declined);
		await browser.payOnFile(paid);
		const pages = [checkout, await browser.page(`/orders/${paid}`), await browser.page(`/orders/${declined}/checkout`)];
		expect(checkout).toContain("Visa •••• 0005, 08/31");
		for (const page of pages) expect(page).not.toMatch(/ana@example\.com|López|4539|customer1/);
		expect(pages[1]).toContain("Thank you.");
	});

	test("the newest card is chosen, and an older one can be", async () => {
		const browser = await openKnownBrowser();
		await browser.pay(await browser.order(), { token: cardToken("b") });
		const order = await browser.order();
		const page = await browser.page(`/orders/${order}/checkout`);
		const choices = [...page.matchAll(/<input type="radio"[^>]* value="(\w+)" ?(checked)?/g)];
		expect(choices.map(([, id, checked]) => [id, checked])).toEqual([
			["cardOftransaction2", "checked"],
			[firstCard, undefined],
		]);
		await browser.payOnFile(order, { card: firstCard });
		expect(counter.gateway.saleRequests.at(-1)?.path).toMatch(new RegExp(`/card/${firstCard}$`));
	});

	test("two presses pay once, and so do two presses whose first was declined", async () => {
		const browser = await openKnownBrowser();
		const [approved, declined] = [await browser.order(), await browser.order("beeswax-candle")];
		await Promise.all([browser.payOnFile(approved), browser.payOnFile(approved)]);
		await browser.payOnFile(declined);
		await browser.payOnFile(declined, { after: "0" });
		expect([stateOf(approved), stateOf(declined)]).toEqual(["paid", "declined"]);
		expect(counter.gateway.saleRequests).toHaveLength(3);
	});

	test("a press while another card's payment is on its way does nothing more", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		await Promise.all([browser.pay(order, { token: cardToken("b"), remember: false }), browser.payOnFile(order)]);
		expect(stateOf(order)).toBe("paid");
		expect(counter.gateway.charges).toHaveLength(2);
	});

	test("after a decline the same card or another can be tried, each as a new attempt", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order("beeswax-candle");
		await browser.payOnFile(order);
		await browser.payOnFile(order);
		await browser.pay(order, { token: cardToken("b"), remember: false });
		const keys = counter.gateway.saleRequests.slice(1).map(({ idempotencyKey }) => idempotencyKey);
		expect(keys).toEqual([`${order}-1`, `${order}-2`, `${order}-3`]);
	});

	test("an answer that was lost is settled from the gateway's books, and the order cannot be paid meanwhile", async () => {
		const browser = await openKnownBrowser();
		counter.gateway.next("lose_answer", "lose_answer", "lose_answer");
		const order = await browser.order();
		await browser.payOnFile(order);
		expect(stateOf(order)).toBe("unknown");
		await browser.payOnFile(order);
		expect(await browser.page(`/orders/${order}`)).toContain(pageWords.payment.paid.title);
		expect(counter.gateway.charges).toHaveLength(2);
	});

	test("a card that was deleted meanwhile is not charged, and the payer reads why", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		await counter.keeper.forget(counter.cardBook.list()[0] ?? expect.fail("nobody is remembered"));
		await browser.payOnFile(order);
		expect(stateOf(order)).toBe("open");
		const known = await openKnownBrowser();
		const next = await known.order();
		await known.payOnFile(next, { card: "cardOfsomebodyelse" });
		expect(lastAttempt(found(next))?.outcome).toEqual({ kind: "not_charged", why: "card_gone" });
		expect(await known.page(`/orders/${next}/checkout`)).toContain(words.notCharged.card_gone);
	});

	test("so it is when the gateway finds out only while it charges", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		counter.gateway.customers.unavailable = 4;
		counter.gateway.next({ status: 404, body: { status: 404, code: "NOT_FOUND", message: "There is no such card." } });
		await browser.payOnFile(order);
		expect(lastAttempt(found(order))?.outcome).toEqual({ kind: "not_charged", why: "card_gone" });
	});

	test("an expired card is shown without a button, is not charged by an old page, and can be forgotten", async () => {
		const browser = await openKnownBrowser();
		counter.gateway.customers.expiry = "07/26";
		const order = await browser.order();
		const page = await browser.page(`/orders/${order}/checkout`);
		expect(page).toContain("Visa •••• 0005, expired 07/26");
		expect(page).not.toContain("/card-on-file");
		expect(page).not.toContain("<details");
		await browser.payOnFile(order);
		expect(lastAttempt(found(order))?.outcome).toEqual({ kind: "not_charged", why: "card_expired" });
		expect(await browser.page(`/orders/${order}/checkout`)).toContain(words.notCharged.card_expired);
		await browser.forget(order);
		expect(counter.gateway.customers.deletions).toHaveLength(1);
	});

	test("without the gateway nothing is charged, and the checkout does without the card until it is back", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		counter.gateway.customers.unavailable = 4;
		expect(await browser.page(`/orders/${order}/checkout`)).not.toContain(words.onFile.forget);
		counter.gateway.next("unavailable", "unavailable", "unavailable");
		await browser.payOnFile(order);
		expect(stateOf(order)).not.toBe("paid");
		expect(counter.gateway.charges).toHaveLength(1);
	});

	test.each([{ card: "" }, { card: "../customer2" }, { after: "x" }, { after: "" }])(
		"a form with %j is none of ours, and nothing is charged",
		async (changes) => {
			const browser = await openKnownBrowser();
			const order = await browser.order();
			expect((await browser.payOnFile(order, changes)).status).toBe(404);
			expect(counter.gateway.charges).toHaveLength(1);
		},
	);

	test.each(["", "x", "A".repeat(43), "A".repeat(5000)])(
		"a key that was never given opens nothing: %j",
		async (key) => {
			await openKnownBrowser();
			const stranger = openBrowser();
			stranger.cookies.set("__Host-card-key", key);
			const order = await stranger.order();
			await stranger.payOnFile(order);
			expect(stateOf(order)).toBe("open");
		},
	);

	test("X-24 another site's form neither pays nor forgets", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		const cookie = [...browser.cookies].map((pair) => pair.join("=")).join();
		for (const path of ["card-on-file", "forget-card"]) {
			const headers = { Cookie: cookie, "Sec-Fetch-Site": "cross-site" };
			const body = new URLSearchParams({ after: "0", card: firstCard });
			expect((await app.request(`/orders/${order}/${path}`, { method: "POST", headers, body })).status).toBe(403);
		}
		expect([stateOf(order), counter.gateway.customers.deletions]).toEqual(["open", []]);
	});
});

describe("forgetting a card", () => {
	test("deletes it at the gateway and the cookie, and no key opens it any more", async () => {
		const browser = await openKnownBrowser();
		const before = new Map(browser.cookies);
		const order = await browser.order();
		await browser.forget(order);
		expect(counter.gateway.customers.deletions).toEqual([`/customer-service/customer/customer1/card/${firstCard}`]);
		expect(browser.cookies.size).toBe(0);
		for (const [name, key] of before) browser.cookies.set(name, key);
		await browser.payOnFile(order);
		expect(stateOf(order)).toBe("open");
	});

	test("the receipt of the payment offers it, to this browser and as long as there is something to forget", async () => {
		const browser = await openKnownBrowser();
		const order = counter.book.list()[0]?.id ?? "";
		expect(await browser.page(`/orders/${order}`)).toContain(pageWords.paid.remembered);
		expect(await openBrowser().page(`/orders/${order}`)).not.toContain(pageWords.paid.remembered);
		await browser.forget(order);
		expect(await browser.page(`/orders/${order}`)).not.toContain(pageWords.paid.remembered);
	});

	test("when the gateway is away the key is dead at once, and the card is deleted as soon as it is back", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		counter.gateway.customers.unavailable = 4;
		await browser.forget(order);
		expect([browser.cookies.size, counter.gateway.customers.deletions]).toEqual([0, []]);
		await counter.restart();
		await counter.keeper.settleAll();
		expect(counter.gateway.customers.deletions).toHaveLength(1);
	});

	test("a card whose payment is approved only later is deleted as well, however late that is", async () => {
		const browser = openBrowser();
		counter.gateway.next("pending");
		const order = await browser.order();
		await browser.pay(order);
		await browser.forget(order);
		counter.clock.now += 60 * minuteMs;
		await counter.keeper.settleAll();
		for (const charge of counter.gateway.charges) charge.result = "APPROVED";
		await browser.page(`/orders/${order}`);
		await counter.keeper.settleAll();
		expect(counter.gateway.customers.deletions).toHaveLength(1);
		expect(counter.cardBook.list()).toHaveLength(1);
		counter.clock.now += lastLookAfterMs;
		await counter.keeper.settleAll();
		expect(counter.cardBook.list()).toEqual([]);
	});

	test("a customer for whom a payment is about to start is looked at again, since it may add a card", async () => {
		const customerId = await counter.keeper.prepare(undefined, payer);
		await counter.keeper.forget(counter.cardBook.list()[0] ?? expect.fail("nobody is remembered"));
		await counter.keeper.settleAll();
		expect(counter.cardBook.list().map((holder) => holder.customerId)).toEqual([customerId]);
		counter.clock.now += lastLookAfterMs;
		await counter.keeper.settleAll();
		expect(counter.cardBook.list()).toEqual([]);
	});

	test("cards whose customer the merchant has deleted are forgotten, and the next one is remembered anew", async () => {
		const browser = await openKnownBrowser();
		counter.gateway.customers.remove("customer1");
		const order = await browser.order();
		expect(await browser.page(`/orders/${order}/checkout`)).not.toContain(words.onFile.forget);
		await browser.pay(order, { token: cardToken("b") });
		expect([stateOf(order), counter.gateway.customers.made.length]).toEqual(["paid", 2]);
	});

	test("what the disk did not take is not done: the card stays, and can be forgotten later", async () => {
		const browser = await openKnownBrowser();
		const order = await browser.order();
		await fillDiskAfter(0);
		expect((await browser.forget(order)).status).toBe(500);
		expect(browser.cookies.size).toBe(1);
		expect(counter.gateway.customers.deletions).toEqual([]);
	});
});
