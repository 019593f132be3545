import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type Client,
	cardToken,
	cardWith,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { anAttemptWaits, type StaffBrowser, staffBrowser } from "../../../../test/fixtures/staff/staff-browser.ts";

const path = "/transaction-service/payment-link";
const day = 86_400_000;

let gateway: TestGateway;
/** Another process of the service, on the same database. */
let neighbour: TestGateway;
let client: Client;
let other: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
	other = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

const asked = { amount: 31, description: "Walnut boards", invoice_id: "INV-1042", email: "payer@example.com" };

async function made(fields: JsonObject = {}): Promise<JsonObject & { lookup_id: string; url: string }> {
	const { status, body, text } = await client.post(path, { ...asked, ...fields });
	expect(status, text).toBe(200);
	return body as JsonObject & { lookup_id: string; url: string };
}

const read = async (id: string) => (await client.get(`${path}/${id}`)).body;

const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

async function payerOf(link: { url: string }, at = gateway): Promise<StaffBrowser> {
	const browser = staffBrowser(at.url);
	await browser.get(pathOf(link));
	return browser;
}

const freshToken = (number = "4111111111111111") =>
	cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());

async function pay(link: { url: string }, number?: string, at = gateway) {
	return (await payerOf(link, at)).submit({ token: await freshToken(number), email: "payer@example.com" });
}

async function salesOf(link: { lookup_id: string }): Promise<number> {
	const { body } = await client.get(
		`${salePath.replace("/sale", "/transaction")}?invoice_id=${String((await read(link.lookup_id)).invoice_id)}`,
	);
	return (body.entities as JsonObject[]).filter(({ transaction_result: result }) => result === "APPROVED").length;
}

const eventsOf = async (type: string, id: string) => {
	const { body } = await client.get(`/event-service/event?type=${type}&limit=100`);
	return (body.events as { data: JsonObject }[]).filter(({ data }) => data.lookup_id === id);
};

describe("POST payment-link", () => {
	test("returns the address of a page, and what the payer is asked for", async () => {
		const link = await made({ amount_tax: 4.03, metadata: { order: "7" } });
		expect(link).toMatchObject({
			status: "OPEN",
			transaction_id: null,
			amount: 31,
			amount_tax: 4.03,
			currency: "CAD",
			operation: "sale",
			store_card: "never",
			metadata: { order: "7" },
			attempts: 0,
			opened_at: null,
			ended_at: null,
		});
		expect(pathOf(link)).toMatch(/^\/pay\/link\/lk1[\w-]{63}$/);
		expect(Number(link.expires_at) - Number(link.created_at)).toBe(30 * day);
		expect(await read(link.lookup_id)).toEqual(link);
		expect(((await client.get(path)).body.entities as JsonObject[])[0]).toEqual(link);
	});

	test("a repeated Idempotency-Key makes no second link", async () => {
		const key = { "Idempotency-Key": "link-1" };
		const [one, two] = [await client.post(path, asked, key), await client.post(path, asked, key)];
		expect(two.body.lookup_id).toBe(one.body.lookup_id);
		expectProblem(await client.post(path, { ...asked, amount: 33 }, key), 422, "IDEMPOTENCY_MISMATCH");
	});

	test.each([
		[{ amount: 0 }, "amount"],
		[{ description: " " }, "description"],
		[{ description: "4111 1111 1111 1111" }, "description"],
		[{ amount_tax: 20, amount_tip: 12 }, "amount_tip"],
		[{ expires_at: 1 }, "expires_at"],
		[{ store_card: "ask" }, "store_card"],
		[{ return_url: "https://elsewhere.example/thanks" }, "return_url"],
		[{ return_url: "javascript:alert(1)" }, "return_url"],
		[{ return_url: "//elsewhere.example" }, "return_url"],
	])("%j is refused", async (fields, field) => {
		const { status, body } = await client.post(path, { ...asked, ...fields });
		expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field })]]);
	});

	test("another merchant reads, lists and cancels nothing", async () => {
		const link = await made();
		expectProblem(await other.get(`${path}/${link.lookup_id}`), 404, "NOT_FOUND");
		expectProblem(await other.send(`${path}/${link.lookup_id}`, { method: "DELETE" }), 404, "NOT_FOUND");
		expect((await other.get(path)).body.entities).toEqual([]);
	});
});

describe("the payer's page", () => {
	test("shows the request in the payer's language, for nobody to frame, and records when it was first opened", async () => {
		const link = await made({ language: "fr" });
		const browser = staffBrowser(gateway.url);
		const page = await browser.get(pathOf(link));
		expect(page.text).toContain("Walnut boards");
		expect(page.text).toMatch(/lang="fr"[\s\S]*vous demande de payer 31,00/);
		expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
		expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
		expect((await read(link.lookup_id)).opened_at).toEqual(expect.any(Number));
		expect((await browser.get(`${pathOf(link)}?lang=en`)).text).toContain("asks you to pay $31.00");
	});

	test("a payment ends the link, with one event; a second look and a second payment show the outcome", async () => {
		const link = await made({ invoice_id: "INV-PAID", amount_tax: 4.03, amount_tip: 0 });
		const payer = await payerOf(link);
		const late = await payerOf(link);
		expect((await payer.submit({ token: await freshToken() })).status).toBe(303);
		const paid = await read(link.lookup_id);
		expect(paid).toMatchObject({ status: "PAID", attempts: 1, transaction_id: expect.any(String) });
		const { body } = await client.get(`/transaction-service/transaction/${String(paid.transaction_id)}`);
		expect(body).toMatchObject({
			amount: 31,
			amount_tax: 4.03,
			amount_tip: 0,
			transaction_source: "INVOICE",
			invoice_id: "INV-PAID",
			email: "payer@example.com",
		});
		expect((await late.submit({ token: await freshToken() })).status).toBe(303);
		expect((await payer.get(pathOf(link))).text).toContain("•••• 1111");
		expect(await salesOf(link)).toBe(1);
		const { url: _, ...data } = paid;
		await expect.poll(() => eventsOf("payment_link.paid", link.lookup_id)).toEqual([expect.objectContaining({ data })]);
	});

	test("a declined card says what to do, and another one pays", async () => {
		const link = await made();
		const declined = await pay(link, "4000000000009995");
		expect([declined.status, declined.text]).toEqual([400, expect.stringContaining("not enough money")]);
		expect(await read(link.lookup_id)).toMatchObject({ status: "OPEN", attempts: 1, transaction_id: null });
		expect((await pay(link)).status).toBe(303);
		expect(await read(link.lookup_id)).toMatchObject({ status: "PAID", attempts: 2 });
	});

	test("a card that cannot be read takes no attempt", async () => {
		const link = await made();
		const payer = await payerOf(link);
		expect((await payer.submit({ token: "ct1nonsense" })).text).toContain("could not be read");
		expect((await pay(link)).status).toBe(303);
		expect(await read(link.lookup_id)).toMatchObject({ status: "PAID", attempts: 1 });
	});

	test.each(["lk1nonsense", `lk1${"A".repeat(63)}`, "x"])(
		"%s is no link: one page, 404, not indexed",
		async (token) => {
			const page = await staffBrowser(gateway.url).get(`/pay/link/${token}`);
			expect([page.status, page.headers.get("X-Robots-Tag")]).toEqual([404, "noindex"]);
			expect(page.text).toContain("There is nothing to pay here");
		},
	);

	test("a form from another site is refused", async () => {
		const link = await made();
		const { status } = await client.send(pathOf(link), {
			method: "POST",
			body: new URLSearchParams({ token: await freshToken() }),
			headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
		});
		expect(status).toBe(403);
	});
});

describe("several at once", () => {
	test("20 payers at two gateways: one payment", async () => {
		const link = await made({ invoice_id: "INV-RACE" });
		await Promise.all(
			Array.from({ length: 20 }, (_, index) => pay(link, undefined, index % 2 === 0 ? gateway : neighbour)),
		);
		expect(await salesOf(link)).toBe(1);
		expect(await read(link.lookup_id)).toMatchObject({ status: "PAID", attempts: 1 });
		await expect.poll(() => eventsOf("payment_link.paid", link.lookup_id)).toHaveLength(1);
	});

	test("payer against cancel: one result", async () => {
		for (let round = 0; round < 6; round += 1) {
			const link = await made({ invoice_id: `INV-CANCEL-${round}` });
			const payer = await payerOf(link);
			const token = await freshToken();
			const [, canceled] = await Promise.all([
				payer.submit({ token }),
				client.send(`${path}/${link.lookup_id}`, { method: "DELETE" }),
			]);
			const { status } = await read(link.lookup_id);
			expect([status, canceled.status, await salesOf(link)]).toBeOneOf([
				["PAID", 409, 1],
				["CANCELED", 200, 0],
			]);
		}
	});

	test("a cancel that waits for the link sees a payment that was written meanwhile", async () => {
		const link = await made();
		const { waiting } = await gateway.database.tables.transaction().execute(async (transaction) => {
			const ofLink = transaction.selectFrom("payment_links").where("lookup_id", "=", link.lookup_id);
			await ofLink.select("id").forUpdate().execute();
			const canceling = client.send(`${path}/${link.lookup_id}`, { method: "DELETE" });
			await anAttemptWaits(gateway, "%payment_links%");
			const { body } = await client.post(salePath, { amount: 31, ...goodCard });
			const paid = { attempts: 1, transaction_id: String(body.transaction_id) };
			await transaction.updateTable("payment_links").set(paid).where("lookup_id", "=", link.lookup_id).execute();
			return { waiting: canceling };
		});
		expectProblem(await waiting, 409, "CONFLICT");
		await expect.poll(async () => (await read(link.lookup_id)).status, { timeout: 15_000 }).toBe("PAID");
	}, 30_000);

	test("a payment whose answer was lost keeps the link from being paid again or cancelled, and ends it", async () => {
		const link = await made({ invoice_id: "INV-LOST" });
		gateway.faults.push({ kind: "answer_lost" });
		const payer = await payerOf(link);
		const before = gateway.submitted.length;
		const waiting = payer.submit({ token: await freshToken() });
		// The time limit must not end before the processor has the payment.
		await expect
			.poll(() => gateway.submitted.slice(before), { timeout: 15_000 })
			.toMatchObject([{ operation: "sale" }]);
		expectProblem(await client.send(`${path}/${link.lookup_id}`, { method: "DELETE" }), 409, "CONFLICT");
		gateway.clocks.real.advance(25_000);
		await waiting;
		await expect.poll(async () => (await read(link.lookup_id)).status, { timeout: 15_000 }).toBe("PAID");
		expect(await salesOf(link)).toBe(1);
	}, 40_000);
});

test("a merchant cancels a link whose payer stays away from the bank", async () => {
	const link = await made({ invoice_id: "INV-AWAY" });
	const sent = await pay(link, "4000000000001091");
	expect([sent.status, sent.headers.get("Location")]).toEqual([303, expect.stringContaining("/pay/authenticate/")]);
	const canceled = await client.send(`${path}/${link.lookup_id}`, { method: "DELETE" });
	expect([canceled.status, canceled.body.status]).toEqual([200, "CANCELED"]);
	expect(await salesOf(link)).toBe(0);
});

describe("the end", () => {
	test("a link expires with its event, and then nobody can pay", async () => {
		const link = await made({ expires_at: gateway.clocks.business.now() + 60_000 });
		const payer = await payerOf(link);
		gateway.clocks.business.advance(61_000);
		await expect.poll(async () => (await read(link.lookup_id)).status, { timeout: 15_000 }).toBe("EXPIRED");
		await payer.submit({ token: await freshToken() });
		expect((await payer.get(pathOf(link))).text).toContain("This link has expired");
		expect(await read(link.lookup_id)).toMatchObject({ status: "EXPIRED", attempts: 0 });
		await expect.poll(() => eventsOf("payment_link.expired", link.lookup_id)).toHaveLength(1);
	}, 30_000);

	test("a cancelled link says so; a second cancel changes nothing, a paid one is refused", async () => {
		const link = await made();
		const cancel = (id: string) => client.send(`${path}/${id}`, { method: "DELETE" });
		expect((await cancel(link.lookup_id)).body.status).toBe("CANCELED");
		expect((await cancel(link.lookup_id)).status).toBe(200);
		expect((await staffBrowser(gateway.url).get(pathOf(link))).text).toContain("This link was cancelled");
		const paid = await made();
		await pay(paid);
		expectProblem(await cancel(paid.lookup_id), 409, "CONFLICT");
	});
});
