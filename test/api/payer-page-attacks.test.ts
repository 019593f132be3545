import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../faults/random.ts";
import { type Client, cardToken, cardWith, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { type StaffBrowser, staffBrowser } from "../fixtures/staff/staff-browser.ts";

/* What a stranger tries at the pages of payers. */

let gateway: TestGateway;
let client: Client;
let stranger: StaffBrowser;
/** Below the origin. */
let link: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	stranger = staffBrowser(gateway.url);
	const asked = { amount: 31, description: "Walnut boards", email: "payer@example.com" };
	const { body } = await client.post("/transaction-service/payment-link", asked);
	link = new URL(String(body.url)).pathname;
});

afterAll(() => gateway.stop());

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const guesses = 1_000;

/** Without what differs from one request to the next. */
const plain = (text: string) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "");

test("1,000 guesses beside a true link find one page, which is not indexed and tells nothing", async () => {
	const random = randomFrom(1);
	const [, token = ""] = /([^/]+)$/.exec(link) ?? [];
	const pages = new Set<string>();
	for (let guess = 0; guess < guesses; guess++) {
		// The last letters are the proof; a guess knows the rest.
		const place = token.length - 1 - random.between(2, 40);
		const shift = random.between(1, letters.length - 1);
		const other = letters[(letters.indexOf(token.charAt(place)) + shift) % letters.length];
		const guessed = `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
		const path = random.pick(["/pay/link/", "/pay/card/"] as const);
		const { status, text, headers } = await stranger.get(path + guessed);
		pages.add(`${path} ${status} ${headers.get("X-Robots-Tag")} ${headers.get("Cache-Control")} ${plain(text)}`);
	}
	expect([...pages].map((page) => page.slice(0, 40)).sort()).toEqual([
		expect.stringMatching(/^\/pay\/card\/ 404 noindex .*no-store/),
		expect.stringMatching(/^\/pay\/link\/ 404 noindex .*no-store/),
	]);
}, 60_000);

test("a token of one kind of page opens no other kind", async () => {
	const [, token = ""] = /([^/]+)$/.exec(link) ?? [];
	for (const path of ["/pay/card/", "/pay/authenticate/"]) {
		expect((await stranger.get(path + token)).status).toBe(404);
	}
});

test("no page of a payer can be framed, asks another origin, or keeps its address in a referrer", async () => {
	for (const path of [link, "/pay/link/x", "/pay/card/x"]) {
		const { headers } = await stranger.get(path);
		const policy = headers.get("Content-Security-Policy") ?? "";
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).toContain("form-action 'self'");
		expect(policy).toMatch(/default-src 'none'/);
		expect(headers.get("Referrer-Policy")).toMatch(/^(?:no-referrer|same-origin|strict-origin)$/);
	}
});

test.each(["javascript:alert(1)", "//evil.example", "https://evil.example/", "data:text/html,x", "\\\\evil.example"])(
	"a page's language or return of %j leads nowhere else",
	async (address) => {
		const query = new URLSearchParams({ lang: address, return_url: address, transaction_id: address });
		const { text, status } = await stranger.get(`${link}?${query}`);
		expect(status).toBe(200);
		expect(text).not.toContain("evil.example");
		expect(text).not.toContain("alert(1)");
	},
);

test("what a merchant writes into a link is text", async () => {
	const words = `<img src=x onerror=alert(1)>"'&</dd><script>alert(2)</script>`;
	const { body } = await client.post("/transaction-service/payment-link", {
		amount: 31,
		description: words,
		invoice_id: words.slice(0, 40),
	});
	const { text } = await stranger.get(new URL(String(body.url)).pathname);
	expect(text).toContain("&lt;img src=x");
	expect(text).not.toContain("<img src=x");
	expect(text).not.toContain("<script>alert");
});

test("a form that was sent is sent again: one payment", async () => {
	const payer = staffBrowser(gateway.url);
	await payer.get(link);
	const token = await cardToken(gateway.merchant.public_key, cardWith("4111111111111111"), gateway.clocks.real.now());
	const answers = [];
	for (let time = 0; time < 3; time++) answers.push((await payer.submit({ token })).status);
	expect(answers).toEqual([303, 303, 303]);
	const { body } = await client.get("/transaction-service/transaction");
	expect(body.entities).toHaveLength(1);
});
