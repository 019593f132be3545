import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import {
	type Client,
	cardToken,
	cardWith,
	expectProblem,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../test/fixtures/operator.ts";
import { type StaffBrowser, staffBrowser } from "../../../../test/fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";
import {
	customerPath,
	day,
	type Subscribed,
	type SubscriberBody,
	type Subscribing,
	subscribing,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { queueMail } from "../../../platform/src/mail/index.ts";
import { deleteExpiredSessions } from "./sessions.store.ts";

const minute = 60_000;
/** Can be stored; every charge is declined (soft). */
const failing = "4000000000000341";

let gateway: TestGateway;
let client: Client;
let other: Client;
let owner: StaffMember;
let steps: Subscribing;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	await pass(0);
});

afterAll(() => gateway.stop());

/** Lets real time pass, which ends access tokens and sessions of staff too. */
async function pass(ms: number): Promise<void> {
	gateway.clocks.real.advance(ms);
	client = await signIn(gateway.url, gateway.merchant);
	other = await signIn(gateway.url, gateway.secondMerchant);
	owner = await signInMember(gateway);
	steps = subscribing(client, () => gateway.clocks.business.now());
}

const allow = async (pause: boolean, cancel: boolean) =>
	expect((await owner.patch("/settings", { portal: { pause, cancel } })).status).toBe(200);

async function linkFor(lookupId: string, body: JsonObject = {}): Promise<string> {
	const answer = await client.post(`${customerPath}/${lookupId}/portal-session`, body);
	expect(answer.status, answer.text).toBe(201);
	return new URL(String(answer.body.url)).pathname;
}

interface Visitor {
	browser: StaffBrowser;
	overview(): Promise<string>;
}

/** A browser in the portal, in English. */
async function visitorOf(customer: Pick<SubscriberBody, "lookup_id">, body: JsonObject = {}): Promise<Visitor> {
	const browser = staffBrowser(gateway.url);
	const opened = await browser.get(await linkFor(customer.lookup_id, body));
	expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/pay/portal"]);
	return { browser, overview: async () => (await browser.get("/pay/portal?lang=en")).text };
}

const sell = ({ lookup_id }: SubscriberBody, amount: number) =>
	client.post(`${salePath}/customer/${lookup_id}`, { amount });

const freshToken = (number = "4012888888881881") =>
	cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());

const cardAddress = (card: string | undefined) => `/pay/portal/card/${card}?lang=en`;
const subscriptionAddress = ({ subscription }: Subscribed) =>
	`/pay/portal/subscription/${subscription.lookup_id}?lang=en`;

const unknown = [404, expect.stringContaining("There is nothing here")];

describe("POST portal-session", () => {
	test("returns an address that opens once, for 30 minutes, and records who made it", async () => {
		const customer = await steps.customer();
		const { status, body } = await client.post(`${customerPath}/${customer.lookup_id}/portal-session`, {});
		expect([status, Object.keys(body)]).toEqual([201, ["url", "expires_at"]]);
		expect(body.url).toMatch(/\/pay\/portal\/open\/lk1[\w-]{63}$/);
		const left = Number(body.expires_at) - gateway.clocks.real.now();
		expect(left).toBeGreaterThan(29 * minute);
		expect(left).toBeLessThanOrEqual(30 * minute);
		const events = await auditEvents(gateway.database.tables, { type: "portal_session.created" });
		expect(events.at(-1)).toMatchObject({ actor_kind: "client", object: customer.lookup_id });
	});

	test.each(["https://elsewhere.example/account", "javascript:alert(1)", "//elsewhere.example"])(
		"return_url %j is refused",
		async (return_url) => {
			const { lookup_id } = await steps.customer(0);
			const answer = await client.post(`${customerPath}/${lookup_id}/portal-session`, { return_url });
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.reason).toBe("return_url_not_registered");
		},
	);

	test("another merchant's customer is unknown, and another scope refused", async () => {
		const { lookup_id } = await steps.customer(0);
		expectProblem(await other.post(`${customerPath}/${lookup_id}/portal-session`, {}), 404, "NOT_FOUND");
		const limited = await signIn(gateway.url, gateway.merchant, "transaction customer:read");
		expectProblem(await limited.post(`${customerPath}/${lookup_id}/portal-session`, {}), 403, "FORBIDDEN");
	});
});

describe("a link", () => {
	test("leads one browser to the portal; the same one again, and no other", async () => {
		const link = await linkFor((await steps.customer()).lookup_id);
		const payer = staffBrowser(gateway.url);
		const opened = await payer.get(link);
		expect(opened.status).toBe(303);
		expect(opened.headers.get("Set-Cookie")).toMatch(
			/^cardseal_portal=[\w-]{43}; Max-Age=1800; Path=\/pay\/portal; HttpOnly; SameSite=Lax$/,
		);
		const page = await payer.get("/pay/portal");
		expect(page.status).toBe(200);
		expect(page.headers.get("Cache-Control")).toBe("no-store");
		expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
		expect((await payer.get(link)).headers.get("Location")).toBe("/pay/portal");
		const another = await staffBrowser(gateway.url).get(link);
		expect([another.status, another.text]).toEqual(unknown);
		const opening = await auditEvents(gateway.database.tables, { type: "portal_session.opened" });
		expect(opening.at(-1)).toMatchObject({ actor_kind: "nobody", details: { session: link.slice(20, 40) } });
	});

	test("opened by ten browsers at once is one session", async () => {
		const link = await linkFor((await steps.customer(0)).lookup_id);
		const answers = await Promise.all(Array.from({ length: 10 }, () => staffBrowser(gateway.url).get(link)));
		expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(404)]);
	});

	test("of another customer takes no session's place in silence, and its page says whose it is", async () => {
		const { browser, overview } = await visitorOf(await steps.customer(0, { email: "victim@example.com" }));
		const stranger = await linkFor((await steps.customer(0, { email: "mallory@example.com" })).lookup_id);
		const page = await browser.get(stranger);
		expect([page.status, page.text]).toEqual([200, expect.stringContaining("mallory@example.com")]);
		expect(await overview()).toContain("victim@example.com");
		expect((await browser.get("/pay/portal/card?lang=en")).text).toContain("victim@example.com");
		await browser.get(stranger);
		expect((await browser.submit({})).status).toBe(303);
		expect(await overview()).toContain("mallory@example.com");
	});

	test("is not used up by a HEAD request", async () => {
		const link = await linkFor((await steps.customer(0)).lookup_id);
		expect((await client.send(link, { method: "HEAD" })).status).toBe(200);
		expect((await staffBrowser(gateway.url).get(link)).status).toBe(303);
	});

	test("that is forged, of another purpose, or 30 minutes old is one page", async () => {
		const { lookup_id } = await steps.customer(0);
		const link = await linkFor(lookup_id);
		const visitor = await visitorOf({ lookup_id });
		const ticket = /ticket="([^"]+)"/.exec((await visitor.browser.get("/pay/portal/card")).text)?.[1] ?? "";
		expect(ticket).toMatch(/^lk1/);
		const browser = staffBrowser(gateway.url);
		for (const token of ["x", "lk1", `lk1${"A".repeat(63)}`, ticket]) {
			const { status, text } = await browser.get(`/pay/portal/open/${token}`);
			expect([status, text]).toEqual(unknown);
		}
		await pass(30 * minute);
		const late = await browser.get(link);
		expect([late.status, late.text]).toEqual(unknown);
	});

	test("is refused while the database is restored, as every form is, and opens afterwards", async () => {
		const { tables } = gateway.database;
		const customer = await steps.customer(2);
		const link = await linkFor(customer.lookup_id);
		const { browser, overview } = await visitorOf(customer);
		await sql`insert into restores (noticed_at, window_from, missing, kept_file_numbers) values (1, 1, '{}', '{}')`.execute(
			tables,
		);
		const payer = staffBrowser(gateway.url);
		try {
			await expect.poll(async () => (await payer.get(link)).status).toBe(503);
			await browser.get(cardAddress(customer.cards[1]?.lookup_id));
			expect((await browser.submit({ action: "remove" })).status).toBe(503);
			expect(await overview()).toContain("Visa •••• 1111");
		} finally {
			await tables.deleteFrom("restores").execute();
		}
		await expect.poll(async () => (await payer.get(link)).status).toBe(303);
	});
});

describe("a session", () => {
	test("shows cards, subscriptions and payments of its customer, in the customer's language or the chosen one", async () => {
		const subscribed = await steps.subscribed();
		const sale = await sell(subscribed.customer, 17.5);
		expect(sale.status, sale.text).toBe(200);
		await client.send(`${customerPath}/${subscribed.customer.lookup_id}`, {
			method: "PUT",
			body: JSON.stringify({ language: "fr" }),
			headers: { "Content-Type": "application/json" },
		});
		const { browser, overview } = await visitorOf(subscribed.customer);
		const english = await overview();
		for (const shown of ["Visa •••• 1111", "Mastercard •••• 4444", "Default", "Coffee", "$31.00 CAD every month"]) {
			expect(english).toContain(shown);
		}
		expect(english).toMatch(/Next payment: \$31\.00 CAD on/);
		expect(english).toMatch(/\$17\.50 CAD<\/span> · Paid/);
		expect((await browser.get("/pay/portal", { "Accept-Language": "en" })).text).toContain("Votre compte chez");
		const receipt = /href="(\/pay\/portal\/receipt\/[^"]+)"/.exec(english)?.[1] ?? "";
		expect((await browser.get(receipt)).text).toContain("$17.50 CAD");
		expect(english).not.toContain("lk1");
	});

	test("has its payments on pages of ten", async () => {
		const customer = await steps.customer();
		for (let amount = 1; amount <= 11; amount += 1) {
			await sell(customer, 2 * amount - 1);
		}
		const { browser, overview } = await visitorOf(customer);
		const first = await overview();
		expect(first).not.toContain(">$1.00 CAD");
		const older = /href="([^"]+after=[^"#]+)#payments"/.exec(first)?.[1]?.replace("&amp;", "&") ?? "";
		const second = (await browser.get(older)).text;
		expect(second).toContain(">$1.00 CAD");
		expect(second).not.toContain(">$21.00 CAD");
		const strange = await visitorOf(await steps.customer(0));
		expect((await strange.browser.get(older)).status).toBe(400);
	});

	test("shows and changes nothing of another customer", async () => {
		const [mine, theirs] = [await steps.subscribed(), await steps.subscribed()];
		const sale = await sell(theirs.customer, 5);
		const { browser } = await visitorOf(mine.customer);
		const [, theirCard] = theirs.customer.cards;
		const pages = [
			cardAddress(theirCard?.lookup_id),
			subscriptionAddress(theirs),
			`/pay/portal/subscription/${theirs.subscription.lookup_id}/card`,
			`/pay/portal/receipt/${String(sale.body.transaction_id)}`,
		];
		for (const page of pages) {
			const { status, text } = await browser.get(page);
			expect([status, text], page).toEqual(unknown);
		}
		await browser.get(cardAddress(mine.customer.cards[1]?.lookup_id));
		const hidden = { csrf_token: await tokenOf(browser, cardAddress(mine.customer.cards[1]?.lookup_id)) };
		for (const [page, fields] of [
			[cardAddress(theirCard?.lookup_id), { action: "remove" }],
			[cardAddress(theirCard?.lookup_id), { action: "default" }],
			[subscriptionAddress(theirs), { action: "card", owed: "0", card: mine.customer.cards[1]?.lookup_id ?? "" }],
			[subscriptionAddress(mine), { action: "card", owed: "0", card: theirCard?.lookup_id ?? "" }],
			[`/pay/portal/subscription/${theirs.subscription.lookup_id}/card`, { owed: "0", token: await freshToken() }],
		] as const) {
			const { status, text } = await post(browser, page, { ...hidden, ...fields });
			expect([status, text], page).toEqual(unknown);
		}
		for (const { customer } of [mine, theirs]) {
			const { cards, subscriptions } = await steps.read(customer);
			expect({ cards, subscriptions }).toEqual({
				cards: customer.cards,
				subscriptions: [expect.objectContaining({ card_lookup_id: customer.cards[0]?.lookup_id })],
			});
		}
	});

	test("ends after 30 minutes, by signing out, and when the customer is erased", async () => {
		const customer = await steps.customer(0);
		const first = await visitorOf(customer);
		await first.overview();
		const ended = await first.browser.submitTo("/pay/portal/end?lang=en", {});
		expect(ended.text).toContain("You are signed out");
		expect(ended.headers.get("Set-Cookie")).toMatch(/cardseal_portal=; Max-Age=0; Path=\/pay\/portal/);
		const second = await visitorOf(customer);
		await pass(30 * minute);
		expect(await second.overview()).toContain("There is nothing here");
		const third = await visitorOf(customer);
		const unopened = await linkFor(customer.lookup_id);
		await third.overview();
		const names = [gateway.merchant.merchant_id, customer.lookup_id];
		await operatorOf(gateway).run("customer", "erase", ...names);
		expect(await third.overview()).toContain("There is nothing here");
		const late = await third.browser.submitTo("/pay/portal/end?lang=en", {});
		expect([late.status, late.text]).toEqual(unknown);
		expect((await staffBrowser(gateway.url).get(unopened)).status).toBe(404);
	});

	test("refuses forms without its token, of another session, and of another site", async () => {
		const customer = await steps.customer(2);
		const [mine, another] = [await visitorOf(customer), await visitorOf(customer)];
		const address = cardAddress(customer.cards[1]?.lookup_id);
		const own = await tokenOf(mine.browser, address);
		const foreign = await tokenOf(another.browser, address);
		for (const fields of [{ action: "remove" }, { action: "remove", csrf_token: foreign }]) {
			expect((await post(mine.browser, address, fields)).status).toBe(403);
		}
		const sent = { action: "remove", csrf_token: own };
		const elsewhere = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
		expect((await post(mine.browser, address, sent, elsewhere)).status).toBe(403);
		expect((await steps.read(customer)).cards).toHaveLength(2);
	});

	test("leads back to the merchant's page", async () => {
		const origin = "https://shop.example";
		await owner.post("/origins", { origin });
		const { overview } = await visitorOf(await steps.customer(0), { return_url: `${origin}/account?a=1&b=2` });
		expect(await overview()).toContain(`href="${origin}/account?a=1&amp;b=2"`);
	});
});

async function tokenOf(browser: StaffBrowser, address: string): Promise<string> {
	return /name="csrf_token" value="([^"]+)"/.exec((await browser.get(address)).text)?.[1] ?? "";
}

function post(browser: StaffBrowser, path: string, fields: Record<string, string>, headers: object = {}) {
	const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
	return client.send(path, {
		method: "POST",
		body: new URLSearchParams(fields),
		headers: { Cookie: cookie, Accept: "text/html", ...headers },
	});
}

describe("cards", () => {
	test("a card is added, verified without an amount, and recorded as the payer's act", async () => {
		const customer = await steps.customer();
		const { browser } = await visitorOf(customer);
		await browser.get("/pay/portal/card?lang=en");
		const submitted = gateway.submitted.length;
		const added = await browser.submit({ token: await freshToken() });
		expect(added.headers.get("Location")).toBe("/pay/portal?lang=en&done=added");
		expect((await browser.get("/pay/portal?lang=en&done=added")).text).toContain("The card is stored.");
		expect(gateway.submitted.slice(submitted)).toMatchObject([{ operation: "verification" }]);
		expect((await steps.read(customer)).cards).toHaveLength(2);
		const stored = await auditEvents(gateway.database.tables, { type: "card.stored" });
		expect(stored.at(-1)).toMatchObject({ actor_kind: "nobody" });
	});

	test("a card that cannot be read, or that the bank refuses, is not stored, and the page says so", async () => {
		const customer = await steps.customer(0);
		const { browser } = await visitorOf(customer);
		await browser.get("/pay/portal/card?lang=en");
		for (const [token, said] of [
			["ct1nonsense", "could not be read"],
			[await freshToken("4000000000000002"), "did not accept this card"],
		] as const) {
			const refused = await browser.submit({ token });
			expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(said)]);
		}
		expect((await steps.read(customer)).cards).toEqual([]);
	});

	test("the 21st card of a network within ten minutes is not tried", async () => {
		await pass(10 * minute);
		const { browser } = await visitorOf(await steps.customer(0));
		await browser.get("/pay/portal/card?lang=en");
		for (let count = 0; count < 20; count += 1) await browser.submit({ token: "ct1nonsense" });
		const refused = await browser.submit({ token: await freshToken() });
		expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Too many cards")]);
		await pass(10 * minute);
	});

	test("another card becomes the default, and the former one is removed", async () => {
		const customer = await steps.customer(2);
		const [first, second] = customer.cards;
		const { browser, overview } = await visitorOf(customer);
		await browser.get(cardAddress(second?.lookup_id));
		expect((await browser.submitTo(cardAddress(second?.lookup_id), { action: "default" })).status).toBe(303);
		await browser.get(cardAddress(first?.lookup_id));
		expect((await browser.submitTo(cardAddress(first?.lookup_id), { action: "remove" })).status).toBe(303);
		expect((await steps.read(customer)).cards).toMatchObject([{ lookup_id: second?.lookup_id, is_default: true }]);
		expect(await overview()).not.toContain("•••• 1111");
	});

	test("a card that a subscription uses says so, and is kept", async () => {
		const { customer } = await steps.subscribed();
		const { browser } = await visitorOf(customer);
		const address = cardAddress(customer.cards[0]?.lookup_id);
		const page = await browser.get(address);
		expect(page.text).toContain("A subscription is paid by this card");
		expect(page.text).not.toContain("Remove this card");
		const csrf_token = await tokenOf(browser, cardAddress(customer.cards[1]?.lookup_id));
		const refused = await post(browser, address, { action: "remove", csrf_token });
		expect([refused.status, refused.text]).toEqual([
			400,
			expect.stringContaining("Give the subscription another card"),
		]);
		expect((await steps.read(customer)).cards).toHaveLength(2);
	});

	test("two tabs: a card that the other tab removed is one page", async () => {
		const customer = await steps.customer(2);
		const { browser } = await visitorOf(customer);
		const address = cardAddress(customer.cards[1]?.lookup_id);
		await browser.get(address);
		expect((await browser.submitTo(address, { action: "remove" })).status).toBe(303);
		const late = await browser.submitTo(address, { action: "remove" });
		expect([late.status, late.text]).toEqual(unknown);
	});
});

describe("subscriptions", () => {
	beforeEach(() => allow(false, false));

	test("another stored card, or a new one, pays from the next payment on", async () => {
		const subscribed = await steps.subscribed();
		const { customer, subscription } = subscribed;
		const { browser } = await visitorOf(customer);
		const address = subscriptionAddress(subscribed);
		const [, second] = customer.cards;
		await browser.get(address);
		const changed = await browser.submitTo(address, { card: second?.lookup_id ?? "" });
		expect(changed.headers.get("Location")).toBe("/pay/portal?lang=en&done=changed");
		const now = async () => (await steps.read(customer)).subscriptions[0];
		expect(await now()).toMatchObject({ card_lookup_id: second?.lookup_id, status: "ACTIVE" });
		await browser.get(`/pay/portal/subscription/${subscription.lookup_id}/card?lang=en`);
		expect((await browser.submit({ token: await freshToken() })).headers.get("Location")).toMatch(/done=changed$/);
		const third = (await steps.read(customer)).cards.at(-1);
		expect(await now()).toMatchObject({ card_lookup_id: third?.lookup_id });
	});

	test("are neither paused nor cancelled where the merchant does not allow it", async () => {
		const subscribed = await steps.subscribed();
		const { browser } = await visitorOf(subscribed.customer);
		const page = await browser.get(subscriptionAddress(subscribed));
		expect(page.text).not.toMatch(/Pause this|Cancel this/);
		for (const action of ["pause", "resume", "cancel", "expire"]) {
			const refused = await browser.submitTo(subscriptionAddress(subscribed), { action });
			expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("not possible here")]);
		}
		expect((await steps.read(subscribed.customer)).subscriptions).toMatchObject([{ status: "ACTIVE" }]);
	});

	test("are paused, resumed and cancelled where the merchant allows it, as the payer's act", async () => {
		await allow(true, true);
		const subscribed = await steps.subscribed();
		const { browser } = await visitorOf(subscribed.customer);
		const status = async () => (await steps.read(subscribed.customer)).subscriptions[0]?.status;
		for (const [action, after] of [
			["pause", "PAUSED"],
			["resume", "ACTIVE"],
			["cancel", "CANCELED"],
		] as const) {
			await browser.get(subscriptionAddress(subscribed));
			expect((await browser.submitTo(subscriptionAddress(subscribed), { action })).status).toBe(303);
			expect(await status()).toBe(after);
		}
		const events = await auditEvents(gateway.database.tables, { type: "subscription.canceled" });
		expect(events.at(-1)).toMatchObject({ actor_kind: "nobody", object: subscribed.subscription.lookup_id });
		const page = await browser.get(subscriptionAddress(subscribed));
		expect(page.text).toContain("Cancelled");
		expect(page.text).not.toContain("<select");
	});

	test("two tabs: one that was cancelled is neither resumed nor given a card", async () => {
		await allow(true, true);
		const subscribed = await steps.subscribed();
		const { browser } = await visitorOf(subscribed.customer);
		const address = subscriptionAddress(subscribed);
		await browser.get(address);
		const tab = await tokenOf(browser, address);
		expect((await browser.submitTo(address, { action: "cancel" })).status).toBe(303);
		const [, second] = subscribed.customer.cards;
		for (const fields of [
			{ action: "resume" },
			{ action: "pause" },
			{ action: "card", owed: "0", card: second?.lookup_id ?? "" },
		]) {
			const late = await post(browser, address, { csrf_token: tab, ...fields });
			expect([late.status, late.text]).toEqual([400, expect.stringContaining("This has changed")]);
		}
		expect((await steps.read(subscribed.customer)).subscriptions).toMatchObject([
			{ status: "CANCELED", card_lookup_id: subscribed.customer.cards[0]?.lookup_id },
		]);
	});

	test("in arrears are paid by the chosen card, for the amount that the page showed, and cannot be paused", async () => {
		await allow(true, true);
		const customer = await steps.customer(0);
		await client.post(`${customerPath}/${customer.lookup_id}/card`, cardWith(failing));
		const whole = (await client.post(`${customerPath}/${customer.lookup_id}/card`, cardWith("4111111111111111")))
			.body as SubscriberBody;
		const plan = await steps.plan();
		const subscription = await steps.subscribe(whole, plan);
		const subscribed = { customer: whole, plan, subscription };
		gateway.clocks.business.advance(day + minute);
		const now = async () => (await steps.read(customer)).subscriptions[0];
		await expect.poll(async () => (await now())?.status, { timeout: 15_000 }).toBe("RETRY");
		const { browser, overview } = await visitorOf(customer);
		expect(await overview()).toContain("Payment failed");
		const address = subscriptionAddress(subscribed);
		const page = await browser.get(address);
		expect(page.text).toContain("Pay $31.00 CAD and use this card from now on");
		expect(page.text).not.toContain("Pause this");
		const [declining, good] = whole.cards;
		const declined = await browser.submitTo(address, { card: declining?.lookup_id ?? "" });
		expect([declined.status, declined.text]).toEqual([400, expect.stringContaining("declined the payment")]);
		await browser.get(address.replace("?", "/card?"));
		for (let count = 0; count < 20; count += 1) await browser.submit({ token: "ct1nonsense" });
		await browser.get(address);
		const often = await browser.submitTo(address, { card: good?.lookup_id ?? "" });
		expect([often.status, often.text]).toEqual([400, expect.stringContaining("Too many cards")]);
		await pass(10 * minute);
		const stale = await browser.submitTo(address, { card: good?.lookup_id ?? "", owed: "0" });
		expect([stale.status, stale.text]).toEqual([400, expect.stringContaining("This has changed")]);
		const paid = await browser.submitTo(address, { card: good?.lookup_id ?? "" });
		expect(paid.headers.get("Location"), paid.text).toMatch(/done=paid$/);
		expect(await now()).toMatchObject({ status: "ACTIVE", card_lookup_id: good?.lookup_id });
	}, 40_000);
});

describe("a link by mail", () => {
	const path = () => `/pay/portal/ask/${gateway.merchant.merchant_id}`;

	const mailsTo = async (email: string) =>
		gateway.database.tables.selectFrom("mailbox").select(["subject", "text"]).where("to_address", "=", email).execute();

	async function ask(email: string) {
		const browser = staffBrowser(gateway.url);
		await browser.get(`${path()}?lang=en`);
		return browser.submit({ email });
	}

	test("is one mail with a link to each account of the address, which a form opens", async () => {
		const email = "Mailed@example.com";
		await steps.customer(1, { email, first_name: "Ada" });
		await steps.customer(2, { email: email.toLowerCase(), language: "fr", company: "Engines" });
		await other.post(customerPath, { email });
		expect((await ask("mailed@EXAMPLE.com")).text).toContain("Look at your email");
		const find = async () => [...(await mailsTo(email)), ...(await mailsTo(email.toLowerCase()))];
		await expect.poll(find, { timeout: 15_000 }).toHaveLength(1);
		const [mail] = await find();
		const links = [...(mail?.text ?? "").matchAll(/https?:\/\/\S+(\/pay\/portal\/open\/\S+)/g)].map(([, link]) => link);
		expect(links).toHaveLength(2);
		const payer = staffBrowser(gateway.url);
		const page = await payer.get(links[0] ?? "");
		expect(page.status).toBe(200);
		// Programs that look into mails have opened it before.
		const opened = await payer.submit({});
		expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/pay/portal?lang=fr"]);
		expect((await payer.get("/pay/portal")).text).toContain("•••• 4444");
		expect((await payer.get(links[1] ?? "")).status).toBe(200);
	}, 30_000);

	test("is asked for with the same answer for every address, and mails strangers nothing", async () => {
		await steps.customer(0, { email: "known@example.com" });
		const [known, stranger] = [await ask("known@example.com"), await ask("stranger@example.com")];
		expect(stranger.text).toBe(known.text);
		expect([known.status, stranger.status]).toEqual([200, 200]);
		await expect.poll(() => mailsTo("known@example.com"), { timeout: 15_000 }).toHaveLength(1);
		expect(await mailsTo("stranger@example.com")).toEqual([]);
		const wrong = await ask("nobody");
		expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("Enter an email address")]);
		const { status } = await staffBrowser(gateway.url).get(`/pay/portal/ask/${"A".repeat(20)}`);
		expect(status).toBe(404);
	}, 30_000);

	test("is mailed three times in ten minutes to one address, and one network asks 20 times", async () => {
		await pass(10 * minute);
		const email = "often@example.com";
		await steps.customer(0, { email });
		for (let count = 0; count < 20; count += 1) {
			expect((await ask(count < 5 ? email : `other${count}@example.com`)).status).toBe(200);
		}
		const refused = await ask("last@example.com");
		expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, expect.any(String)]);
		await expect.poll(() => mailsTo(email), { timeout: 15_000 }).toHaveLength(3);
		// No row of the limit names the address.
		const { rows } = await sql<{ key: string }>`select key from client_counts`.execute(gateway.database.tables);
		expect(JSON.stringify(rows)).not.toContain("often");
	}, 40_000);

	test("goes to no customer whose address has changed since it was asked for", async () => {
		await pass(10 * minute);
		const customers = [
			await steps.customer(0, { email: "now@example.com" }),
			await steps.customer(0, { email: "same@example.com" }),
		];
		const { tables } = gateway.database;
		const { id: merchant_id } = await tables
			.selectFrom("merchants")
			.select("id")
			.where("merchant_id", "=", gateway.merchant.merchant_id)
			.executeTakeFirstOrThrow();
		const expires_at = gateway.clocks.real.now() + minute;
		const rows = customers.map(({ lookup_id }, index) => ({
			lookup_id: `changedAddress00000${index}`,
			merchant_id,
			customer_lookup_id: lookup_id,
			mail_id: `changedAddressMail0${index}`,
			mailed_to: Buffer.from("another address"),
			return_url: null,
			expires_at,
		}));
		await tables.insertInto("portal_sessions").values(rows).execute();
		await queueMail(
			tables.withTables(),
			rows.map(({ mail_id: reference }) => ({ kind: "portal_link" as const, reference })),
		);
		// A later mail has come: the earlier ones were due.
		await ask("same@example.com");
		await expect.poll(() => mailsTo("same@example.com"), { timeout: 15_000 }).toHaveLength(1);
		expect(await mailsTo("now@example.com")).toEqual([]);
	}, 30_000);

	test("a form from another site is refused", async () => {
		const { status } = await client.send(path(), {
			method: "POST",
			body: new URLSearchParams({ email: "known@example.com" }),
			headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
		});
		expect(status).toBe(403);
	});
});

test("expired sessions are deleted", async () => {
	const { tables } = gateway.database;
	await linkFor((await steps.customer(0)).lookup_id);
	const expired = gateway.clocks.real.now() + 31 * minute;
	await deleteExpiredSessions(tables.withTables(), expired);
	expect(await tables.selectFrom("portal_sessions").select("lookup_id").execute()).toEqual([]);
});
