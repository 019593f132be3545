import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { cardWith } from "../../../test/fixtures/client.ts";
import {
	type Browser,
	freshToken,
	mailboxUrl,
	payer,
	pending,
	shopUrl,
	useTestShop,
} from "../../../test/fixtures/shop.ts";
import { isSameOrigin } from "./app.ts";
import { catalogue } from "./catalogue.ts";
import { sandboxApproves } from "./checkout/test-cards-panel.ts";
import { checkoutWords } from "./locale/en/checkout.ts";
import { pageWords } from "./locale/en/pages.ts";
import { languageOf } from "./locale/for-pages.ts";
import { orderState } from "./orders/order.ts";
import { recoverAll, recoverOrder } from "./orders/recover.ts";

const shop = useTestShop();
let browser: Browser;

beforeEach(() => {
	browser = shop.browser();
});

const sale = /^POST \/transaction-service\/sale/;
const orders = () => shop.database.prepare("SELECT record FROM orders").all();
const sales = () => shop.sentTo(/\/sale/);
const statusOf = async (path: string) => (await browser.request(path)).status;

async function pay(order: string, changes: Record<string, unknown> = {}) {
	const response = await browser.pay(order, changes);
	return { status: response.status, body: await response.json() };
}

describe("pages", () => {
	test("no price makes the sandbox decline: each has odd whole dollars", () => {
		expect(catalogue.filter(({ priceCents }) => !sandboxApproves(priceCents))).toEqual([]);
	});
});

test("checkout, its messages and the receipt follow a browser in French", async () => {
	const order = await browser.order();
	const headers = { "Accept-Language": "fr-CA,fr;q=0.9,en;q=0.8" };
	const inFrench = async (path: string) => (await browser.request(path, { headers })).text();
	const checkout = await inFrench(`/orders/${order}/checkout`);
	for (const text of ['<html lang="fr-CA">', "Payer 31,00\u00a0$"]) expect(checkout).toContain(text);
	await pay(order);
	expect(await inFrench(`/orders/${order}`)).toContain("Paiement reçu");
	expect(await browser.page(`/orders/${order}`)).toContain("Payment received");
});

test.each([
	["fr-CA,fr;q=0.9,en;q=0.8", "fr-CA"],
	["de, FR;q=0.5", "fr-CA"],
	["en-CA,fr", "en-CA"],
	["frr,de", "en-CA"],
	["", "en-CA"],
	[undefined, "en-CA"],
])("the language for %j is %s", (header, language) => {
	expect(languageOf(header)).toBe(language);
});

describe("ordering", () => {
	test("the price comes from the catalogue and never from the form", async () => {
		const id = await browser.order("enamel-mug", { quantity: "2", priceCents: "1", amountCents: "1" });
		expect(shop.get(id).amountCents).toBe(62_00);
	});

	test.each(["0", "10", "-1", "1.5", "1e0", "", " 1", "１"])("a quantity of %j is refused", async (quantity) => {
		expect((await browser.post("/orders", { thing: "enamel-mug", quantity })).status).toBe(400);
		expect(orders()).toEqual([]);
	});

	test.each([
		["multipart/form-data", "thing=enamel-mug&quantity=1"],
		[
			"multipart/form-data; boundary=x",
			'--x\r\nContent-Disposition: form-data; name="thing"\r\n\r\nenamel-mug\r\n--x--\r\n',
		],
		["application/json", '{"thing":"enamel-mug","quantity":"1"}'],
		["text/plain", "thing=enamel-mug&quantity=1"],
		["application/x-www-form-urlencoded", "%ff=%&&=;\u0000"],
		["application/x-www-form-urlencoded", ""],
	])("a body of type %s that is no form of ours is refused: %j", async (type, body) => {
		const headers = { "Content-Type": type };
		expect((await browser.request("/orders", { method: "POST", body, headers })).status).toBe(400);
		expect(orders()).toEqual([]);
	});

	test.each([
		"/things/constructor",
		"/orders/x",
		"/orders/x/checkout",
		"/orders/x/state",
		"/assets/../package.json",
		"/x",
	])("%s is not found", async (path) => {
		expect(await statusOf(path)).toBe(404);
	});
});

describe("paying", () => {
	test("an approved payment leads to the receipt; checkout and receipt link to the sandbox's mailbox", async () => {
		const order = await browser.order();
		const checkout = await browser.page(`/orders/${order}/checkout`);
		expect(await pay(order)).toEqual({ status: 200, body: { next: `/orders/${order}` } });
		const receipt = await browser.page(`/orders/${order}`);
		for (const text of ["$31.00", "Visa •••• 1111", "1 × Enamel mug", payer.email]) expect(receipt).toContain(text);
		expect(receipt).toMatch(/\b20\d\d, \d{1,2}:\d{2} [ap]\.m\. E[SD]T/);
		for (const page of [checkout, receipt]) expect(page).toContain(`href="${mailboxUrl}"`);
	});

	test.each(["widget", "library", "shim"])(
		"a declined payment by %s leads to the reason and back to the same page",
		async (way) => {
			const order = await browser.order("enamel-mug", { quantity: "2" });
			const path = `/orders/${order}/checkout${way === "widget" ? "" : `/${way}`}`;
			expect(await statusOf(path)).toBe(200);
			const { body } = await pay(order);
			const page = await browser.page(body.next);
			for (const text of [escaped(pageWords.declined.reasons.general), "Nothing was charged"])
				expect(page).toContain(text);
			expect(page).toContain(`class="button" href="${path}"`);
		},
	);

	test.each([
		["processing_error", "not_processed"],
		["not_received", "not_received"],
	] as const)("a payment that no bank refused is not called declined: %s", async (code, reason) => {
		const change = { transaction_result: "DECLINED", transaction_success: false, decline_code: code };
		shop.fail(sale, { change });
		const order = await browser.order();
		await pay(order);
		const page = await browser.page(`/orders/${order}`);
		for (const text of [pageWords.declined.notProcessed.title, pageWords.declined.reasons[reason]]) {
			expect(page).toContain(escaped(text));
		}
		expect(page).not.toContain(pageWords.declined.head.title);
	});

	test.each(["paid", "unknown"])("the checkout of an order that is %s redirects to its page", async (state) => {
		if (state === "unknown") shop.fail(sale, pending);
		const order = await browser.order();
		await pay(order);
		const response = await browser.request(`/orders/${order}/checkout`);
		expect([response.status, response.headers.get("Location")]).toEqual([303, `/orders/${order}`]);
	});

	test("an unknown outcome says not to pay again, and the page shows the outcome as soon as an event has brought it", async () => {
		shop.fail(sale, pending);
		const order = await browser.order();
		await pay(order);
		expect(await browser.page(`/orders/${order}`)).toContain("Please do not pay again.");
		await recoverOrder(shop.shop, order);
		expect(await (await browser.request(`/orders/${order}/state`)).json()).toEqual({ state: "paid" });
		expect(await browser.page(`/orders/${order}`)).toContain(pageWords.payment.paid.title);
	});

	test("an order that never reached the gateway can be paid again, and the page says so", async () => {
		shop.fail(sale, "lose_request", "lose_request");
		const order = await browser.order();
		await pay(order);
		shop.clock.aheadMs = 10 * 60_000;
		await recoverAll(shop.shop);
		const response = await browser.request(`/orders/${order}`);
		expect(response.headers.get("Location")).toBe(`/orders/${order}/checkout`);
		expect(await browser.page(`/orders/${order}/checkout`)).toContain(pageWords.checkout.notCharged.not_received);
	});

	test("a field that the gateway refuses is shown at that field, and the card has to be typed again", async () => {
		const errors = [
			{ field: "email", code: "field_invalid", message: "Give a valid address." },
			{ field: "card_number", code: "real_card_at_demo_merchant", message: "Use a test card." },
		];
		shop.fail(sale, { status: 400, body: { code: "BAD_REQUEST", message: "Check the fields.", errors } });
		expect(await pay(await browser.order())).toEqual({
			status: 422,
			body: {
				problems: [
					{ field: "email", message: "Give a valid address." },
					{ field: "number", message: "Use a test card." },
				],
				tokenKept: false,
			},
		});
	});

	test.each([403, 404, 422])(
		"X-23 a refusal with %i is the shop's own trouble, which the payer does not read",
		async (status) => {
			shop.fail(sale, { status, body: { code: "FORBIDDEN", message: "internal detail" } });
			const answer = await pay(await browser.order());
			expect(answer.status).toBe(503);
			expect(JSON.stringify(answer.body)).not.toContain("internal detail");
			expect(shop.logged.join("\n")).toContain(`status ${status}`);
		},
	);

	test("after a refusal the order is open, and the next try is a new attempt", async () => {
		const order = await browser.order();
		expect((await pay(order, { token: await freshToken(shop, cardWith("4539578763621486")) })).status).toBe(422);
		await pay(order);
		expect(orderState(shop.get(order))).toBe("paid");
		expect(new Set(sales().map(({ key }) => key)).size).toBe(2);
	});

	test("when the gateway cannot be reached, the page may send the same token again", async () => {
		shop.fail(sale, { status: 429, body: {} }, { status: 429, body: {} });
		const { status, body } = await pay(await browser.order());
		expect([status, body.tokenKept]).toEqual([503, true]);
	});

	test.each([
		["email", { email: "nobody" }],
		["email", { email: "a@example.com\r\nbcc: b@example.com" }],
		["name", { name: "   " }],
		["name", { name: "x".repeat(256) }],
		["name", { name: "Ana\u0000" }],
		["name", { name: "Ana \u202eanomreP" }],
		["name", { name: `Ana${" ".repeat(1_022)}` }],
		["email", { email: `ana@example.com${" ".repeat(1_010)}` }],
	])("X-10 X-32 X-54 an unusable %s is refused at its field and nothing is sent: %j", async (field, changes) => {
		const { status, body } = await pay(await browser.order(), changes);
		expect([status, body.problems.map((problem: { field: string }) => problem.field)]).toEqual([400, [field]]);
		expect(sales()).toEqual([]);
	});

	test.each([
		["e\u0301".repeat(255), "\u00e9".repeat(255)],
		["  Ana  Mari\u0301a ", "Ana Mar\u00eda"],
	])("X-54 a name is stored and measured in its composed form, without extra blanks", async (typed, stored) => {
		const order = await browser.order();
		await pay(order, { name: typed });
		expect(shop.get(order).attempts[0]?.name).toBe(stored);
	});

	test.each([
		["name", "5105 1051 0510 5100"],
		["name", "5105      1051\u00a00510  5100"],
		["name", "\uff15105105105105100"],
		["name", "Ana 3782-822463-10005"],
		["email", "5105105105105100@example.com"],
		["email", "ana.5105.1051.0510.5100@example.com"],
		["email", "5105 1051 0510 5100"],
	])("P-08 a card number typed as the %s is refused at that field and stored nowhere: %j", async (field, typed) => {
		const order = await browser.order();
		const file = () => readFile(join(shop.directory, "shop.sqlite"), "latin1");
		const before = await file();
		const problems = [{ field, message: checkoutWords.cardNumberHere }];
		expect(await pay(order, { [field]: typed })).toEqual({ status: 400, body: { problems, tokenKept: true } });
		expect(await file()).toBe(before);
		const page = await browser.page(`/orders/${order}/checkout`);
		expect(page).toMatch(new RegExp(`<input[^>]* id="${field}"[^>]* value=""`));
		expect(page).not.toContain(escaped(typed));
		expect([sales(), shop.logged]).toEqual([[], []]);
	});

	test("X-50 a card number in place of the token is refused, sent nowhere and logged nowhere", async () => {
		expect((await pay(await browser.order(), { token: "5555555555554444" })).status).toBe(400);
		expect([sales(), shop.logged.join("\n")]).toEqual([[], expect.not.stringContaining("5555")]);
	});

	test.each([
		["application/json", ""],
		["application/json", "null"],
		["application/json", "[]"],
		["application/json", "{"],
		["application/json", '{"order_id":{}}'],
		["application/json", '{"__proto__":{}}'],
		["text/plain", undefined],
	])("a %s body of %j is refused", async (type, text) => {
		const body = text ?? JSON.stringify({ order_id: await browser.order(), ...payer, token: await freshToken(shop) });
		const response = await browser.request("/pay", { method: "POST", body, headers: { "Content-Type": type } });
		expect([response.status, sales()]).toEqual([400, []]);
	});

	test("an order that does not exist is answered with 404", async () => {
		expect((await pay("K3M9XP2T7Q5W8Z4C6N1B0VHD")).status).toBe(404);
	});
});

describe("pages", () => {
	test("of every kind carry the strict policy", async () => {
		const order = await browser.order();
		const answers = [
			await browser.request("/"),
			await browser.request(`/orders/${order}/checkout`),
			await browser.request(`/orders/${order}/state`),
			await browser.request("/assets/base.css"),
			await browser.request("/nowhere"),
			await browser.request("/orders", { method: "POST", body: "x".repeat(9000) }),
			await browser.request("/orders", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 413, 403]);
		for (const { headers } of answers) {
			expect(headers.get("Content-Security-Policy")).toBe(
				"default-src 'none'; script-src 'self' https://pay.example/v1/encrypt.js https://pay.example/v1/cardseal.js; " +
					"style-src 'self'; img-src 'self'; connect-src 'self'; frame-src https://pay.example; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
					"require-trusted-types-for 'script'",
			);
			expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(headers.get("Referrer-Policy")).toBe("no-referrer");
			expect(headers.get("Permissions-Policy")).toContain("camera=()");
		}
		expect(answers[1]?.headers.get("Cache-Control")).toBe("no-store");
		expect(answers[3]?.headers.get("Cache-Control")).toContain("max-age");
	});

	test.each(["/orders", "/pay"])("X-24 a POST to %s from another site is refused and does nothing", async (path) => {
		const headers = { "Sec-Fetch-Site": "cross-site" };
		expect((await browser.post(path, { thing: "enamel-mug", quantity: "1" }, headers)).status).toBe(403);
		expect(orders()).toEqual([]);
	});

	test("X-24 a POST from the shop at another address names the address that takes payments", async () => {
		const order = await browser.order();
		const headers = { "Sec-Fetch-Site": "cross-site", Origin: "http://192.168.1.20:8081" };
		const form = await (await browser.post("/orders", { thing: "enamel-mug", quantity: "1" }, headers)).text();
		expect(form).toContain(`<a class="button" href="${shopUrl}">Open ${shopUrl}</a>`);
		const body = JSON.stringify({ order_id: order, ...payer, token: await freshToken(shop) });
		const paying = await browser.request("/pay", { method: "POST", body, headers });
		expect([paying.status, await paying.json()]).toEqual([
			403,
			{ problems: [{ field: "form", message: checkoutWords.wrongAddress(shopUrl) }], tokenKept: true },
		]);
		expect(sales()).toEqual([]);
	});

	test.each([
		[{ "Sec-Fetch-Site": "same-origin" }, true],
		[{ "Sec-Fetch-Site": "same-origin", Origin: "null" }, true],
		[{ Origin: shopUrl }, true],
		[{ "Sec-Fetch-Site": "same-site" }, false],
		[{ "Sec-Fetch-Site": "cross-site", Origin: shopUrl }, false],
		[{ "Sec-Fetch-Site": "none" }, false],
		[{ Origin: "https://shop.example.evil.example" }, false],
		[{ Origin: "http://shop.example" }, false],
		[{ Origin: "null" }, false],
		[{}, false],
	])("X-24 a request with %j is from the shop's own pages: %s", (headers, expected) => {
		expect(isSameOrigin(new Headers(headers as Record<string, string>), shopUrl)).toBe(expected);
	});

	test.each([
		["", "cardseal.js", "sha384-def"],
		["/library", "encrypt.js", "sha384-abc"],
		["/shim", "cardseal.js", "sha384-def"],
	])(
		"P-23 X-50 checkout%s loads %s with its published hash, links to every way, and no form can post a card",
		async (way, name, hash) => {
			const order = await browser.order();
			const page = await browser.page(`/orders/${order}/checkout${way}`);
			expect(page.match(/<script src="https:\/\/pay\.example[^>]*>/g)).toEqual([
				`<script src="https://pay.example/v1/${name}" integrity="${hash}" crossorigin="anonymous" defer>`,
			]);
			const links = [...page.matchAll(/<a class="way" href="(\/orders\/[^"]+)" ?(aria-current="page")?/g)];
			const paths = ["", "/library", "/shim"].map((other) => `/orders/${order}/checkout${other}`);
			expect(links.map(([, href]) => href)).toEqual(paths);
			const current = links.filter(([, , isCurrent]) => isCurrent).map(([, href]) => href);
			expect(current).toEqual([`/orders/${order}/checkout${way}`]);
			const inputs = [...page.matchAll(/<input[^>]*>/g)].map(([input]) => input);
			expect(inputs.filter((input) => /\sname=/.test(input))).toEqual([]);
			expect(inputs.filter((input) => input.includes('autocomplete="cc-'))).toHaveLength(way === "/library" ? 3 : 0);
		},
	);

	test.each([
		"<script>alert(1)</script>",
		'"><img src=x onerror=alert(1)>',
		"' autofocus onfocus=alert(1) x='",
		"</title><svg onload=alert(1)>",
		"&lt;b&gt; &amp;",
	])("X-31 show a name like %s as it was typed, never as markup", async (name) => {
		const [declined, paid] = [await browser.order("enamel-mug", { quantity: "2" }), await browser.order()];
		for (const order of [declined, paid]) await pay(order, { name });
		for (const page of [await browser.page(`/orders/${declined}/checkout`), await browser.page(`/orders/${paid}`)]) {
			expect(page).toContain(escaped(name));
			if (/[<>"]/.test(name)) expect(page).not.toContain(name);
		}
	});

	test("hold no client secret, access token or card token", async () => {
		const order = await browser.order();
		await pay(order);
		for (const path of ["/", `/orders/${order}`, `/orders/${order}/state`]) {
			expect(await browser.page(path)).not.toMatch(
				new RegExp(`${shop.gateway.merchant.client_secret}|eyJ[\\w-]{20}|ct1[\\w-]{20}`),
			);
		}
	});

	test("X-23 show a failure without a word of its cause", async () => {
		shop.database.close();
		const response = await browser.post("/orders", { thing: "enamel-mug", quantity: "1" });
		expect(response.status).toBe(500);
		const page = await response.text();
		expect(page).toContain(pageWords.problems.failure.title);
		expect(page).not.toMatch(/sqlite|database|closed|Error/);
	});

	test("include a health check", async () => {
		expect(await (await browser.request("/healthz")).json()).toEqual({ status: "ok" });
	});
});

/** HTML's own escapes, written here a second time on purpose. */
function escaped(text: string): string {
	const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
	return text.replaceAll(/[&<>"']/g, (character) => names[character] ?? character);
}
