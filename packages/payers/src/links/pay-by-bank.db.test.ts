import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type Client,
	cardToken,
	cardWith,
	expectProblem,
	type JsonObject,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { accounts, balancesOf, eftPath, passTime, railDelayMs } from "../../../../test/fixtures/eft/eft.ts";
import { payBy, payerAt } from "../../../../test/fixtures/eft/requests.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, staffBrowser } from "../../../../test/fixtures/staff/staff-browser.ts";

const path = "/transaction-service/payment-link";
const day = 86_400_000;

let gateway: TestGateway;
let neighbour: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

type Link = JsonObject & { lookup_id: string; url: string };

async function made(fields: JsonObject = {}): Promise<Link> {
	const asked = { amount: 31, description: "Walnut boards", methods: ["card", "bank"], ...fields };
	const { status, body, text } = await client.post(path, asked);
	expect(status, text).toBe(200);
	return body as Link;
}

const read = async ({ lookup_id: id }: Link) => (await client.get(`${path}/${id}`)).body;

const cancel = ({ lookup_id: id }: Link) => client.send(`${path}/${id}`, { method: "DELETE" });

const pathOf = ({ url }: Link) => new URL(url).pathname;

async function payerOf(link: Link, at = gateway): Promise<StaffBrowser> {
	const browser = staffBrowser(at.url);
	await browser.get(pathOf(link));
	return browser;
}

/** Goes on to the bank's page. Returns its path. */
async function goToBank(link: Link, at = gateway): Promise<string> {
	const { status, headers } = await (await payerOf(link, at)).submitTo(`${pathOf(link)}/bank?lang=en`, {});
	expect(status).toBe(303);
	return new URL(headers.get("Location") ?? "", link.url).pathname;
}

async function payByCard(link: Link, at = gateway, number = "4111111111111111") {
	const token = await cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());
	return (await payerOf(link, at)).submitTo(`${pathOf(link)}?lang=en`, { token });
}

async function requestsOf(link: Link) {
	return gateway.database.tables
		.selectFrom("eft_transactions")
		.select(["transaction_id", "result", "message"])
		.where("description", "=", String(link.description))
		.orderBy("id")
		.execute();
}

const becomes = (link: Link, status: string) =>
	expect.poll(async () => (await read(link)).status, { timeout: 15_000 }).toBe(status);

describe("a link with methods card and bank", () => {
	test("is paid once the payer's bank has paid, and until then by nobody else", async () => {
		const link = await made({ description: "By bank", metadata: { order: "7" } });
		expect(link).toMatchObject({ methods: ["card", "bank"], eft_transaction_id: null });
		const request = await goToBank(link);
		expect(await goToBank(link, neighbour)).toBe(request);
		await payBy(gateway, request, accounts.good);
		const waiting = await staffBrowser(gateway.url).get(pathOf(link));
		expect(waiting.text).toContain("Your bank is paying");
		expect(await read(link)).toMatchObject({ status: "OPEN", eft_transaction_id: null });
		expectProblem(await cancel(link), 409, "CONFLICT");
		await passTime(client, railDelayMs);
		await becomes(link, "PAID");
		const { eft_transaction_id: id, ...paid } = await read(link);
		expect(paid).toMatchObject({ transaction_id: null, attempts: 0 });
		const { body } = await client.get(`${eftPath}/transaction/${String(id)}`);
		expect(body).toMatchObject({ amount: 31, transaction_result: "APPROVED", metadata: { order: "7" } });
		expect((await staffBrowser(gateway.url).get(pathOf(link))).text).toContain("has your payment");
		await expect
			.poll(async () => {
				const { body: list } = await client.get("/event-service/event?type=payment_link.paid&limit=100");
				return (list.events as { data: JsonObject }[]).filter(({ data }) => data.lookup_id === link.lookup_id);
			})
			.toEqual([expect.objectContaining({ data: expect.objectContaining({ eft_transaction_id: id }) })]);
	});

	test("is free again when the bank returns the payment, and then a card pays it", async () => {
		const link = await made({ description: "Returned" });
		await payBy(gateway, await goToBank(link), accounts.returned);
		await passTime(client, railDelayMs);
		expect((await requestsOf(link))[0]?.result).toBe("DECLINED");
		expect((await payByCard(link)).status).toBe(303);
		expect(await read(link)).toMatchObject({
			status: "PAID",
			eft_transaction_id: null,
			transaction_id: expect.any(String),
		});
	});

	test("a card withdraws the request that nobody answered, and the bank's page closes", async () => {
		const link = await made({ description: "Card instead" });
		const atBank = await payerAt(gateway, await goToBank(link));
		expect((await payByCard(link)).status).toBe(303);
		const { actual_balance: before } = await balancesOf(client);
		await atBank.submit({ holder: "Ada Lovelace", agree: "yes", ...accounts.good });
		expect((await balancesOf(client)).actual_balance).toBe(before);
		expect(await requestsOf(link)).toMatchObject([
			{ result: "DECLINED", message: expect.stringMatching(/another way/) },
		]);
		expect(await read(link)).toMatchObject({ status: "PAID", eft_transaction_id: null });
	});

	test("a card that cannot be read withdraws nothing", async () => {
		const link = await made({ description: "Nonsense" });
		const request = await goToBank(link);
		const refused = await (await payerOf(link)).submitTo(`${pathOf(link)}?lang=en`, { token: "ct1nonsense" });
		expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("could not be read")]);
		expect(await goToBank(link)).toBe(request);
		expect(await requestsOf(link)).toHaveLength(1);
	});

	test("a declined card leaves the bank free, and its receipt shows no card", async () => {
		const link = await made({ description: "Bank instead" });
		expect((await payByCard(link, gateway, "4000000000009995")).status).toBe(400);
		await payBy(gateway, await goToBank(link), accounts.good);
		await passTime(client, railDelayMs);
		await becomes(link, "PAID");
		expect((await staffBrowser(gateway.url).get(pathOf(link))).text).not.toContain("•••• 9995");
		expect(await read(link)).toMatchObject({
			transaction_id: null,
			eft_transaction_id: expect.any(String),
			attempts: 1,
		});
	});

	test("a cancelled or expired link withdraws the request", async () => {
		const canceled = await made({ description: "Cancelled" });
		const atBank = await goToBank(canceled);
		expect((await cancel(canceled)).status).toBe(200);
		expect((await requestsOf(canceled))[0]?.result).toBe("DECLINED");
		const page = await staffBrowser(gateway.url).get(atBank);
		expect(page.text).not.toContain("account_number");
		const over = await made({ description: "Over", expires_at: gateway.clocks.business.now() + day });
		await goToBank(over);
		await passTime(client, day + 1_000);
		await becomes(over, "EXPIRED");
		expect((await requestsOf(over))[0]?.result).toBe("DECLINED");
	});

	test("a link by bank alone has no card form and takes no card", async () => {
		const link = await made({ description: "Bank only", methods: ["bank"] });
		const { text } = await staffBrowser(gateway.url).get(pathOf(link));
		expect(text).not.toContain("cardseal-card");
		expect(text).toContain("Pay from a bank account");
	});

	test.each([
		[{ operation: "authorize" }, "methods"],
		[{ methods: [] }, "methods"],
		[{ methods: ["cash"] }, "methods"],
	])("%j is refused", async (fields, field) => {
		const { status, body } = await client.post(path, { amount: 31, description: "W", methods: ["bank"], ...fields });
		expect([status, (body.errors as JsonObject[])[0]?.field]).toEqual([400, expect.stringContaining(field)]);
	});

	test("another currency, or a token without the scope eft, is refused", async () => {
		const asked = { amount: 31, description: "W", methods: ["bank"] };
		expectProblem(await client.post(path, { ...asked, currency: "USD" }), 409, "CONFLICT");
		const narrow = await signIn(gateway.url, gateway.merchant, "transaction");
		expectProblem(await narrow.post(path, asked), 403, "FORBIDDEN");
	});
});

describe("several at once", () => {
	test("payers by card and by bank at two gateways: one payment", async () => {
		for (let round = 0; round < 6; round += 1) {
			const link = await made({ description: `Race ${round}`, invoice_id: `RACE-${round}` });
			const request = await goToBank(link);
			const [first, second] = await Promise.all([payerAt(gateway, request), payerAt(neighbour, request)]);
			const account = { holder: "Ada Lovelace", agree: "yes", ...accounts.good };
			await Promise.all([
				first.submit(account),
				payByCard(link),
				second.submit(account),
				payByCard(link, neighbour),
				goToBankOrNot(link),
			]);
			await passTime(client, railDelayMs);
			await becomes(link, "PAID");
			const byBank = (await requestsOf(link)).filter(({ result }) => result === "APPROVED").length;
			const { body } = await client.get(`/transaction-service/transaction?invoice_id=RACE-${round}`);
			const byCard = (body.entities as JsonObject[]).filter(({ transaction_success: isPaid }) => isPaid).length;
			expect([byCard, byBank].sort()).toEqual([0, 1]);
			expect((await read(link)).eft_transaction_id === null).toBe(byCard === 1);
		}
	}, 60_000);

	test("payer at the bank against cancel: one result", async () => {
		for (let round = 0; round < 6; round += 1) {
			const link = await made({ description: `Cancel ${round}` });
			const payer = await payerAt(gateway, await goToBank(link));
			const [, canceled] = await Promise.all([
				payer.submit({ holder: "Ada Lovelace", agree: "yes", ...accounts.good }),
				cancel(link),
			]);
			const [request] = await requestsOf(link);
			expect([(await read(link)).status, canceled.status, request?.result]).toBeOneOf([
				["OPEN", 409, "APPROVED"],
				["CANCELED", 200, "DECLINED"],
			]);
		}
	});

	/** Another payer opens the bank's page, if the link is still free. */
	async function goToBankOrNot(link: Link): Promise<void> {
		const payer = await payerOf(link, neighbour);
		await payer.submitTo(`${pathOf(link)}/bank?lang=en`, {});
	}
});
