import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askForSession, openSession } from "../../../../test/fixtures/api/card-form.ts";
import { failure } from "../../../../test/fixtures/api/records.ts";
import {
	type Answer,
	authorizePath,
	type Client,
	cardToken,
	cardWith,
	clientWithToken,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../test/fixtures/operator.ts";

const customerPath = "/customer-service/customer";
const hour = 3_600_000;
const declinedCard = cardWith("4000000000000002");

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ hasLiveProcessor: true, environment: { TRUST_PROXY: "loopback" } });
});

afterAll(() => gateway.stop());

const protection = (...words: string[]) => operatorOf(gateway).run("card-testing", ...words);

/** Two hours later no earlier attempt counts, and access tokens have expired. */
beforeEach(async () => {
	gateway.clocks.real.advance(2 * hour);
	client = await signIn(gateway.url, gateway.merchant);
	await protection("on", gateway.merchant.merchant_id);
});

afterEach(async () => {
	await protection("default", gateway.merchant.merchant_id);
});

let addresses = 0;

/** Returns an address that no other test in this file uses. */
function newAddress(): string {
	addresses++;
	return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

function sale(fields: JsonObject = {}): Promise<Answer> {
	return client.post(salePath, { amount: 31, ...declinedCard, ...fields });
}

/** Sends the same request several times, one after another. */
async function repeat(times: number, ask: () => Promise<Answer>): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let turn = 0; turn < times; turn++) answers.push(await ask());
	return answers;
}

function theOnly<Item>(items: readonly Item[]): Item {
	const [item] = items;
	if (item === undefined || items.length !== 1) throw new Error(`There are ${items.length} of them.`);
	return item;
}

async function reportOf({ body }: Answer): Promise<JsonObject> {
	return (await client.get(`/transaction-service/transaction/${body.transaction_id}`)).body;
}

async function reachedProcessor(references: unknown[]): Promise<number> {
	const tables = gateway.database.tables.withTables<{ "demo_processor.journal": { reference: string } }>();
	const rows = await tables
		.selectFrom("demo_processor.journal")
		.select("reference")
		.where("reference", "in", references.map(String))
		.execute();
	return rows.length;
}

/** The fields that differ between any two charges. */
const ownOfEach = ["id", "lookup_id", "transaction_id", "transaction_time", "request_id"];

function shapeOf({ status, body, headers }: Answer) {
	const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !ownOfEach.includes(name)));
	return { status, body: rest, headers: [...headers.keys()].sort(), type: headers.get("Content-Type") };
}

describe("a charge declined by card-testing protection", () => {
	test("F-01, F-11 the response is that of a decline by the bank; only the report has the reason", async () => {
		const ip_address = newAddress();
		const answers = await repeat(4, () => sale({ ip_address }));
		const [ordinary] = answers;
		const [fourth] = answers.slice(3);
		if (ordinary === undefined || fourth === undefined) throw new Error("There are four answers.");
		expect(shapeOf(fourth)).toEqual(shapeOf(ordinary));
		expect(Object.keys(fourth.body)).toEqual(Object.keys(ordinary.body));
		expect(await reachedProcessor(answers.map(({ body }) => body.transaction_id))).toBe(3);
		expect(await reachedProcessor([fourth.body.transaction_id])).toBe(0);
		const report = await reportOf(fourth);
		expect(report).toMatchObject({
			transaction_result: "DECLINED",
			card_testing_reason: "card_and_address",
			processor_transaction_id: null,
		});
		expect(await reportOf(ordinary)).toMatchObject({
			card_testing_reason: null,
			processor_transaction_id: expect.any(String),
		});
		const list = await client.get("/transaction-service/transaction?limit=1");
		expect(theOnly(list.body.entities as JsonObject[])).toEqual(report);
	});

	test("F-11 has the words of the processor's own decline, also on a gateway that has seen none", async () => {
		const ip_address = newAddress();
		await repeat(3, () => sale({ ip_address }));
		const second = await startTestGateway({
			database: gateway.database,
			clocks: gateway.clocks,
			environment: { TRUST_PROXY: "loopback" },
		});
		try {
			await gateway.database.tables
				.updateTable("transactions")
				.set({ message: "Do not honour" })
				.where("decline_code", "=", "do_not_honour")
				.execute();
			const there = clientWithToken(second.url, client.token);
			const { body } = await there.post(salePath, { ...declinedCard, amount: 31, ip_address });
			expect(body.transaction_message).toBe("Do not honour");
			expect((await reportOf({ body } as Answer)).card_testing_reason).toBe("card_and_address");
		} finally {
			await second.stop();
		}
	});

	test("F-11 a declined attempt uses its card token, and its Idempotency-Key returns the same response again", async () => {
		const ip_address = newAddress();
		await repeat(3, () => sale({ ip_address }));
		const token = await cardToken(gateway.merchant.public_key, declinedCard, gateway.clocks.real.now());
		const body = { amount: 31, token, ip_address };
		const headers = { "Idempotency-Key": `guarded ${ip_address}` };
		const declined = await client.post(salePath, body, headers);
		const again = await client.post(salePath, body, headers);
		expect([declined.status, again.status]).toEqual([402, 402]);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expect(shapeOf(again).body).toEqual(shapeOf(declined).body);
		expect(again.body.transaction_id).toBe(declined.body.transaction_id);
		expectProblem(await client.post(salePath, body), 400, "BAD_REQUEST");
	});

	test("F-01 authorizations count as sales do", async () => {
		const ip_address = newAddress();
		const answers = await repeat(4, () => client.post(authorizePath, { amount: 31, ...declinedCard, ip_address }));
		expect(await reachedProcessor(answers.map(({ body }) => body.transaction_id))).toBe(3);
	});

	test("F-04 the card form's network counts if the merchant's server sends no address", async () => {
		const address = newAddress();
		const byForm = async () => {
			const session = await openSession(gateway, { address });
			const token = await cardToken(gateway.merchant.public_key, declinedCard, gateway.clocks.real.now(), session);
			return client.post(salePath, { amount: 31, token });
		};
		const answers = await repeat(4, byForm);
		expect(await reachedProcessor(answers.map(({ body }) => body.transaction_id))).toBe(3);
	});

	test("F-05 a card from the card form is accepted", async () => {
		const ip_address = newAddress();
		const numbers = ["4242424242424242", "5555555555554444", "378282246310005", "6011111111111117"];
		const cards = numbers.map((number) => cardWith(number, number.length === 15 ? "1234" : "123"));
		const answers: Answer[] = [];
		for (const card of cards) answers.push(await sale({ ...card, ip_address }));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 402]);
		const session = await openSession(gateway);
		const token = await cardToken(gateway.merchant.public_key, cards[3], gateway.clocks.real.now(), session);
		expect((await client.post(salePath, { amount: 31, token, ip_address })).status).toBe(200);
	});

	test("a demo merchant without protection has no such declines", async () => {
		await protection("default", gateway.merchant.merchant_id);
		const ip_address = newAddress();
		const answers = await repeat(12, () => sale({ ip_address }));
		expect(await reachedProcessor(answers.map(({ body }) => body.transaction_id))).toBe(12);
		const counted = await gateway.database.tables
			.selectFrom("card_testing_attempts")
			.select("reference")
			.where(
				"reference",
				"in",
				answers.map(({ body }) => String(body.transaction_id)),
			)
			.execute();
		expect(counted).toEqual([]);
	});
});

describe("a payer's address", () => {
	test.each(["203.0.113.9", "2001:db8::1", null])("the address %j is accepted", async (ip_address) => {
		expect((await sale({ ...goodCard, ip_address })).status).toBe(200);
	});

	test.each(["203.0.113", "shop.example", "203.0.113.9/24", 7])("the address %j is refused", async (ip_address) => {
		const answer = await sale({ ip_address });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toEqual([
			{ field: "ip_address", code: expect.any(String), message: expect.stringContaining("203.0.113.9") },
		]);
	});
});

describe("storing a card", () => {
	test("F-03, F-10, F-11 storing a card counts as an attempt, and is declined with the bank's words", async () => {
		const customer = (await client.post(customerPath, { email: "ada@example.com" })).body;
		const store = () => client.post(`${customerPath}/${customer.lookup_id}/card`, declinedCard);
		const answers = await repeat(6, store);
		const [ordinary] = answers;
		const last = answers.at(-1);
		if (ordinary === undefined || last === undefined) throw new Error("There are six answers.");
		for (const answer of answers) expect(answer.body).toEqual({ ...failure(answer), decline_code: "do_not_honour" });
		expect(shapeOf(last)).toEqual(shapeOf(ordinary));
		const judged = gateway.logLines.filter((line) => line.includes('"reason":"customer"'));
		expect(await reachedProcessor([JSON.parse(theOnly(judged)).reference])).toBe(0);
	});
});

describe("sessions of the card form", () => {
	test("F-13 an address gets at most five sessions a minute, across gateways", async () => {
		const second = await startTestGateway({
			database: gateway.database,
			clocks: gateway.clocks,
			environment: { TRUST_PROXY: "loopback" },
		});
		try {
			const address = newAddress();
			const asks = Array.from({ length: 8 }, (_, index) => askForSession(index % 2 ? gateway : second, { address }));
			const answers = await Promise.all(asks);
			expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(3).fill(429)]);
			const refused = answers.find(({ status }) => status === 429);
			expect(refused?.headers.get("Retry-After")).toMatch(/^[1-9][0-9]?$/);
			expect((await askForSession(gateway, { address: newAddress() })).status).toBe(201);
			gateway.clocks.real.advance(60_000);
			expect((await askForSession(gateway, { address })).status).toBe(201);
		} finally {
			await second.stop();
		}
	});
});

describe("an attack with numbers in sequence", () => {
	/** The number of an account in a range, with its check digit (ISO/IEC 7812-1, annex B). */
	function numberOf(range: string, account: number): string {
		const payload = `${range}${String(account).padStart(15 - range.length, "0")}`;
		const sum = [...payload].reverse().reduce((total, digit, index) => {
			const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
			return total + (doubled > 9 ? doubled - 9 : doubled);
		}, 0);
		return `${payload}${(10 - (sum % 10)) % 10}`;
	}

	const attacked = "453998";
	/** The ranges of other banks. */
	const ranges = ["453957", "471604", "492950", "510510", "545454", "222300"];

	/** An ordinary sale. Two payers share an address; every tenth has insufficient funds. */
	function ordinary(payer: number): JsonObject {
		const household = payer >> 1;
		return {
			amount: payer % 10 === 9 ? 32 : 31,
			...cardWith(numberOf(ranges[payer % ranges.length] ?? attacked, 700_000 + payer * 37)),
			ip_address: `198.51.100.${household + 1}`,
			email: `payer${payer}@example.com`,
		};
	}

	/** A small sale with a stolen or guessed number, each from another address. */
	function attack(index: number): JsonObject {
		return { amount: 2.5, ...cardWith(numberOf(attacked, 1_000 + index)), ip_address: newAddress() };
	}

	beforeAll(async () => {
		await gateway.database.tables
			.updateTable("merchants")
			.set({ mode: "live" })
			.where("merchant_id", "=", gateway.secondMerchant.merchant_id)
			.execute();
	});

	test("F-07 fewer than 30 of 1,000 guessed numbers reach the processor, and all of 200 ordinary sales do", async () => {
		const shop = await signIn(gateway.url, gateway.secondMerchant);
		const attacks: Answer[] = [];
		const sales: Answer[] = [];
		for (let round = 0; round < 50; round++) {
			const tries = Array.from({ length: 20 }, (_, index) => shop.post(salePath, attack(round * 20 + index)));
			const payers = Array.from({ length: 4 }, (_, index) => shop.post(salePath, ordinary(round * 4 + index)));
			attacks.push(...(await Promise.all(tries)));
			sales.push(...(await Promise.all(payers)));
		}
		const idsOf = (answers: Answer[]) => answers.map(({ body }) => body.transaction_id);
		expect(new Set(idsOf(attacks)).size).toBe(1_000);
		expect(await reachedProcessor(idsOf(attacks))).toBeLessThan(30);
		expect(await reachedProcessor(idsOf(sales))).toBe(200);
		expect(sales.filter(({ status }) => status === 200)).toHaveLength(180);
	});
});
