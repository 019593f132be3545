import { afterAll, beforeAll, expect, test } from "vitest";
import { type Random, randomFrom } from "../faults/random.ts";
import { type Answer, type Client, cardToken, cardWith, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { type StaffBrowser, staffBrowser } from "../fixtures/staff/staff-browser.ts";

/* What a stranger tries at the pages of payers. */

let gateway: TestGateway;
let client: Client;
let stranger: StaffBrowser;
/** Below the origin. */
let link: string;
/** Opens the portal once; nobody has opened it. */
let portalLink: string;
/** A payer in the portal. */
let visitor: StaffBrowser;
/** The page on which a payer asks for a link to the portal. */
let askPage: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	stranger = staffBrowser(gateway.url);
	const asked = { amount: 31, description: "Walnut boards", email: "payer@example.com" };
	const { body } = await client.post("/transaction-service/payment-link", asked);
	link = new URL(String(body.url)).pathname;
	const customer = (await client.post("/customer-service/customer", { email: "payer@example.com" })).body.lookup_id;
	const linkToPortal = async () =>
		String((await client.post(`/customer-service/customer/${customer}/portal-session`, {})).body.url);
	portalLink = new URL(await linkToPortal()).pathname;
	visitor = staffBrowser(gateway.url);
	await visitor.get(new URL(await linkToPortal()).pathname);
	askPage = `/pay/portal/ask/${gateway.merchant.merchant_id}`;
});

afterAll(() => gateway.stop());

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const guesses = 1_000;

/** Without what differs from one request to the next. */
const plain = (text: string) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "");

const lastPart = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Differs in one letter. The last one may decode to the same bytes. */
function guessNear(secret: string, random: Random): string {
	const place = secret.length - 1 - random.between(2, Math.min(40, secret.length) - 1);
	const shift = random.between(1, letters.length - 1);
	const other = letters[(letters.indexOf(secret.charAt(place)) + shift) % letters.length];
	return `${secret.slice(0, place)}${other}${secret.slice(place + 1)}`;
}

/** Returns the answers that guesses find, by their place. */
async function answersTo(guess: (random: Random) => [place: string, answer: Promise<Answer>]): Promise<string[]> {
	const random = randomFrom(1);
	const found = new Set<string>();
	for (let count = 0; count < guesses; count++) {
		const [place, answer] = guess(random);
		const { status, text, headers } = await answer;
		found.add(`${place} ${status} ${headers.get("X-Robots-Tag")} ${headers.get("Cache-Control")} ${plain(text)}`);
	}
	return [...found].map((page) => page.slice(0, 50)).sort();
}

test("1,000 guesses near a true link find one page, which is not indexed and tells nothing", async () => {
	const found = await answersTo((random) => {
		const place = random.pick(["/pay/link/", "/pay/card/"] as const);
		return [place, stranger.get(place + guessNear(lastPart(link), random))];
	});
	expect(found).toEqual([
		expect.stringMatching(/^\/pay\/card\/ 404 noindex .*no-store/),
		expect.stringMatching(/^\/pay\/link\/ 404 noindex .*no-store/),
	]);
}, 60_000);

test("1,000 guesses near an unopened link to the portal, a session's cookie or a merchant's id find one page", async () => {
	const cookie = visitor.cookies.get("cardseal_portal") ?? "";
	const found = await answersTo((random) => {
		const place = random.pick(["link", "session", "merchant"] as const);
		const answers = {
			link: () => stranger.get(`/pay/portal/open/${guessNear(lastPart(portalLink), random)}`),
			session: () => stranger.get("/pay/portal", { Cookie: `cardseal_portal=${guessNear(cookie, random)}` }),
			merchant: () => stranger.get(`/pay/portal/ask/${guessNear(lastPart(askPage), random)}`),
		};
		return [place, answers[place]()];
	});
	expect(found).toEqual([
		expect.stringMatching(/^link 404 noindex .*no-store/),
		expect.stringMatching(/^merchant 404 noindex .*no-store/),
		expect.stringMatching(/^session 404 noindex .*no-store/),
	]);
	expect((await visitor.get("/pay/portal")).status).toBe(200);
	expect((await stranger.get(askPage)).status).toBe(200);
	expect((await stranger.get(portalLink)).status).toBe(303);
}, 60_000);

test("a token of one kind of page opens no other kind", async () => {
	for (const path of ["/pay/card/", "/pay/authenticate/", "/pay/portal/open/"]) {
		expect((await stranger.get(path + lastPart(link))).status).toBe(404);
	}
	for (const path of ["/pay/card/", "/pay/link/", "/pay/portal/ask/"]) {
		expect((await stranger.get(path + lastPart(portalLink))).status).toBe(404);
	}
});

test("no page of a payer can be framed, asks another origin, or keeps its address in a referrer", async () => {
	const unknown = ["/pay/link/x", "/pay/card/x", "/pay/portal/open/x", "/pay/portal/ask/x"];
	const answers = [link, askPage, "/pay/portal", ...unknown].map((path) => stranger.get(path));
	for (const answer of [...answers, visitor.get("/pay/portal"), visitor.get("/pay/portal/card")]) {
		const { headers } = await answer;
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
