import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type Client,
	cardToken,
	cardWith,
	expectProblem,
	type JsonObject,
	signIn,
} from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { authenticateAtBank } from "../../../../../test/fixtures/payments/bank.ts";
import { type StaffBrowser, staffBrowser } from "../../../../../test/fixtures/staff/staff-browser.ts";

const path = "/transaction-service/payment-link";

/** Can be stored; every charge is declined (soft). */
const failing = "4000000000000341";

const asks = "4000000000001091";

let gateway: TestGateway;
let neighbour: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 5_000 });
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

async function plan(fields: JsonObject = {}): Promise<string> {
	const asked = { name: "Coffee", amount: 31, currency: "CAD", frequency: "MOTHLY", ...fields };
	const { status, body, text } = await client.post("/plan-service/plan", asked);
	expect(status, text).toBe(200);
	return String(body.lookup_id);
}

type Link = JsonObject & { lookup_id: string; url: string };

async function made(terms: JsonObject = {}, fields: JsonObject = {}): Promise<Link> {
	const asked = { description: "Coffee of the month", plan_lookup_id: await plan(terms), ...fields };
	const { status, body, text } = await client.post(path, asked);
	expect(status, text).toBe(200);
	return body as Link;
}

const read = async ({ lookup_id: id }: Link) => (await client.get(`${path}/${id}`)).body;

const pathOf = ({ url }: Link) => new URL(url).pathname;

async function payerOf(link: Link, at = gateway): Promise<StaffBrowser> {
	const browser = staffBrowser(at.url);
	await browser.get(pathOf(link));
	return browser;
}

async function typed(fields: Record<string, string> = {}, number = "4111111111111111") {
	const token = await cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());
	return { token, first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", agree: "yes", ...fields };
}

async function subscriptionsOf(link: Link): Promise<JsonObject[]> {
	return gateway.database.tables
		.selectFrom("subscriptions")
		.innerJoin("plans", "plans.id", "subscriptions.plan_id")
		.select(["subscriptions.lookup_id", "subscriptions.status", "completed_cycles"])
		.where("plans.lookup_id", "=", String(link.plan_lookup_id))
		.orderBy("subscriptions.id")
		.execute();
}

describe("a link with a plan", () => {
	test("subscribes the payer, charges the first payment, and keeps what the payer agreed to", async () => {
		const link = await made({ setup_fee: 4 }, { metadata: { order: "7" } });
		expect(link).toMatchObject({ amount: 35, currency: "CAD", subscription_lookup_id: null, consent: null });
		const payer = staffBrowser(gateway.url);
		const page = await payer.get(pathOf(link));
		const shown =
			/<input type="checkbox" name="agree" value="yes" required> ([^<]+)<\/label>/.exec(page.text)?.[1] ?? "";
		expect(shown).toMatch(
			/^I agree that Maple &amp; Main charges \$31\.00 CAD every month to this card until I cancel\. The first payment is \$35\.00 CAD on .+\. It includes \$4\.00 CAD once, for setting up\.$/,
		);
		expect((await payer.submit(await typed())).status).toBe(303);
		const paid = await read(link);
		expect(paid).toMatchObject({ status: "PAID", attempts: 1, transaction_id: expect.any(String) });
		const text = shown.replaceAll("&amp;", "&");
		expect(paid.consent).toEqual({
			text,
			sha256: createHash("sha256").update(text).digest("hex"),
			language: "en",
			at: expect.any(Number),
		});
		expect(await subscriptionsOf(link)).toEqual([
			{ lookup_id: paid.subscription_lookup_id, status: "ACTIVE", completed_cycles: 1 },
		]);
		const { body: customer } = await client.get(`/customer-service/customer/${String(paid.customer_lookup_id)}`);
		expect(customer).toMatchObject({ email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" });
		expect(customer.subscriptions).toMatchObject([{ metadata: { order: "7" }, description: "Coffee of the month" }]);
		const { body: payment } = await client.get(`/transaction-service/transaction/${String(paid.transaction_id)}`);
		expect(payment).toMatchObject({ amount: 35, transaction_source: "RECURRING", transaction_result: "APPROVED" });
		const done = await payer.get(pathOf(link));
		expect(done.text).toContain("You have subscribed");
		expect(done.text).toContain("until I cancel");
	});

	test("a trial ends the link without a payment, in French for a customer of the merchant", async () => {
		const { body: customer } = await client.post("/customer-service/customer", { email: "hugo@example.com" });
		const link = await made({ trial_days: 14 }, { language: "fr", customer_lookup_id: customer.lookup_id });
		const payer = staffBrowser(gateway.url);
		const page = await payer.get(pathOf(link));
		expect(page.text).toContain("Les 14 premiers jours sont gratuits.");
		expect(page.text).not.toContain('name="email"');
		const { token, agree } = await typed();
		expect((await payer.submit({ token, agree })).status).toBe(303);
		expect(await read(link)).toMatchObject({
			status: "PAID",
			transaction_id: null,
			customer_lookup_id: customer.lookup_id,
			consent: { language: "fr", text: expect.stringContaining("jusqu’à ce que j’annule") },
		});
		expect(await subscriptionsOf(link)).toMatchObject([{ status: "ACTIVE", completed_cycles: 0 }]);
		await expect
			.poll(async () => {
				const { body } = await client.get("/event-service/event?type=payment_link.paid&limit=100");
				return (body.events as { data: JsonObject }[]).filter(({ data }) => data.lookup_id === link.lookup_id);
			})
			.toHaveLength(1);
	});

	test.each([
		[{ agree: "" }, "Check the box if you agree."],
		[{ email: "" }, "Enter an email address such as name@example.com."],
		[{ last_name: "" }, "Enter your first and last name."],
		[{ last_name: "4111 1111 1111 1111" }, "Enter your first and last name."],
		[{ first_name: "4111 1111", last_name: "1111 1111", email: "x" }, "Enter an email address"],
		[{ first_name: "4111 1111", last_name: "1111 1111" }, "Enter your first and last name."],
	])("%j makes nothing", async (fields, sentence) => {
		const link = await made();
		const page = await (await payerOf(link)).submit(await typed(fields));
		expect([page.status, page.text]).toEqual([400, expect.stringContaining(sentence)]);
		expect(page.text).not.toMatch(/4111 1111|1111 1111/);
		expect(await subscriptionsOf(link)).toEqual([]);
		expect(await read(link)).toMatchObject({ status: "OPEN", attempts: 0 });
	});

	test("terms that changed are shown again before anybody agrees to them", async () => {
		const link = await made();
		const payer = await payerOf(link);
		const dearer = { name: "Coffee", amount: 41, currency: "CAD", frequency: "MOTHLY" };
		const { status } = await client.send(`/plan-service/plan/${String(link.plan_lookup_id)}`, {
			method: "PUT",
			body: JSON.stringify(dearer),
			headers: { "Content-Type": "application/json" },
		});
		expect(status).toBe(200);
		const again = await payer.submit(await typed());
		expect([again.status, again.text]).toEqual([400, expect.stringContaining("The terms have changed.")]);
		expect(again.text).toContain("$41.00");
		expect((await payer.submit(await typed())).status).toBe(303);
		expect(await read(link)).toMatchObject({ status: "PAID", amount: 41 });
	});

	test("a declined first payment cancels the subscription, and another card subscribes the same customer", async () => {
		const link = await made();
		const declined = await (await payerOf(link)).submit(await typed({}, failing));
		expect([declined.status, declined.text]).toEqual([400, expect.stringContaining("Nothing was charged.")]);
		expect(await read(link)).toMatchObject({ status: "OPEN", subscription_lookup_id: null, consent: null });
		expect(await subscriptionsOf(link)).toMatchObject([{ status: "CANCELED", completed_cycles: 0 }]);
		expect((await (await payerOf(link)).submit(await typed())).status).toBe(303);
		expect(await subscriptionsOf(link)).toMatchObject([{ status: "CANCELED" }, { status: "ACTIVE" }]);
		const customers = await gateway.database.tables
			.selectFrom("subscriptions")
			.innerJoin("plans", "plans.id", "subscriptions.plan_id")
			.select("customer_id")
			.distinct()
			.where("plans.lookup_id", "=", String(link.plan_lookup_id))
			.execute();
		expect(customers).toHaveLength(1);
	});

	test("another payer with the same link does not get the first one's card", async () => {
		const link = await made();
		await (await payerOf(link)).submit(await typed({}, failing));
		await (await payerOf(link)).submit(await typed({ email: "bob@example.com", first_name: "Bob" }));
		const { body } = await client.get(`/customer-service/customer/${String((await read(link)).customer_lookup_id)}`);
		expect(body).toMatchObject({ email: "bob@example.com", cards: [expect.objectContaining({ card_suffix: "1111" })] });
	});

	test("a deleted plan offers nothing", async () => {
		const link = await made();
		await client.send(`/plan-service/plan/${String(link.plan_lookup_id)}`, { method: "DELETE" });
		expect((await staffBrowser(gateway.url).get(pathOf(link))).text).toContain("This link was cancelled");
	});

	test.each([
		[{ amount: 31 }, "amount"],
		[{ currency: "CAD" }, "currency"],
		[{ operation: "authorize" }, "operation"],
		[{ invoice_id: "7" }, "invoice_id"],
		[{ plan_lookup_id: null }, "amount"],
	])("%j is refused", async (fields, field) => {
		const asked = { description: "Coffee", plan_lookup_id: await plan(), ...fields };
		const { status, body } = await client.post(path, asked);
		expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field })]]);
	});

	test("an unknown plan, or another merchant's, is 404", async () => {
		const other = await signIn(gateway.url, gateway.secondMerchant);
		expectProblem(await other.post(path, { description: "C", plan_lookup_id: await plan() }), 404, "NOT_FOUND");
	});
});

describe("a first payment that the bank wants confirmed", () => {
	/** Submits the page's form, and comes to the bank. */
	async function goToBank(link: Link) {
		const payer = await payerOf(link);
		const sent = await payer.submit(await typed({}, asks));
		expect(sent.status, sent.text).toBe(303);
		const location = sent.headers.get("Location") ?? "";
		if (!URL.canParse(location)) expect.fail(`No bank asks: ${(await payer.get(pathOf(link))).text}`);
		const { pathname } = new URL(location);
		const action = await gateway.database.tables
			.selectFrom("payer_actions")
			.select(["fields", "return_url"])
			.where("transaction_id", "=", pathname.split("/")[3] ?? "")
			.executeTakeFirstOrThrow();
		return { payer, pathname, action };
	}

	async function comeBack({ pathname, action }: Awaited<ReturnType<typeof goToBank>>, code: string): Promise<void> {
		const { cres } = await authenticateAtBank(gateway, String(action.fields.creq), { code });
		const init = { method: "POST", body: new URLSearchParams({ cres }), redirect: "manual" } as const;
		expect((await fetch(`${gateway.url}${pathname}/return`, init)).status).toBe(303);
	}

	test("waits for the payer, who comes back to the link, which then is paid; no row has its address", async () => {
		const link = await made();
		const visit = await goToBank(link);
		expect(visit.action.return_url).toBe(`payment_link ${link.lookup_id}`);
		expect(await read(link)).toMatchObject({ status: "OPEN", attempts: 1 });
		expect((await visit.payer.get(pathOf(link))).text).toContain("Go on to your bank");
		// Another payer sees no way to this payer's bank, and cannot pay.
		expect((await (await payerOf(link)).get(pathOf(link))).text).not.toContain("Go on to your bank");
		await comeBack(visit, "1234");
		expect((await visit.payer.get(pathOf(link))).text).toContain("You have subscribed");
		const paid = await read(link);
		expect(paid).toMatchObject({ status: "PAID" });
		const { body } = await client.get(`/transaction-service/transaction/${String(paid.transaction_id)}`);
		expect(body).toMatchObject({
			transaction_source: "RECURRING",
			initiated_by: "cardholder",
			three_d_secure: { status: "Y" },
		});
		expect(await subscriptionsOf(link)).toMatchObject([{ status: "ACTIVE", completed_cycles: 1 }]);
	});

	test("frees the link after a wrong code, and the payer reads why", async () => {
		const link = await made();
		const visit = await goToBank(link);
		await comeBack(visit, "9999");
		const { text } = await visit.payer.get(pathOf(link));
		expect(text).toContain("Your bank did not confirm the payment.");
		expect(await read(link)).toMatchObject({ status: "OPEN", subscription_lookup_id: null, consent: null });
		expect(await subscriptionsOf(link)).toMatchObject([{ status: "CANCELED", completed_cycles: 0 }]);
		expect((await visit.payer.submit(await typed())).status).toBe(303);
		expect(await read(link)).toMatchObject({ status: "PAID" });
	});
});

describe("several at once", () => {
	test("12 payers at two gateways: one subscription and one payment", async () => {
		const link = await made();
		const payers = await Promise.all(
			Array.from({ length: 12 }, (_, index) => payerOf(link, index % 2 === 0 ? gateway : neighbour)),
		);
		await Promise.all(payers.map(async (payer) => payer.submit(await typed())));
		expect(await subscriptionsOf(link)).toMatchObject([{ status: "ACTIVE", completed_cycles: 1 }]);
		expect(await read(link)).toMatchObject({ status: "PAID", attempts: 1 });
	});

	test("payer against cancel: one result", async () => {
		for (let round = 0; round < 6; round += 1) {
			const link = await made();
			const payer = await payerOf(link);
			const fields = await typed();
			const [, canceled] = await Promise.all([
				payer.submit(fields),
				client.send(`${path}/${link.lookup_id}`, { method: "DELETE" }),
			]);
			const { status } = await read(link);
			const active = (await subscriptionsOf(link)).filter((one) => one.status === "ACTIVE").length;
			expect([status, canceled.status, active]).toBeOneOf([
				["PAID", 409, 1],
				["CANCELED", 200, 0],
			]);
		}
	});

	test.each([
		[undefined, ["PAID", "ACTIVE"]],
		[failing, ["OPEN", "CANCELED"]],
	])(
		"a first payment whose answer was lost keeps the link until it is known: %s",
		async (number, end) => {
			const link = await made();
			const payer = await payerOf(link);
			const fields = await typed({}, number);
			// The verification is answered, the payment is not.
			gateway.faults.push(undefined as never, { kind: "answer_lost" });
			const before = gateway.submitted.length;
			const waiting = payer.submit(fields);
			// The time limit must not end before the processor has the payment.
			await expect
				.poll(() => gateway.submitted.slice(before), { timeout: 15_000 })
				.toMatchObject([{ operation: "verification" }, { operation: "sale" }]);
			expectProblem(await client.send(`${path}/${link.lookup_id}`, { method: "DELETE" }), 409, "CONFLICT");
			gateway.clocks.real.advance(10_000);
			await waiting;
			const states = async () => [
				(await read(link)).status,
				...(await subscriptionsOf(link)).map(({ status }) => status),
			];
			await expect.poll(states, { timeout: 20_000 }).toEqual(end);
			expect((await read(link)).subscription_lookup_id === null).toBe(number === failing);
		},
		60_000,
	);
});
