import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { journalOf, transactionsOf } from "../../../../test/fixtures/api/records.ts";
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
import { holdAnswer, spawnGateway, startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

const day = 86_400_000;

let gateway: TestGateway;
/** A second gateway on the same database. */
let neighbour: TestGateway;
let client: Client;
let key: string;
let keyNumber = 0;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 5_000 });
	neighbour = await startTestGateway({
		database: gateway.database,
		clocks: gateway.clocks,
		processorTimeoutMs: 5_000,
	});
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

beforeEach(async () => {
	// New for each test, because some tests move the clock beyond an access token's life.
	client = await signIn(gateway.url, gateway.merchant);
	key = `key-${++keyNumber}`;
});

/** Sends a sale under the key of the test. */
function sale(fields: JsonObject = {}, by: Client = client): Promise<Answer> {
	return by.post(salePath, { amount: 31, ...goodCard, ...fields }, { "Idempotency-Key": key });
}

/** The gateway's time, which some tests move. */
function freshToken(): Promise<string> {
	return cardToken(gateway.merchant.public_key, goodCard, gateway.clocks.real.now());
}

async function chargesMade(): Promise<number> {
	return (await journalOf(gateway)).length;
}

function expectReplay(answer: Answer, original: Answer): void {
	const { request_id: _original, ...expected } = original.body;
	const { request_id: _replay, ...received } = answer.body;
	expect({ status: answer.status, body: received }).toEqual({ status: original.status, body: expected });
	expect(answer.headers.get("Idempotency-Replayed")).toBe("true");
}

describe("a key", () => {
	test.each([
		["bare text", "order-1042"],
		["a text in quotes", '"order-1042 in quotes"'],
		["one character", "x"],
		["255 characters", "x".repeat(255)],
		["punctuation", "a/b:c,d;e=f?g&h{i}"],
		["escaped quotes", '"say \\"hello\\""'],
	])("H-01 a key may be %s", async (_case, header) => {
		key = header;
		expect((await sale()).status).toBe(200);
	});

	test("H-01 a key is the same with quotes and without", async () => {
		const original = await sale();
		key = `"${key}"`;
		expectReplay(await sale(), original);
	});

	test.each([
		["empty", ""],
		["an empty text in quotes", '""'],
		["256 characters", "x".repeat(256)],
		["a tab", "a\tb"],
		["letters beyond ASCII", "clé"],
		["a quote that does not close", '"abc'],
		["a quote that closes too early", '"a"b"'],
		["a parameter", '"abc";q=1'],
	])("H-01 a key may not be %s, and nothing is charged", async (_case, header) => {
		const before = await chargesMade();
		key = header;
		expectProblem(await sale(), 400, "BAD_REQUEST");
		expect(await chargesMade()).toBe(before);
	});
});

describe("a repeated request", () => {
	test("H-02 a repeated request gets the stored response and charges nothing again", async () => {
		const original = await sale({ first_name: "Dana" });
		const before = await chargesMade();
		expect(original.headers.get("Idempotency-Replayed")).toBeNull();
		expectReplay(await sale({ first_name: "Dana" }), original);
		expectReplay(await sale({ first_name: "Dana" }), original);
		expect(await chargesMade()).toBe(before);
	});

	test("H-02 a repeated decline is a decline again", async () => {
		const original = await sale({ amount: 30 });
		expect(original.status).toBe(402);
		expectReplay(await sale({ amount: 30 }), original);
	});

	test("H-02 a repeated request without a key is a new request", async () => {
		const before = await chargesMade();
		await client.post(salePath, { amount: 31, ...goodCard });
		await client.post(salePath, { amount: 31, ...goodCard });
		expect(await chargesMade()).toBe(before + 2);
	});

	test("H-03 a repeated request may have its fields in another order", async () => {
		const original = await sale({ first_name: "Dana", city: "Laval" });
		const shuffled = { city: "Laval", ...goodCard, first_name: "Dana", amount: 31 };
		expectReplay(await client.post(salePath, shuffled, { "Idempotency-Key": key }), original);
	});

	test.each([
		["another amount", { amount: 33 }],
		["another card", { card_number: "5555555555554444" }],
		["another expiry", { card_expiry_month: "09" }],
		["another name", { first_name: "Sam" }],
		["another invoice", { invoice_id: "INV-2" }],
		["another currency", { currency: "USD" }],
	])("H-03 a repeated key with %s is a mismatch, and charges nothing", async (_case, other) => {
		await sale();
		const before = await chargesMade();
		expectProblem(await sale(other), 422, "IDEMPOTENCY_MISMATCH");
		expect(await chargesMade()).toBe(before);
	});

	test.each([
		["the default currency", { currency: "CAD" }],
		["empty metadata", { metadata: {} }],
		["the default of sending_receipt", { sending_receipt: true }],
		["an empty field", { invoice_id: "" }],
	])("H-03 a repeated request may name %s, or leave it out", async (_case, fields) => {
		const original = await sale();
		expectReplay(await sale(fields), original);
		key = `${key}-named`;
		const named = await sale(fields);
		expectReplay(await sale(), named);
	});

	test("H-03 a repeated request gets the stored response even if its token was used long ago", async () => {
		const token = await freshToken();
		const original = await client.post(salePath, { amount: 31, token }, { "Idempotency-Key": key });
		const repeated = await client.post(salePath, { amount: 31, token }, { "Idempotency-Key": key });
		expectReplay(repeated, original);
	});

	test("H-03 another token is a mismatch, since a token belongs to one request", async () => {
		const [first, second] = [await freshToken(), await freshToken()];
		await client.post(salePath, { amount: 31, token: first }, { "Idempotency-Key": key });
		const other = await client.post(salePath, { amount: 31, token: second }, { "Idempotency-Key": key });
		expectProblem(other, 422, "IDEMPOTENCY_MISMATCH");
		expect((await client.post(salePath, { amount: 31, token: second })).status).toBe(200);
	});

	test("H-04 another merchant can use the same key", async () => {
		const foreigner = await signIn(gateway.url, gateway.secondMerchant);
		const original = await sale();
		const theirs = await sale({}, foreigner);
		expect(theirs.headers.get("Idempotency-Replayed")).toBeNull();
		expect(theirs.body.transaction_id).not.toBe(original.body.transaction_id);
	});

	test("one idempotency key on two endpoints is two requests", async () => {
		const original = await sale();
		const hold = await client.post(authorizePath, { amount: 31, ...goodCard }, { "Idempotency-Key": key });
		expect(hold.headers.get("Idempotency-Replayed")).toBeNull();
		expect([original.body.transaction_type, hold.body.transaction_type]).toEqual(["sale", "authorization"]);
		expect(hold.body.transaction_id).not.toBe(original.body.transaction_id);
	});

	test("H-04 another name of a path makes no other request", async () => {
		const original = await sale();
		const before = await chargesMade();
		const renamed = await client.post(`${salePath}/token`, { amount: 31, ...goodCard }, { "Idempotency-Key": key });
		expectReplay(renamed, original);
		expect(await chargesMade()).toBe(before);
	});

	test("H-04 a slash at the end of the path does not make another request", async () => {
		const original = await sale();
		const slashed = await client.post(`${salePath}/`, { amount: 31, ...goodCard }, { "Idempotency-Key": key });
		expectReplay(slashed, original);
	});

	test.each([
		["invalid JSON", (by: Client) => by.send(salePath, { method: "POST", body: "{", headers: headers() }), 400],
		["an invalid field", () => sale({ amount: 0 }), 400],
		["an invalid card", () => sale({ cvv2: "1" }), 400],
		["a currency that is not enabled", () => sale({ currency: "EUR" }), 400],
		["an unreadable token", () => client.post(salePath, { amount: 31, token: "ct1" }, headers()), 400],
		["an invalid access token", () => sale({}, clientWithToken(gateway.url, "abc")), 401],
	])("H-05 a request refused for %s does not use its key", async (_case, refused, status) => {
		expect((await refused(client)).status).toBe(status);
		const answer = await sale();
		expect(answer.status, answer.text).toBe(200);
		expect(answer.headers.get("Idempotency-Replayed")).toBeNull();
	});

	function headers(): Record<string, string> {
		return { "Idempotency-Key": key, "Content-Type": "application/json" };
	}

	test("H-06 the stored response lasts 24 hours, although the card token is too old by then", async () => {
		const token = await freshToken();
		const original = await client.post(salePath, { amount: 31, token }, { "Idempotency-Key": key });
		gateway.clocks.real.advance(day - 60_000);
		const later = await signIn(gateway.url, gateway.merchant);
		expectReplay(await later.post(salePath, { amount: 31, token }, { "Idempotency-Key": key }), original);
		gateway.clocks.real.advance(120_000);
		const tooLate = await signIn(gateway.url, gateway.merchant);
		expectProblem(await tooLate.post(salePath, { amount: 31, token }), 400, "BAD_REQUEST");
	});

	test("H-02 a key that the database has lost gives the record of its charge, and charges nothing again", async () => {
		const original = await sale({ first_name: "Dana" });
		const refund = (amount: number) =>
			client.post(
				`/transaction-service/refund/${original.body.transaction_id}`,
				{ amount },
				{ "Idempotency-Key": key },
			);
		const refunded = await refund(11);
		const before = await chargesMade();
		await gateway.database.tables.deleteFrom("idempotency_keys").where("key", "=", key).execute();
		for (const [again, first] of [
			[await sale({ first_name: "Dana" }), original],
			[await refund(11), refunded],
		] as const) {
			expect({ status: again.status, replayed: again.headers.get("Idempotency-Replayed") }, again.text).toEqual({
				status: 200,
				replayed: "true",
			});
			expect(again.body.transaction_id).toBe(first.body.transaction_id);
		}
		expectProblem(await sale({ amount: 33 }), 422, "IDEMPOTENCY_MISMATCH");
		expectProblem(await refund(1), 422, "IDEMPOTENCY_MISMATCH");
		expect(await chargesMade()).toBe(before);
	});

	test("H-07 H-09 nothing of the card is stored, and no body but the response", async () => {
		await sale({ ...cardWith("5555555555554444", "987"), first_name: "Dana" });
		const token = await freshToken();
		await client.post(authorizePath, { amount: 31, token }, { "Idempotency-Key": key });
		const rows = await gateway.database.tables
			.selectFrom("idempotency_keys")
			.selectAll()
			.where("key", "=", key)
			.execute();
		expect(rows).toHaveLength(2);
		// The fingerprints are hashes with a key.
		const text = JSON.stringify(rows.map((row) => ({ ...row, fingerprint: undefined })));
		expect(text).not.toMatch(/5555555555554444|987"|ct1[A-Za-z0-9_-]{20}/);
		expect(rows.map((row) => row.fingerprint.length)).toEqual([32, 32]);
	});
});

describe("a request in flight", () => {
	test("H-03 a repeated request in flight gets 409, and later the first response", async () => {
		const letGo = holdAnswer(gateway);
		const first = sale();
		await vi.waitFor(async () => {
			const pending = (await transactionsOf(gateway)).filter(({ status }) => status === "PENDING");
			expect(pending).toHaveLength(1);
		}, waiting);
		const early = await sale();
		expectProblem(early, 409, "CONFLICT");
		expect(early.headers.get("Retry-After")).toBe("1");
		letGo();
		const original = await first;
		expectReplay(await sale(), original);
	});

	test("H-08 a repeated request without an outcome says so, and gets the final response later", async () => {
		gateway.faults.push({ kind: "answer_lost" });
		const unknown = await sale();
		expect(unknown.status).toBe(402);
		expect(unknown.body).toMatchObject({ transaction_result: "PENDING" });
		gateway.clocks.real.advance(5_000);
		const settled = await vi.waitFor(async () => {
			const answer = await sale();
			expect(answer.body.transaction_result).toBe("APPROVED");
			return answer;
		}, waiting);
		expect(settled.status).toBe(200);
		expect(settled.body.transaction_id).toBe(unknown.body.transaction_id);
		expectReplay(await sale(), settled);
	});

	const waiting = { timeout: 20_000, interval: 50 };

	test.each([
		["before the processor received it", "before_receipt", 402],
		["after the processor charged it", "after_receipt", 200],
	] as const)(
		"H-08 because its process died %s is settled by asking, and charged once at most",
		async (_case, when, status) => {
			const doomed = await spawnGateway(gateway, { kind: "crash", when });
			try {
				const there = await signIn(doomed.url, gateway.merchant);
				await expect(sale({}, there)).rejects.toThrow("fetch failed");
				expect(await doomed.died).toBe("SIGKILL");
			} finally {
				await doomed.kill();
			}
			const [left] = (await transactionsOf(gateway)).filter((row) => row.status === "PENDING");
			expect(left).toMatchObject({ amount_cents: 3100 });

			gateway.clocks.real.advance(60_000);
			const answer = await vi.waitFor(async () => {
				const repeated = await sale();
				expect(repeated.body.transaction_result).not.toBe("PENDING");
				expect(repeated.status).not.toBe(409);
				return repeated;
			}, waiting);
			expect(answer.status).toBe(status);
			expect(answer.body.transaction_id).toBe(left?.transaction_id);
			const made = (await journalOf(gateway)).filter(({ reference }) => reference === left?.transaction_id);
			expect(made.map(({ result }) => result)).toEqual([status === 200 ? "approved" : "not_received"]);
		},
	);
});

describe("many requests at once", () => {
	/** On a busy machine, fifty answers of the processor may take longer than the other gateways wait. */
	let patient: TestGateway[];

	beforeAll(async () => {
		const { database, clocks } = gateway;
		patient = [await startTestGateway({ database, clocks }), await startTestGateway({ database, clocks })];
	});

	afterAll(async () => {
		for (const one of patient) await one.stop();
	});

	test("H-10 simultaneous requests with one key on two gateways charge once", async () => {
		const clients = await Promise.all(patient.map(({ url, merchant }) => signIn(url, merchant)));
		const before = await chargesMade();
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, index) => sale({}, clients[index % clients.length])),
		);
		expect(await chargesMade()).toBe(before + 1);
		const paid = answers.filter(({ status }) => status === 200);
		expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([]);
		expect(paid.filter(({ headers }) => headers.get("Idempotency-Replayed") === null)).toHaveLength(1);
		expect(new Set(paid.map(({ body }) => body.transaction_id)).size).toBe(1);
	});

	test("H-10 simultaneous requests with different keys are all charged, although one comes twice", async () => {
		const before = await chargesMade();
		const keys = [...Array.from({ length: 20 }, (_, index) => `${key}-${index}`), `${key}-0`, `${key}-0`];
		const answers = await Promise.all(
			keys.map((one) => client.post(salePath, { amount: 31, ...goodCard }, { "Idempotency-Key": one })),
		);
		expect(await chargesMade()).toBe(before + 20);
		const twice = new Set([answers[0]?.status, ...answers.slice(20).map(({ status }) => status)]);
		expect(answers.slice(1, 20).map(({ status }) => status)).toEqual(Array(19).fill(200));
		expect([...twice].every((status) => status === 200 || status === 409)).toBe(true);
		expect(twice.has(200)).toBe(true);
	});
});
