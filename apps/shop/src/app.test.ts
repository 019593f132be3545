import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mailboxUrl, openApp, publicUrl, type TestApp } from "../test-support/app.ts";
import { cardToken, openCounter, payer, type TestCounter } from "../test-support/shop.ts";
import { checkoutWords } from "./locale/en/checkout.ts";
import { pageWords } from "./locale/en/pages.ts";
import { orderState } from "./orders/order.ts";

let counter: TestCounter;
let app: TestApp;

beforeEach(async () => {
	counter = await openCounter();
	app = openApp(counter);
});

afterEach(() => counter[Symbol.asyncDispose]());

/** A POST as the shop's own pages make it. */
function post(path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) {
	return app.request(path, { method: "POST", body, headers: { "Sec-Fetch-Site": "same-origin", ...headers } });
}

function postPayment(payment: Record<string, unknown>) {
	return post("/pay", JSON.stringify(payment), { "Content-Type": "application/json" });
}

async function placeOrder(thing = "enamel-mug", quantity = "1", more: Record<string, string> = {}): Promise<string> {
	const response = await post("/orders", new URLSearchParams({ thing, quantity, ...more }));
	return response.headers.get("Location")?.split("/")[2] ?? "";
}

async function pay(order: string, changes: Record<string, unknown> = {}) {
	const response = await postPayment({ order_id: order, ...payer, ...changes });
	return { status: response.status, body: await response.json() };
}

function readJournal(): Promise<string> {
	return readFile(join(counter.directory, "orders.jsonl"), "utf8");
}

async function pageOf(path: string): Promise<string> {
	return (await app.request(path)).text();
}

describe("ordering", () => {
	test("the price comes from the catalogue and never from the form", async () => {
		const form = new URLSearchParams({ thing: "enamel-mug", quantity: "2", priceCents: "1", amountCents: "1" });
		await post("/orders", form);
		expect(counter.book.list().map(({ amountCents }) => amountCents)).toEqual([62_00]);
	});

	test.each(["0", "10", "-1", "1.5", "1e0", "", " 1", "１"])(
		"a quantity of %j is refused and no order is kept",
		async (quantity) => {
			const response = await post("/orders", new URLSearchParams({ thing: "enamel-mug", quantity }));
			expect(response.status).toBe(400);
			expect(counter.book.list()).toEqual([]);
		},
	);

	test.each([
		["multipart/form-data", "thing=enamel-mug&quantity=1"],
		["multipart/form-data; boundary=x", multipart("x", { thing: "enamel-mug", quantity: "1" })],
		["application/json", '{"thing":"enamel-mug","quantity":"1"}'],
		["text/plain", "thing=enamel-mug&quantity=1"],
		["application/x-www-form-urlencoded", "%ff=%&&=;\u0000"],
		["application/x-www-form-urlencoded", ""],
	])("a body of type %s that is no form of ours is refused and no order is kept: %j", async (type, body) => {
		const response = await post("/orders", body, { "Content-Type": type });
		expect(response.status).toBe(400);
		expect(counter.book.list()).toEqual([]);
	});

	test("order ids are 120 random bits: none repeats and none follows from another", async () => {
		const ids = await Promise.all(Array.from({ length: 200 }, () => placeOrder()));
		expect(new Set(ids).size).toBe(200);
		expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{24}$/.test(id))).toBe(true);
		expect(new Set(ids.map((id) => id.slice(0, 6))).size).toBeGreaterThan(190);
	});

	test.each([
		"/things/constructor",
		"/orders/x",
		"/orders/x/checkout",
		"/orders/x/state",
		"/assets/../package.json",
		"/x",
	])("%s is not here", async (path) => {
		expect((await app.request(path)).status).toBe(404);
	});
});

describe("the shop's desk", () => {
	const step = (order: string, kind: string, fields: Record<string, string>, headers = {}) =>
		post(`/orders/${order}/${kind}`, new URLSearchParams(fields), headers);

	test("a held amount is shown as held, and can be collected from its page", async () => {
		const order = await placeOrder("enamel-mug", "1", { hold: "yes" });
		expect(await pageOf(`/orders/${order}/checkout`)).toContain("Hold $31.00");
		await pay(order);
		const page = await pageOf(`/orders/${order}`);
		for (const shown of ["Amount held", "Collect $31.00", "Release the hold of $31.00 on Visa •••• 0005"]) {
			expect(page).toContain(shown);
		}
		expect(page).not.toContain("Refund to");
		const answer = await step(order, "collect", { after: "0" });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/orders/${order}#desk`]);
		expect(await pageOf(`/orders/${order}`)).toContain(pageWords.payment.paid.title);
	});

	test("a released hold says that nothing was charged, and offers nothing more", async () => {
		const order = await placeOrder("enamel-mug", "1", { hold: "yes" });
		await pay(order);
		await step(order, "release", { after: "0" });
		const page = await pageOf(`/orders/${order}`);
		expect(page).toContain(pageWords.payment.released.title);
		expect(page).not.toContain('method="post"');
	});

	test("a part is refunded, and the page offers what is left", async () => {
		const order = await placeOrder();
		await pay(order);
		await step(order, "refund", { after: "0", amount: "5.5" });
		const page = await pageOf(`/orders/${order}`);
		expect(page).toMatch(/<dt>Refunded<\/dt><dd>\$5\.50<\/dd>/);
		expect(page).toContain('value="25.50"');
	});

	test.each(["", "0", "0.001", "-1", "31.01", "1e1", "1,00", "999999999"])(
		"an amount of %j is refunded by nobody",
		async (amount) => {
			const order = await placeOrder();
			await pay(order);
			await step(order, "refund", { after: "0", amount });
			expect(counter.gateway.stepRequests).toEqual([]);
		},
	);

	test("a form of another amount cannot change what is collected", async () => {
		const order = await placeOrder("enamel-mug", "1", { hold: "yes" });
		await pay(order);
		await step(order, "collect", { after: "0", amount: "999" });
		expect(counter.gateway.charges.at(-1)).toMatchObject({ transaction_type: "capture", amount: 31 });
	});

	test("X-24 a step from another site's page is refused", async () => {
		const order = await placeOrder();
		await pay(order);
		const answer = await step(order, "refund", { after: "0", amount: "5" }, { "Sec-Fetch-Site": "cross-site" });
		expect([answer.status, counter.gateway.stepRequests]).toEqual([403, []]);
	});

	test.each([
		["steal", { after: "0" }],
		["refund", { amount: "5" }],
		["refund", { amount: "5", after: "x" }],
	])("%s with %j is no step", async (kind, fields) => {
		const order = await placeOrder();
		await pay(order);
		expect((await step(order, kind, fields)).status).toBe(404);
	});

	test("while the outcome of a step is not known, the page says so and offers no other", async () => {
		const order = await placeOrder();
		await pay(order);
		counter.gateway.next("pending");
		await step(order, "refund", { after: "0", amount: "5" });
		const page = await pageOf(`/orders/${order}`);
		expect(page).toContain(pageWords.desk.waiting);
		expect(page).not.toContain('method="post"');
	});
});

describe("paying", () => {
	test("an approved payment leads to the receipt", async () => {
		const order = await placeOrder();
		expect(await pay(order)).toEqual({ status: 200, body: { next: `/orders/${order}` } });
		const receipt = await pageOf(`/orders/${order}`);
		for (const shown of ["$31.00", "Visa •••• 0005", "Aug", "2026", "EDT", "1 × Enamel mug", payer.email]) {
			expect(receipt).toContain(shown);
		}
	});

	test("in the sandbox, checkout and receipt lead to the mailbox that the receipt's mail is in", async () => {
		const order = await placeOrder();
		const checkout = await pageOf(`/orders/${order}/checkout`);
		await pay(order);
		for (const page of [checkout, await pageOf(`/orders/${order}`)]) expect(page).toContain(`href="${mailboxUrl}"`);
	});

	test("a declined payment leads to the reason, and from there to a new try", async () => {
		const order = await placeOrder("beeswax-candle");
		await pay(order);
		const page = await pageOf(`/orders/${order}`);
		expect(page).toContain(escaped(pageWords.declined.reasons.general));
		expect(page).toContain("Nothing was charged");
		expect(page).toContain(`href="/orders/${order}/checkout"`);
		expect((await app.request(`/orders/${order}/checkout`)).status).toBe(200);
	});

	test.each(["library", "shim"])("trying again leads back to the way the card was taken: %s", async (checkout) => {
		const order = await placeOrder("beeswax-candle");
		const { body } = await pay(order, { checkout });
		expect(await pageOf(body.next)).toContain(`class="button" href="/orders/${order}/checkout/${checkout}"`);
	});

	test.each([
		["processing_error", "not_processed"],
		["not_received", "not_received"],
	] as const)("what nobody refused is not called declined: %s", async (declineCode, reason) => {
		counter.gateway.next("pending");
		const order = await placeOrder();
		await pay(order);
		for (const charge of counter.gateway.charges) Object.assign(charge, { result: "DECLINED", declineCode });
		const page = await pageOf(`/orders/${order}`);
		expect(page).toContain(pageWords.declined.notProcessedTitle);
		expect(page).toContain(escaped(pageWords.declined.reasons[reason]));
		expect(page).not.toContain(pageWords.declined.title);
	});

	test.each(["paid", "unknown"])(
		"the checkout of an order that is %s shows how it stands instead of a form",
		async (state) => {
			if (state === "unknown") counter.gateway.next("pending");
			const order = await placeOrder();
			await pay(order);
			const response = await app.request(`/orders/${order}/checkout`);
			expect([response.status, response.headers.get("Location")]).toEqual([303, `/orders/${order}`]);
		},
	);

	test("an outcome that is not known says not to pay again, and settles when the page is asked for again", async () => {
		counter.gateway.next("pending");
		const order = await placeOrder();
		await pay(order);
		expect(await pageOf(`/orders/${order}`)).toContain("Please do not pay again.");
		for (const charge of counter.gateway.charges) charge.result = "APPROVED";
		expect(await (await app.request(`/orders/${order}/state`)).json()).toEqual({ state: "paid" });
		expect(await pageOf(`/orders/${order}`)).toContain(pageWords.payment.paid.title);
	});

	test("an order that never reached the gateway can be paid again, and the page says so", async () => {
		counter.gateway.next("lose_request", "lose_request", "lose_request");
		const order = await placeOrder();
		await pay(order);
		counter.clock.now += 10 * 60_000;
		expect((await app.request(`/orders/${order}`)).headers.get("Location")).toBe(`/orders/${order}/checkout`);
		expect(await pageOf(`/orders/${order}/checkout`)).toContain(pageWords.checkout.notCharged.not_received);
	});

	test("what the gateway says about a field is shown at that field, and the card has to be typed again", async () => {
		const errors = [
			{ field: "email", message: "Give a valid address." },
			{ field: "card_number", message: "Use a test card." },
		];
		counter.gateway.next({
			status: 400,
			body: { status: 400, code: "BAD_REQUEST", message: "Check the fields.", errors },
		});
		const { status, body } = await pay(await placeOrder());
		expect([status, body]).toEqual([
			422,
			{
				problems: [
					{ field: "email", message: "Give a valid address." },
					{ field: "number", message: "Use a test card." },
				],
				tokenKept: false,
			},
		]);
	});

	test.each([403, 404, 422])(
		"X-23 a refusal with %i is the shop's own trouble: the payer hears nothing of it",
		async (status) => {
			counter.gateway.next({ status, body: { status, code: "X", message: "internal detail" } });
			const answer = await pay(await placeOrder());
			expect(answer.status).toBe(503);
			expect(JSON.stringify(answer.body)).not.toContain("internal detail");
			expect(counter.logged.join("\n")).toContain(`status ${status}`);
		},
	);

	test("after a refusal the order is open, and the next try is a new attempt", async () => {
		counter.gateway.next({ status: 400, body: { message: "No." } });
		const order = await placeOrder();
		await pay(order);
		await pay(order, { token: cardToken("b") });
		expect(counter.book.list().map(orderState)).toEqual(["paid"]);
		expect(new Set(counter.gateway.saleRequests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
	});

	test("when the gateway cannot be reached the page may send the same token again", async () => {
		const order = await placeOrder();
		await counter.gateway.stop();
		const { status, body } = await pay(order);
		expect([status, body.tokenKept]).toEqual([503, true]);
	});

	test.each([
		["email", { email: "nobody" }],
		["email", { email: "a@example.com\r\nbcc: b@example.com" }],
		["name", { name: "   " }],
		["name", { name: "x".repeat(256) }],
		["name", { name: "Ana\u0000" }],
		["name", { name: "Ana \u202eanomreP" }],
	])("X-32 X-54 a %s that cannot be used is refused at its field and nothing is sent: %j", async (field, changes) => {
		const { status, body } = await pay(await placeOrder(), changes);
		expect(status).toBe(400);
		expect(body.problems.map((problem: { field: string }) => problem.field)).toEqual([field]);
		expect(counter.gateway.saleRequests).toEqual([]);
	});

	test.each([
		["name", { name: `Ana${" ".repeat(1_022)}` }],
		["email", { email: `ana@example.com${" ".repeat(1_010)}` }],
	])(
		"X-10 a %s of more than 1,024 characters is refused as it came, whatever would be left of it",
		async (field, changes) => {
			const { status, body } = await pay(await placeOrder(), changes);
			expect([status, body.problems.map((problem: { field: string }) => problem.field)]).toEqual([400, [field]]);
		},
	);

	test("X-54 the length of a name is that of its composed form", async () => {
		await pay(await placeOrder(), { name: "e\u0301".repeat(255) });
		expect(counter.book.list()[0]?.attempts[0]?.name).toBe("\u00e9".repeat(255));
	});

	test("X-54 a name is kept in its composed form, without blanks around or doubled", async () => {
		await pay(await placeOrder(), { name: "  Ana  Mari\u0301a " });
		expect(counter.book.list()[0]?.attempts[0]?.name).toBe("Ana Mar\u00eda");
	});

	test.each([
		["name", "5105 1051 0510 5100"],
		["name", "5105      1051\u00a00510  5100"],
		["name", "\uff15105105105105100"],
		["name", "Ana 3782-822463-10005"],
		["email", "5105105105105100@example.com"],
		["email", "ana.5105.1051.0510.5100@example.com"],
		["email", "5105 1051 0510 5100"],
	])("P-08 a card number typed as the %s is refused at that field and kept nowhere: %j", async (field, typed) => {
		const order = await placeOrder();
		const journal = await readJournal();
		const { status, body } = await pay(order, { [field]: typed });
		expect([status, body]).toEqual([
			400,
			{ problems: [{ field, message: checkoutWords.cardNumberHere }], tokenKept: true },
		]);
		expect(await readJournal()).toBe(journal);
		const page = await pageOf(`/orders/${order}/checkout`);
		expect(page).toMatch(new RegExp(`<input[^>]* id="${field}"[^>]* value=""`));
		expect(page).not.toContain(escaped(typed));
		expect([counter.gateway.saleRequests, counter.logged]).toEqual([[], []]);
	});

	test("X-50 a card number in place of the token is refused, sent nowhere and logged nowhere", async () => {
		const { status } = await pay(await placeOrder(), { token: "5555555555554444" });
		expect(status).toBe(400);
		expect(counter.gateway.saleRequests).toEqual([]);
		expect(counter.logged.join("\n")).not.toContain("5555");
	});

	test.each(["", "null", "[]", "{", '{"order_id":{}}', '{"__proto__":{}}'])("a body of %j is refused", async (body) => {
		const response = await post("/pay", body, { "Content-Type": "application/json" });
		expect(response.status).toBe(400);
	});

	test("a body that does not say it is JSON is refused", async () => {
		const body = JSON.stringify({ order_id: await placeOrder(), ...payer });
		expect((await post("/pay", body, { "Content-Type": "text/plain" })).status).toBe(400);
		expect(counter.gateway.saleRequests).toEqual([]);
	});

	test("an order that nobody placed is told as such", async () => {
		expect((await pay("K3M9XP2T7Q5W8Z4C6N1B0VHD")).status).toBe(404);
	});
});

describe("what goes around the pages", () => {
	test("every answer, of whatever kind, carries the strict policy", async () => {
		const order = await placeOrder();
		const answers = [
			await app.request("/"),
			await app.request(`/orders/${order}/checkout`),
			await app.request(`/orders/${order}/state`),
			await app.request("/assets/base.css"),
			await app.request("/nowhere"),
			await post("/orders", "x".repeat(9000)),
			await app.request("/orders", { method: "POST" }),
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
	});

	test("pages are kept by no cache, files that carry their hash by any", async () => {
		const order = await placeOrder();
		expect((await app.request(`/orders/${order}/checkout`)).headers.get("Cache-Control")).toBe("no-store");
		expect((await app.request("/assets/base.css")).headers.get("Cache-Control")).toContain("immutable");
	});

	test.each(["/orders", "/pay"])("X-24 a POST to %s from another site is refused and does nothing", async (path) => {
		const response = await post(path, "thing=enamel-mug&quantity=1", {
			"Sec-Fetch-Site": "cross-site",
			"Content-Type": "application/x-www-form-urlencoded",
		});
		expect(response.status).toBe(403);
		expect(counter.book.list()).toEqual([]);
	});

	test("X-24 whoever opened the shop at another address is told which one takes payments", async () => {
		const order = await placeOrder();
		const asLan = { "Sec-Fetch-Site": "cross-site", Origin: "http://192.168.1.20:8081" };
		const form = await (await post("/orders", "thing=enamel-mug&quantity=1", asLan)).text();
		expect(form).toContain(`<a class="button" href="${publicUrl}">Open ${publicUrl}</a>`);
		const body = JSON.stringify({ order_id: order, ...payer });
		const paying = await post("/pay", body, { ...asLan, "Content-Type": "application/json" });
		expect([paying.status, await paying.json()]).toEqual([
			403,
			{ problems: [{ field: "form", message: checkoutWords.wrongAddress(publicUrl) }], tokenKept: true },
		]);
		expect(counter.gateway.saleRequests).toEqual([]);
	});

	test("X-50 no input of the card has a name, so no form can ever post it", async () => {
		const page = await pageOf(`/orders/${await placeOrder()}/checkout/library`);
		const inputs = [...page.matchAll(/<input[^>]*>/g)].map(([input]) => input);
		expect(inputs.filter((input) => input.includes('autocomplete="cc-'))).toHaveLength(3);
		expect(inputs.filter((input) => /\sname=/.test(input))).toEqual([]);
	});

	test.each([
		["", "cardseal.js", "sha384-def"],
		["/library", "encrypt.js", "sha384-abc"],
		["/shim", "cardseal.js", "sha384-def"],
	])(
		"P-23 checkout%s loads %s with the hash that the gateway publishes, and no other script of it",
		async (way, name, hash) => {
			const page = await pageOf(`/orders/${await placeOrder()}/checkout${way}`);
			expect(page.match(/<script src="https:\/\/pay\.example[^>]*>/g)).toEqual([
				`<script src="https://pay.example/v1/${name}" integrity="${hash}" crossorigin="anonymous" defer>`,
			]);
		},
	);

	test.each(["", "/shim"])("X-50 checkout%s has no input for a card", async (way) => {
		const page = await pageOf(`/orders/${await placeOrder()}/checkout${way}`);
		const ids = [...page.matchAll(/<input[^>]* id="([^"]*)"/g)].map(([, id]) => id);
		expect(ids).toEqual(["name", "email", "remember"]);
		expect(page).not.toContain("cc-number");
	});

	test("the checkout leads to the same order by every way, and marks its own", async () => {
		const order = await placeOrder();
		for (const way of ["", "/library", "/shim"]) {
			const page = await pageOf(`/orders/${order}/checkout${way}`);
			const links = [...page.matchAll(/<a class="way" href="(\/orders\/[^"]+)" ?(aria-current="page")?/g)];
			expect(links.map(([, href]) => href)).toEqual(
				["", "/library", "/shim"].map((other) => `/orders/${order}/checkout${other}`),
			);
			expect(links.filter(([, , current]) => current).map(([, href]) => href)).toEqual([
				`/orders/${order}/checkout${way}`,
			]);
		}
	});

	test.each([
		"<script>alert(1)</script>",
		'"><img src=x onerror=alert(1)>',
		"' autofocus onfocus=alert(1) x='",
		"</title><svg onload=alert(1)>",
		"&lt;b&gt; &amp;",
	])("X-31 a name like %s is shown as it was typed and never becomes markup", async (name) => {
		const order = await placeOrder("beeswax-candle");
		await pay(order, { name });
		const paid = await placeOrder();
		await pay(paid, { name, token: cardToken("b") });
		for (const page of [await pageOf(`/orders/${order}/checkout`), await pageOf(`/orders/${paid}`)]) {
			expect(page).toContain(escaped(name));
			if (/[<>"]/.test(name)) expect(page).not.toContain(name);
		}
	});

	test("no page holds a client secret, an access token or a card token", async () => {
		const order = await placeOrder();
		await pay(order);
		const pages = [await pageOf("/"), await pageOf(`/orders/${order}`), await pageOf(`/orders/${order}/state`)];
		for (const page of pages) expect(page).not.toMatch(/secret1|access-1|ct1aaa/);
	});

	test("X-23 a failure shows a page without a word of what failed", async () => {
		await counter.book.close();
		const response = await post("/orders", new URLSearchParams({ thing: "enamel-mug", quantity: "1" }));
		expect(response.status).toBe(500);
		const page = await response.text();
		expect(page).toContain(pageWords.problems.failure.title);
		expect(page).not.toMatch(/EBADF|jsonl|closed|Error/);
	});

	test("says that it is alive", async () => {
		expect(await (await app.request("/healthz")).json()).toEqual({ status: "ok" });
	});
});

function multipart(boundary: string, fields: Record<string, string>): string {
	const parts = Object.entries(fields).map(
		([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
	);
	return `${parts.join("")}--${boundary}--\r\n`;
}

/** HTML's own escapes, written here a second time on purpose. */
function escaped(text: string): string {
	const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
	return text.replaceAll(/[&<>"']/g, (character) => names[character] ?? character);
}
