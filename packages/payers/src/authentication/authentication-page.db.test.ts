import { createVault, generateMasterKey, type Inquiry, type Processor, type ReturnedFields } from "@cardseal/vault";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { type TestClocks, testClocks } from "../../../../test/fixtures/clock.ts";
import { oneProcessor } from "../../../../test/fixtures/processors/one-processor.ts";
import { openTestTables } from "../../../../test/fixtures/tables.ts";
import { createCardTestingProtection } from "../../../customers/src/card-testing/protection.ts";
import { createChargeableCardLookup } from "../../../customers/src/cards/chargeable-card.ts";
import { payerPagePath } from "../../../payments/src/authentication/payer-page.ts";
import { charge } from "../../../payments/src/charge/charge.ts";
import { chargeRequestSchema } from "../../../payments/src/charge/charge-request.ts";
import type { Payments } from "../../../payments/src/payments.ts";
import { createTransactionWriter } from "../../../payments/src/submission/transaction-writer.ts";
import { getTransaction } from "../../../payments/src/transaction/transactions.store.ts";
import { recoverLeftPending } from "../../../payments/src/unresolved/recover.ts";
import type { GatewayEnv } from "../../../platform/src/http/gateway-env.ts";
import { answerProblems } from "../../../platform/src/http/index.ts";
import { createLog } from "../../../platform/src/log/log.ts";
import { authenticationPageRoutes } from "./authentication-page.route.ts";

const shop = "https://shop.example";
const bank = "https://acs.bank.example";
const masterKey = generateMasterKey();
const log = createLog({ level: "silent" });

let tables: Awaited<ReturnType<typeof openTestTables>>;
let merchantId: number;
let clocks: TestClocks;
let payments: Payments;
let app: OpenAPIHono<GatewayEnv>;
/** What the processor was asked to end charges with, the oldest first. */
let ended: (ReturnedFields | "abandoned")[];
let isAnswerLost: boolean;
let onEnd: (reference: string) => Promise<Inquiry>;
/** The client of the next requests: wrong links count by its network. */
let address: string;
let addresses = 0;

beforeAll(async () => {
	tables = await openTestTables();
	merchantId = await insertMerchant(tables.database);
	const origin = { merchant_id: merchantId, origin: shop, created_at: 1 };
	await tables.database.insertInto("widget_origins").values(origin).execute();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	clocks = testClocks();
	clocks.real.stop();
	ended = [];
	isAnswerLost = false;
	onEnd = async (reference) => ({
		result: "approved",
		message: "Approved",
		authorizationCode: "123456",
		processorTransactionId: `far_${reference}`,
	});
	address = `203.0.113.${++addresses}`;
	const database = tables.database.withTables();
	const { business, real } = clocks;
	const times = { businessNow: () => business.now(), realNow: () => real.now() };
	const vault = await createVault({ database, masterKey, ...times });
	payments = {
		database: tables.database,
		writer: createTransactionWriter(tables.database),
		findChargeableCard: createChargeableCardLookup(vault),
		vault,
		clocks,
		cardTesting: createCardTestingProtection({ database: tables.database, vault, clock: real, log }),
		...oneProcessor(processor),
		processorTimeoutMs: 10_000,
		publicUrl: "https://pay.example",
		restoredAt: () => 0,
		findLostFrom: async () => undefined,
		log,
	};
	app = new OpenAPIHono<GatewayEnv>();
	app.use(async (context, next) => {
		context.set("clientAddress", address);
		context.set("requestId", "r");
		context.set("log", log);
		await next();
	});
	answerProblems(app);
	authenticationPageRoutes(app, { payments });
});

const action = {
	url: `${bank}/challenge?try=1`,
	method: "POST" as "POST" | "GET",
	fields: { creq: 'e30"><script>alert(1)</script>', submit: "x" } as Record<string, string>,
};

/** Asks for an authentication of every charge. */
const processor: Processor = {
	name: "scripted",
	async submit({ reference }) {
		if (isAnswerLost) throw new Error("The answer is lost.");
		return { result: "action", processorTransactionId: `far_${reference}`, action };
	},
	inquire: async () => ({ result: "action", processorTransactionId: "far", action }),
	authentication: {
		complete: async ({ reference }, fields) => {
			ended.push(fields);
			return onEnd(reference);
		},
		abandon: async ({ reference }) => {
			ended.push("abandoned");
			return { ...declined, processorTransactionId: `far_${reference}` };
		},
	},
};

const declined = {
	result: "declined",
	message: "No",
	declineClass: "soft",
	declineCode: "authentication_failed",
} as const;

const merchant = {
	publicId: "m",
	name: "Maple <b>& Main",
	mode: "demo",
	timeZone: "UTC",
	currencies: ["CAD"],
	statementText: null,
	threeDSecure: { rule: "never", aboveCents: null, outside: null },
	hostedFormOnly: false,
	rejectsAvsNoMatch: false,
	rejectsCvvNoMatch: false,
	cardTesting: { isOn: null, limits: {} },
} as const;

interface Opened {
	transactionId: string;
	path: string;
}

/** Begins a charge that waits for its payer. */
async function beginCharge(fields: object = {}): Promise<Opened> {
	const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	const { body } = await charge(payments, {
		operation: "sale",
		caller: { actor: { kind: "client", clientId: "c" }, clientAddress: null, requestId: null },
		initiator: {
			merchant: { ...merchant, id: merchantId, currencies: ["CAD"] },
			channel: "E_COMMERCE",
			userId: null,
		},
		wanted: { kind: "given" },
		request: chargeRequestSchema.parse({ amount: 31, ...card, three_d_secure: "always", ...fields }),
		keyed: undefined,
	});
	if (isAnswerLost) {
		clocks.real.advance(60_000);
		await recoverLeftPending(payments);
		return { transactionId: body.transaction_id, path: payerPagePath(payments.vault, body.transaction_id) };
	}
	if (!("next_action" in body) || !body.next_action) throw new Error("The charge does not wait for its payer.");
	return { transactionId: body.transaction_id, path: new URL(body.next_action.url).pathname };
}

const statusOf = async (id: string) => (await getTransaction(tables.database, merchantId, id)).status;

const get = (path: string, headers: Record<string, string> = {}) =>
	app.request(path, { headers: { Accept: "text/html", ...headers } });

function post(path: string, fields: Record<string, string> | string = {}, headers: Record<string, string> = {}) {
	return app.request(path, {
		method: "POST",
		headers: { Accept: "text/html", "Content-Type": "application/x-www-form-urlencoded", ...headers },
		body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
	});
}

describe("the page of a payer who is to authenticate", () => {
	test("names the merchant, amount, masked card and time left, and leads to the bank with its fields, escaped", async () => {
		const { path } = await beginCharge();
		const response = await get(path);
		const text = await response.text();
		expect(response.status).toBe(200);
		for (const part of ["$31.00 CAD", "Visa •••• 1111", "15 minutes", `action="${action.url}"`, 'name="creq"']) {
			expect(text).toContain(part);
		}
		expect(text).toContain("e30&quot;&gt;&lt;script&gt;");
		expect(text).not.toContain("<script>");
		expect(text).not.toContain("4111111111111111");
		expect(text).toContain('<meta name="robots" content="noindex">');
		expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
	});

	test("has a policy of its own: the bank's form, frames of https, and the merchant's origins around it", async () => {
		const { path } = await beginCharge();
		const policy = (await get(path)).headers.get("Content-Security-Policy") ?? "";
		for (const part of [
			"default-src 'none'; script-src 'self'",
			`form-action 'self' ${bank};`,
			"frame-src 'self' https:;",
			`frame-ancestors 'self' ${shop};`,
			"require-trusted-types-for 'script'; trusted-types 'none'",
		]) {
			expect(policy).toContain(part);
		}
	});

	test("speaks the charge's language, else the browser's", async () => {
		const french = await beginCharge({ language: "fr-CA" });
		const english = await beginCharge();
		expect(await (await get(french.path, { "Accept-Language": "en" })).text()).toContain('<html lang="fr">');
		expect(await (await get(english.path, { "Accept-Language": "fr-CA" })).text()).toContain('<html lang="fr">');
		expect(await (await get(english.path)).text()).toContain('<html lang="en">');
	});

	test("is for a frame on a registered origin only", async () => {
		const { path } = await beginCharge();
		const inside = await (await get(`${path}?frame=${encodeURIComponent(shop)}`)).text();
		expect(inside).toContain(`data-frame="${shop}"`);
		const stranger = await (await get(`${path}?frame=${encodeURIComponent("https://evil.example")}`)).text();
		expect(stranger).not.toContain("evil.example");
		expect(stranger).not.toContain("data-frame");
	});

	test("a way by GET keeps the query of the bank's address", async () => {
		Object.assign(action, { method: "GET", fields: { b: "2" } });
		const { path } = await beginCharge();
		Object.assign(action, { method: "POST", fields: { creq: "e30" } });
		expect(await (await get(path)).text()).toContain(`href="${bank}/challenge?try=1&amp;b=2"`);
	});

	test.each(["", "/state", "/return", "/cancel"])("a wrong proof or id is unknown at %j", async (below) => {
		const { path, transactionId } = await beginCharge();
		const other = await beginCharge();
		const proof = path.split("/").at(-1) ?? "";
		for (const wrong of [
			`/pay/authenticate/${transactionId}/lk1${"A".repeat(63)}`,
			`/pay/authenticate/${transactionId}/${proof.slice(0, -1)}`,
			`/pay/authenticate/${other.transactionId}/${proof}`,
			`/pay/authenticate/1/${proof}`,
		]) {
			const response = await (below === "/cancel" ? post(wrong + below) : get(wrong + below));
			expect(response.status).toBe(404);
			const text = await response.text();
			expect(text).toContain("Page not found");
			expect(text).not.toContain(transactionId);
			expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
		}
		expect(ended).toEqual([]);
	});

	test("wrong links from one network are limited; right ones are not", async () => {
		const { path } = await beginCharge();
		const wrong = `/pay/authenticate/${"x".repeat(20)}/lk1${"A".repeat(63)}`;
		const statuses: number[] = [];
		for (let tries = 0; tries < 22; tries++) statuses.push((await get(wrong)).status);
		expect(statuses).toEqual([...Array(20).fill(404), 429, 429]);
		expect((await get(path)).status).toBe(200);
		address = "203.0.113.250";
		expect((await get(wrong)).status).toBe(404);
	});
});

describe("the bank's return", () => {
	test.each(["GET", "POST"])(
		"by %s ends the charge with the bank's fields, and goes on to the page",
		async (method) => {
			const { path, transactionId } = await beginCharge();
			const response =
				method === "GET"
					? await get(`${path}/return?cres=abc&x=1`)
					: await post(`${path}/return?x=1`, { cres: "abc" }, { Origin: bank, "Sec-Fetch-Site": "cross-site" });
			expect(response.status).toBe(303);
			expect(response.headers.get("Location")).toBe(path);
			expect(ended).toEqual([{ cres: "abc", x: "1" }]);
			expect(await statusOf(transactionId)).toBe("APPROVED");
			const page = await (await get(path)).text();
			expect(page).toContain("Your bank has confirmed the payment");
			expect(page).not.toContain(bank);
		},
	);

	test("a second one, also at the same time, changes nothing", async () => {
		const { path, transactionId } = await beginCharge();
		await Promise.all([1, 2, 3].map((copy) => post(`${path}/return`, { cres: String(copy) })));
		await post(`${path}/return`, { cres: "4" });
		expect(ended).toHaveLength(1);
		expect(await statusOf(transactionId)).toBe("APPROVED");
	});

	test("a decline tells what to do next, and a processor that is away is awaited", async () => {
		const { path, transactionId } = await beginCharge();
		onEnd = () => Promise.reject(new Error("away"));
		await post(`${path}/return`, { cres: "abc" });
		expect(await (await get(path)).text()).toContain('data-state="deciding"');
		expect(await (await get(`${path}/state`)).json()).toEqual({ state: "deciding" });
		const other = await beginCharge();
		onEnd = async (reference) => ({ ...declined, processorTransactionId: `far_${reference}` });
		await post(`${other.path}/return`, { cres: "abc" });
		expect(await (await get(other.path)).text()).toContain("The payment was not made");
		expect(await statusOf(transactionId)).toBe("PENDING");
	});

	test("goes on to the merchant's page, which the charge named, with the transaction's id", async () => {
		const { path, transactionId } = await beginCharge({ return_url: `${shop}/orders/17?a=1` });
		await post(`${path}/return`, { cres: "abc" });
		const next = `${shop}/orders/17?a=1&amp;transaction_id=${transactionId}`;
		const page = await (await get(`${path}?next=https://evil.example&return_url=https://evil.example`)).text();
		expect(page).toContain(`data-next="${next}"`);
		expect(page).toContain(`<noscript><meta http-equiv="refresh" content="0; url=${next}"></noscript>`);
		expect(page).not.toContain("evil.example");
		// The page around the frame goes on by itself.
		expect(await (await get(`${path}?frame=${encodeURIComponent(shop)}`)).text()).not.toContain("data-next");
	});

	test.each<[string, number, (path: string) => Promise<Response> | Response]>([
		["more than 64 KB", 413, (path) => post(path, { cres: "x".repeat(66_000) })],
		["more than 50 fields", 400, (path) => post(path, Array.from({ length: 51 }, (_, n) => `f${n}=1`).join("&"))],
		["NUL", 400, (path) => post(path, "cres=%00")],
		["another type", 415, (path) => post(path, "{}", { "Content-Type": "application/json" })],
	])("with %s is refused by a page, and the payer may return again", async (_what, status, send) => {
		const { path, transactionId } = await beginCharge();
		const response = await send(`${path}/return`);
		expect(response.status).toBe(status);
		expect(await response.text()).toContain("Something went wrong");
		expect(ended).toEqual([]);
		await post(`${path}/return`, { cres: "abc" });
		expect(await statusOf(transactionId)).toBe("APPROVED");
	});
});

describe("a payer who gives up", () => {
	test("ends the charge without the bank; a later return changes nothing", async () => {
		const { path, transactionId } = await beginCharge();
		const response = await post(`${path}/cancel?frame=${encodeURIComponent(shop)}`);
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe(`${path}?frame=${encodeURIComponent(shop)}`);
		expect(await statusOf(transactionId)).toBe("DECLINED");
		await post(`${path}/return`, { cres: "abc" });
		expect(ended).toEqual(["abandoned"]);
		const page = await (await get(path)).text();
		expect(page).toContain("The payment is canceled");
		expect(page).toContain('data-state="canceled"');
	});

	test("after the return, cannot", async () => {
		const { path, transactionId } = await beginCharge();
		await post(`${path}/return`, { cres: "abc" });
		await post(`${path}/cancel`);
		expect(ended).toHaveLength(1);
		expect(await statusOf(transactionId)).toBe("APPROVED");
	});
});

describe("a charge whose way to the bank recovery found, without the page to return to,", () => {
	const said = { en: "You can close this page.", fr: "Vous pouvez fermer cette page." };

	beforeEach(() => {
		isAnswerLost = true;
	});

	test.each([
		["en", "Your bank has confirmed the payment", "$31.00 CAD to Maple &amp; Main was approved."],
		["fr", "Votre banque a confirmé le paiement", "31,00"],
	] as const)("tells its payer that it was paid (%s)", async (language, title, text) => {
		const { path } = await beginCharge({ language, return_url: `${shop}/orders/17` });
		expect(await (await get(path)).text()).toContain(`action="${action.url}"`);
		await post(`${path}/return`, { cres: "x" });
		const shown = await (await get(path)).text();
		for (const part of [title, text, said[language]]) expect(shown).toContain(part);
		expect(shown).not.toContain("data-next");
	});

	test("tells its payer that it was declined", async () => {
		onEnd = async (reference) => ({ ...declined, processorTransactionId: `far_${reference}` });
		const { path } = await beginCharge();
		await post(`${path}/return`, { cres: "x" });
		const shown = await (await get(path)).text();
		for (const part of ["The payment was not made", "Nothing was charged.", said.en]) expect(shown).toContain(part);
	});

	test("tells its payer that it was cancelled", async () => {
		const { path } = await beginCharge();
		await post(`${path}/cancel`);
		const shown = await (await get(path)).text();
		for (const part of ["The payment is canceled", "Nothing was charged.", said.en]) expect(shown).toContain(part);
	});
});

test("after 15 minutes the way to the bank is closed", async () => {
	const { path } = await beginCharge();
	clocks.real.advance(15 * 60_000);
	const page = await (await get(path)).text();
	expect(page).toContain('data-state="deciding"');
	expect(page).not.toContain(bank);
	await post(`${path}/return`, { cres: "abc" });
	expect(ended).toEqual([]);
});
