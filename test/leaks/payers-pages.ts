import { expect, vi } from "vitest";
import { type Answer, cardToken, type JsonObject, send } from "../fixtures/client.ts";
import { type StaffBrowser, staffBrowser } from "../fixtures/staff/staff-browser.ts";
import { cardFields, disguises } from "./carriers.ts";
import { type Mark, marks, secret } from "./hunt.ts";

interface Visit {
	url: string;
	bearer: Mark;
	publicKey: string;
	merchantId: string;
	/** Adds an answer to the searched ones. */
	keep(what: string, answer: Answer): void;
	readMailbox(): Promise<Answer>;
}

/** The secrets of the pages that were visited. */
export interface PayersSecrets {
	cardTokens: Mark[];
	/** Of addresses that the API alone gave, and of cookies: nothing stores them. */
	unmailed: Mark[];
	/** Of addresses in mails, which the sandbox stores in its mailbox. */
	mailed: Mark[];
}

const { value: number } = marks.inFreeText;

/** A card number as payers type it. */
const spellings = [
	number,
	`card ${number.slice(0, 4)} ${number.slice(4, 8)}-${number.slice(8)}, thanks`,
	...disguises.map(([, disguise]) => disguise(marks.inFreeText)),
];
const groups = number.match(/.{1,4}/g) ?? [];
const asAddresses = [number, groups.join("."), `ada+${number}`].map((name) => `${name}@example.com`);

const typedText = [...spellings, ...asAddresses];

/**
 * Pays a payment link, subscribes by a plan's link and adds cards in the portal. Types a card number into every text
 * field on the way.
 */
export async function visitPayersPages(visit: Visit): Promise<PayersSecrets> {
	const secrets: PayersSecrets = { cardTokens: [], unmailed: [], mailed: [] };
	await payLink(visit, secrets);
	await subscribeByLink(visit, secrets);
	await openPortal(visit, secrets);
	await askForPortal(visit, secrets);
	return secrets;
}

async function call({ url, bearer, keep }: Visit, path: string, body: object): Promise<Answer> {
	const headers = { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json" };
	const answer = await send(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
	keep(`POST ${path}`, answer);
	return answer;
}

async function made(visit: Visit, path: string, body: object): Promise<JsonObject> {
	const answer = await call(visit, path, body);
	expect(answer.status, answer.text).toBeLessThan(300);
	return answer.body;
}

async function freshToken({ publicKey }: Visit, { cardTokens }: PayersSecrets, card: Mark = marks.visa) {
	const token = await cardToken(publicKey, cardFields(card));
	cardTokens.push(secret(`card token ${cardTokens.length} of a payer's page`, token));
	return token;
}

async function refused({ keep }: Visit, what: string, answer: Promise<Answer>): Promise<void> {
	const { status } = await kept(keep, what, answer);
	expect({ what, status }).toEqual({ what, status: 400 });
}

async function kept(keep: Visit["keep"], what: string, answer: Promise<Answer>): Promise<Answer> {
	keep(what, await answer);
	return answer;
}

const linkPath = "/transaction-service/payment-link";

async function isPaid({ url, bearer }: Visit, lookupId: unknown): Promise<void> {
	const headers = { Authorization: `Bearer ${bearer.value}` };
	// With the short time limit, recovery may find the outcome later.
	await vi.waitFor(
		async () => {
			const { body } = await send(`${url}${linkPath}/${String(lookupId)}`, { headers });
			if (body.status !== "PAID") throw new Error(`The link is ${String(body.status)}.`);
		},
		{ timeout: 30_000, interval: 200 },
	);
}

async function payLink(visit: Visit, secrets: PayersSecrets): Promise<void> {
	const { keep, url } = visit;
	const asked = { amount: 31, description: "Walnut boards" };
	for (const text of spellings) {
		for (const field of ["description", "invoice_id", "email"]) {
			expect((await call(visit, linkPath, { ...asked, [field]: text })).status).toBe(400);
		}
	}
	const email = "linked@example.com";
	const link = await made(visit, linkPath, { ...asked, email });
	await made(visit, `${linkPath}/${String(link.lookup_id)}/send`, {});
	const path = await mailedPath(visit, email, /\/pay\/link\/[\w-]+/);
	secrets.mailed.push(tokenOf("payment link", path));
	const payer = staffBrowser(url);
	keep("a payment link", await payer.get(path));
	const token = await freshToken(visit, secrets);
	for (const email of typedText) {
		await refused(visit, "a number in the link's email", payer.submit({ token, email }));
		await refused(visit, "a number in the link's email, without a card", payer.submit({ email }));
	}
	await refused(visit, "a number in the link's token", payer.submit({ token: number }));
	await kept(keep, "a payment link is paid", payer.submit({ token }));
	await isPaid(visit, link.lookup_id);
	keep("a paid link", await payer.get(path));
}

async function subscribeByLink(visit: Visit, secrets: PayersSecrets): Promise<void> {
	const { keep, url } = visit;
	const terms = { name: "Gold", amount: 31, currency: "CAD", frequency: "ANNUALLY" };
	const plan = await made(visit, "/plan-service/plan", terms);
	const asked = { plan_lookup_id: plan.lookup_id, description: "A year of gold" };
	const link = await made(visit, linkPath, asked);
	const { pathname: path } = new URL(String(link.url));
	secrets.unmailed.push(tokenOf("plan's link", path));
	const payer = staffBrowser(url);
	keep("a plan's link", await payer.get(path));
	const token = await freshToken(visit, secrets);
	const right = { token, first_name: "Ada", last_name: "Lovelace", email: "planned@example.com", agree: "yes" };
	for (const field of ["first_name", "last_name", "email"]) {
		for (const text of typedText) {
			await refused(visit, `a number in the plan's ${field}`, payer.submit({ ...right, [field]: text }));
		}
	}
	const cut = { first_name: number.slice(0, 8), last_name: number.slice(8) };
	await refused(visit, "a number in both names", payer.submit({ ...right, ...cut }));
	await kept(keep, "a plan's link is paid", payer.submit(right));
	await isPaid(visit, link.lookup_id);
	keep("a subscribed link", await payer.get(path));
}

const portalEmail = "portal@example.com";
const overviewPath = "/pay/portal?lang=en";

async function openPortal(visit: Visit, secrets: PayersSecrets): Promise<void> {
	const { keep, url } = visit;
	const customer = await made(visit, "/customer-service/customer", { email: portalEmail });
	const session = await made(visit, `/customer-service/customer/${String(customer.lookup_id)}/portal-session`, {});
	const { pathname: path, origin } = new URL(String(session.url));
	secrets.unmailed.push(tokenOf("link to the portal", path));
	const payer = staffBrowser(url);
	await kept(keep, "a link to the portal", payer.get(path));
	secrets.unmailed.push(cookieOf("portal's cookie", payer));
	for (const text of spellings) {
		keep("a number as what was done", await payer.get(`${overviewPath}&done=${encodeURIComponent(text)}`));
	}

	const form = await kept(keep, "the portal's card form", payer.get("/pay/portal/card?lang=en"));
	expect(form.status).toBe(200);
	const [, frames = "", ticket = ""] = /gateway="([^"]+)" ticket="([^"]+)"/.exec(form.text) ?? [];
	secrets.unmailed.push(secret("ticket of the portal's card form", ticket));
	const opened = await send(`${url}/v1/widget/session`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Origin: frames },
		body: JSON.stringify({ public_key: visit.publicKey, origin, ticket }),
	});
	expect(opened.status, opened.text).toBe(201);
	for (const text of [number, ticket, "x"])
		await refused(visit, "no token in the portal", payer.submit({ token: text }));
	const added: number[] = [];
	for (const card of [marks.visa, marks.mastercard, marks.unionPay]) {
		await payer.get("/pay/portal/card?lang=en");
		const token = await freshToken(visit, secrets, card);
		added.push((await kept(keep, "a card in the portal", payer.submit({ token }))).status);
	}
	// With the short time limit, a busy machine may miss one of the verifications.
	expect(added).toContain(303);

	const overview = await kept(keep, "the portal", payer.get(overviewPath));
	const [card = ""] = /\/pay\/portal\/card\/\w{20}\?lang=en/.exec(overview.text) ?? [];
	keep("a card of the portal", await payer.get(card));
	for (const text of spellings) await refused(visit, "a number as an action", payer.submitTo(card, { action: text }));
}

/** The page asks for an email address. */
async function askForPortal(visit: Visit, secrets: PayersSecrets): Promise<void> {
	const { keep, url, merchantId } = visit;
	const payer = staffBrowser(url);
	keep("the portal asks", await payer.get(`/pay/portal/ask/${merchantId}?lang=en`));
	for (const email of typedText) await refused(visit, "a number in the portal's email", payer.submit({ email }));
	expect((await kept(keep, "the portal was asked", payer.submit({ email: portalEmail }))).status).toBe(200);
	const path = await mailedPath(visit, portalEmail, /\/pay\/portal\/open\/[\w-]+/);
	secrets.mailed.push(tokenOf("mailed link to the portal", path));
	keep("a mailed link", await payer.get(path));
	expect((await kept(keep, "a mailed link is opened", payer.submit({}))).status).toBe(303);
	secrets.unmailed.push(cookieOf("cookie of a mailed link", payer));
	keep("the portal, by mail", await payer.get(overviewPath));
}

function mailedPath({ readMailbox }: Visit, email: string, pattern: RegExp): Promise<string> {
	return vi.waitFor(async () => {
		const mails = JSON.parse((await readMailbox()).text) as { to: string[]; text: string }[];
		const [path] = mails.flatMap(({ to, text }) => (to.includes(email) ? (pattern.exec(text) ?? []) : []));
		if (path === undefined) throw new Error("The mail has not come yet.");
		return path;
	}, 20_000);
}

function tokenOf(name: string, path: string): Mark {
	const token = path.slice(path.lastIndexOf("/") + 1);
	expect(token).toMatch(/^lk1[\w-]{63}$/);
	return secret(name, token);
}

function cookieOf(name: string, { cookies }: StaffBrowser): Mark {
	const cookie = cookies.get("cardseal_portal") ?? "";
	expect(cookie).toMatch(/^[\w-]{43}$/);
	return secret(name, cookie);
}
