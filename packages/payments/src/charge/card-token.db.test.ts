import { createHash } from "node:crypto";
import { parsePublicKey } from "@cardseal/encrypt";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { approvedSale, journalOf, transactionsOf } from "../../../../test/fixtures/api/records.ts";
import { sealToken } from "../../../../test/fixtures/api/seal.ts";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import {
	type Answer,
	authorizePath,
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
import { masterKeyOf, rotateKeys } from "../../../../test/fixtures/keys.ts";
import { deleteExpiredRows } from "../../../../test/fixtures/retention.ts";

const hour = 3_600_000;
const unreadable =
	"The card token is invalid. Ask the payer to enter the card again. If that fails too, compare the public key of your page.";
const used = "This card token has already been used.";

let gateway: TestGateway;
let client: Client;
let foreigner: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	client = await signIn(gateway.url, gateway.merchant);
	foreigner = await signIn(gateway.url, gateway.secondMerchant);
});

/** The gateway's time, which some tests move. */
function newToken(card = goodCard, account = gateway.merchant): Promise<string> {
	return cardToken(account.public_key, card, gateway.clocks.real.now());
}

function sale(token: unknown, fields: JsonObject = {}): Promise<Answer> {
	return client.post(salePath, { amount: 31, token, ...fields });
}

function expectRefused(answer: Answer, message: string): void {
	expectProblem(answer, 400, "BAD_REQUEST");
	expect(answer.body.message).toBe(message);
}

/** Moves the clock past the second for which an unwrapped key is cached. */
function forgetKeys(): void {
	gateway.clocks.real.advance(1_500);
}

test("a token can replace the card fields", async () => {
	const { status, body } = await sale(await newToken());
	expect(status).toBe(200);
	expect(body).toEqual(approvedSale);
});

describe("a token is used once", () => {
	test.each([
		[salePath, salePath],
		[salePath, authorizePath],
		[authorizePath, salePath],
		[authorizePath, authorizePath],
	])("T-01 a token used at %s cannot be used again at %s", async (first, second) => {
		const token = await newToken();
		expect((await client.post(first, { amount: 31, token })).status).toBe(200);
		const charges = (await journalOf(gateway)).length;
		expectRefused(await client.post(second, { amount: 31, token }), used);
		expect((await journalOf(gateway)).length).toBe(charges);
	});

	test("T-02 exactly one of 50 requests with one token, on two gateways, reaches the processor", async () => {
		const neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const there = await signIn(neighbour.url, neighbour.merchant);
			const token = await newToken();
			const before = (await journalOf(gateway)).length;
			const answers = await Promise.all(
				Array.from({ length: 50 }, (_, index) => (index % 2 ? client : there).post(salePath, { amount: 31, token })),
			);
			expect((await journalOf(gateway)).length).toBe(before + 1);
			const [paid, ...others] = answers.sort((a, b) => a.status - b.status);
			expect(paid?.status).toBe(200);
			for (const other of others) expectRefused(other, used);
		} finally {
			await neighbour.stop();
		}
	});

	test("T-02 concurrent reuse of one token leaves other tokens usable", async () => {
		const tokens = await Promise.all(Array.from({ length: 12 }, () => newToken()));
		const [twice] = tokens;
		const answers = await Promise.all([...tokens, twice, twice, twice].map((token) => sale(token)));
		expect(answers.slice(1, 12).map(({ status }) => status)).toEqual(Array(11).fill(200));
		const contest = [answers[0], ...answers.slice(12)].map((answer) => answer?.status);
		expect(contest.sort()).toEqual([200, 400, 400, 400]);
	});

	test("T-03 another spelling of a used token is not a token", async () => {
		const token = await newToken();
		await sale(token);
		const last = token.at(-1) ?? "";
		const trailingBits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
		const spellings = [
			...[...trailingBits].filter((letter) => letter !== last).map((letter) => token.slice(0, -1) + letter),
			`${token}=`,
			`${token}==`,
			` ${token}`,
			`${token} `,
			`${token}\n`,
			token.replace(/^ct1/, "CT1"),
			token.replace(/^ct1/, ""),
			`${token.replaceAll("-", "+").replaceAll("_", "/")}==`,
		];
		for (const spelling of spellings) expectRefused(await sale(spelling), unreadable);
		expectRefused(await sale(token), used);
	});

	test("T-03 the fingerprint of a used token is the hash of its encapsulated key", async () => {
		const token = await newToken();
		await sale(token);
		const enc = Buffer.from(token.slice(3), "base64url").subarray(10, 42);
		const fingerprint = createHash("sha256").update(enc).digest();
		const rows = await gateway.database.tables
			.selectFrom("used_card_tokens")
			.selectAll()
			.where("fingerprint", "=", fingerprint)
			.execute();
		expect(rows).toHaveLength(1);
	});

	test("T-04 a used token gets the stored response under its Idempotency-Key, and is refused under a new one", async () => {
		const token = await newToken();
		const original = await client.post(salePath, { amount: 31, token }, { "Idempotency-Key": "token-once" });
		const again = await client.post(salePath, { amount: 31, token }, { "Idempotency-Key": "token-once" });
		expect(again.body).toEqual(original.body);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expectRefused(await client.post(salePath, { amount: 31, token }, { "Idempotency-Key": "token-twice" }), used);
	});

	test.each([
		["a wrong amount", { amount: 0 }],
		["a currency that is not enabled", { currency: "EUR" }],
		["a wrong email address", { email: "dana" }],
		["a card field beside it", { cvv2: "123" }],
		["an empty card field beside it", { card_number: "" }],
		["a card field of null beside it", { card_expiry_year: null }],
		["all four card fields beside it", goodCard],
	])("T-05 B-05 %s does not use the token", async (_case, fields) => {
		const token = await newToken();
		expectProblem(await sale(token, fields), 400, "BAD_REQUEST");
		expect((await sale(token)).status).toBe(200);
	});

	test.each([
		["a decline", goodCard, 30],
		["a decline by the card", cardWith("4000000000000002"), 31],
	])("T-05 %s uses the token", async (_case, card, amount) => {
		const token = await newToken(card);
		expect((await sale(token, { amount })).status).toBe(402);
		expectRefused(await sale(token, { amount: 31 }), used);
	});
});

describe("a token of another merchant", () => {
	test("T-06 another merchant's token is refused like garbage, is logged, and stays valid for its own merchant", async () => {
		const token = await newToken();
		const [foreign, garbage] = [
			await foreigner.post(salePath, { amount: 31, token }),
			await foreigner.post(salePath, { amount: 31, token: "garbage" }),
		];
		expectRefused(foreign, unreadable);
		expect({ ...foreign.body, request_id: "" }).toEqual({ ...garbage.body, request_id: "" });
		const lines = gateway.logLines.filter((line) => line.includes("foreign_merchant"));
		expect(lines).toHaveLength(1);
		expect(JSON.parse(lines[0] ?? "")).toMatchObject({ merchant_id: gateway.secondMerchant.merchant_id });
		const events = await auditEvents(gateway.database.tables, { type: "card_token.foreign" });
		expect(events).toMatchObject([
			{
				object: gateway.secondMerchant.merchant_id,
				details: { made_for: gateway.merchant.merchant_id },
				actor_id: gateway.secondMerchant.client_id,
			},
		]);
		expect((await sale(token)).status).toBe(200);
	});

	test("T-07 a token made in the sandbox is refused by a live merchant", async () => {
		const merchant = gateway.database.tables
			.updateTable("merchants")
			.where("merchant_id", "=", gateway.secondMerchant.merchant_id);
		const token = await newToken(goodCard, gateway.secondMerchant);
		await merchant.set({ mode: "live" }).execute();
		const answer = await foreigner.post(salePath, { amount: 31, token });
		await merchant.set({ mode: "demo" }).execute();
		expectRefused(answer, unreadable);
		expect((await foreigner.post(salePath, { amount: 31, token })).status).toBe(200);
	});
});

describe("a token's age", () => {
	const now = () => gateway.clocks.real.now();

	beforeEach(() => {
		gateway.clocks.real.stop();
	});

	test.each([
		["24 hours ago", () => now() - 24 * hour],
		["24 hours ahead", () => now() + 24 * hour],
		["now", () => now()],
	])("T-08 a token is accepted at any age up to %s", async (_case, issuedAt) => {
		const answer = await sale(await cardToken(gateway.merchant.public_key, goodCard, issuedAt()));
		gateway.clocks.real.go();
		expect(answer.status, answer.text).toBe(200);
	});

	test.each([
		["a millisecond more than 24 hours ago", () => now() - 24 * hour - 1],
		["a millisecond more than 24 hours ahead", () => now() + 24 * hour + 1],
		["zero", () => 0],
		["the latest it can be", () => 2 ** 48 - 1],
	])("T-08 a token is refused when it is %s", async (_case, issuedAt) => {
		const card = { number: "4111111111111111", month: "08", year: "31", securityCode: "123" };
		const content = { card, issuedAt: issuedAt(), sessionId: undefined };
		const answer = await sale(await sealToken(gateway.merchant.public_key, content));
		gateway.clocks.real.go();
		expectRefused(answer, unreadable);
	});
});

describe("a token that was changed", () => {
	/** Sends all requests, some at a time, and returns the distinct responses. */
	async function answersTo(tokens: string[]): Promise<Set<string>> {
		const seen = new Set<string>();
		for (let index = 0; index < tokens.length; index += 25) {
			const answers = await Promise.all(tokens.slice(index, index + 25).map((token) => sale(token)));
			for (const { status, body } of answers) seen.add(`${status} ${body.message}`);
		}
		return seen;
	}

	const theOneAnswer = new Set([`400 ${unreadable}`]);

	test("T-09 a token with any single bit of its text changed is refused, and the unchanged one stays valid", async () => {
		const token = await newToken();
		const flipped = [...token].flatMap((letter, index) =>
			[0, 1, 2, 3, 4, 5, 6].map((bit) => {
				const other = String.fromCharCode(letter.charCodeAt(0) ^ (1 << bit));
				return token.slice(0, index) + other + token.slice(index + 1);
			}),
		);
		expect(flipped).toHaveLength(145 * 7);
		expect(await answersTo(flipped)).toEqual(theOneAnswer);
		expect((await sale(token)).status).toBe(200);
	});

	test("POST /sale/token is another name of /sale, and payment_token of token", async () => {
		const [first, second] = [await newToken(), await newToken()];
		const path = `${salePath}/token`;
		const key = { "Idempotency-Key": "by-token" };
		const sold = await client.post(path, { amount: 31, payment_token: first }, key);
		expect({ status: sold.status, type: sold.body.transaction_type }).toEqual({ status: 200, type: "sale" });
		const again = await client.post(path, { amount: 31, token: first }, key);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expect((await client.post(salePath, { amount: 31, payment_token: second })).status).toBe(200);
		expectRefused(await client.post(path, { amount: 31, token: first }), "This card token has already been used.");
	});

	test("T-10 a token of another length is refused", async () => {
		const token = await newToken();
		const shorter = Array.from({ length: 144 }, (_, index) => token.slice(0, index + 1));
		const longer = [1, 2, 3, 4, 100, 4_000, 60_000].map((extra) => token + "A".repeat(extra));
		expect(await answersTo([...shorter, ...longer])).toEqual(theOneAnswer);
	});

	test.each([
		["version", 0],
		["suite", 1],
		["key id", 2],
		["key id's end", 9],
		["encapsulated key", 10],
		["ciphertext", 42],
		["tag", 105],
	])("T-13 a token with a changed %s is refused", async (_case, position) => {
		const token = await newToken();
		const body = Buffer.from(token.slice(3), "base64url");
		body.writeUInt8(body.readUInt8(position) ^ 1, position);
		expectRefused(await sale(`ct1${body.toString("base64url")}`), unreadable);
	});

	test("T-13 a token changed to name another merchant's key is refused by both merchants", async () => {
		const body = Buffer.from((await newToken()).slice(3), "base64url");
		body.write(parsePublicKey(gateway.secondMerchant.public_key).keyId, 2, "hex");
		const token = `ct1${body.toString("base64url")}`;
		expectRefused(await sale(token), unreadable);
		expectRefused(await foreigner.post(salePath, { amount: 31, token }), unreadable);
	});

	test.each([[7], [true], [{}], [[]], [["ct1"]]])("T-10 a token that is not text is refused: %j", async (token) => {
		expectRefused(await sale(token), unreadable);
	});

	test("T-16 a token that names an unknown session is refused", async () => {
		const card = { number: "4111111111111111", month: "08", year: "31", securityCode: "123" };
		const content = { card, issuedAt: gateway.clocks.real.now(), sessionId: "5e".repeat(16) };
		expectRefused(await sale(await sealToken(gateway.merchant.public_key, content)), unreadable);
	});
});

describe("the card in a token", () => {
	test.each([
		["a wrong check digit", { number: "4111111111111112" }, "card_number"],
		["a number that is no published one", { number: "4539578763621486" }, "card_number"],
		["too few digits", { number: "4111" }, "card_number"],
		["month 13", { month: "13" }, "card_expiry_month"],
		["a year that has passed", { year: "20" }, "card_expiry_year"],
		["a code that is too short", { securityCode: "12" }, "cvv2"],
	])(
		"T-14 a card in a token with %s is refused with the messages of plain card fields",
		async (_case, change, field) => {
			const card = { number: "4111111111111111", month: "08", year: "31", securityCode: "123", ...change };
			const content = { card, issuedAt: gateway.clocks.real.now(), sessionId: undefined };
			const sealed = await sale(await sealToken(gateway.merchant.public_key, content));
			const clear = await client.post(salePath, {
				amount: 31,
				card_number: card.number,
				card_expiry_month: card.month,
				card_expiry_year: card.year,
				cvv2: card.securityCode,
			});
			expectProblem(sealed, 400, "BAD_REQUEST");
			expect({ ...sealed.body, request_id: "" }).toEqual({ ...clear.body, request_id: "" });
			expect(sealed.body.errors).toEqual([{ field, code: expect.any(String), message: expect.any(String) }]);
		},
	);
});

describe("the stored fingerprint of a token", () => {
	test("T-15 neither token nor card is in the log, in a table or in a response", async () => {
		const token = await newToken(cardWith("5555555555554444", "987"));
		const answers = [
			await client.post(salePath, { amount: 31, token }, { "Idempotency-Key": "kept" }),
			await sale(token),
			await sale(`${token.slice(0, -1)}!`),
			await foreigner.post(salePath, { amount: 31, token }),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400]);
		const { rows: tables } = await sql<{ name: string }>`
			select format('%I.%I', table_schema, table_name) as name from information_schema.tables
			where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
			gateway.database.tables,
		);
		const contents = await Promise.all(
			tables.map(({ name }) =>
				sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(gateway.database.tables),
			),
		);
		const kept = [...contents.flatMap(({ rows }) => rows.map(({ row }) => row)), ...gateway.logLines];
		const body = Buffer.from(token.slice(3), "base64url");
		const traces = [
			token.slice(20, 60),
			token.slice(80, 120),
			body.toString("hex", 10, 42),
			body.toString("hex", 42, 60),
			"5555555555554444",
		];
		expect(kept.length).toBeGreaterThan(50);
		for (const trace of traces) {
			expect(kept.filter((text) => text.includes(trace))).toEqual([]);
			expect(answers.filter(({ text }) => text.includes(trace))).toEqual([]);
		}
		expect(kept.some((text) => text.includes(String(answers[0]?.body.transaction_id)))).toBe(true);
	});

	test("T-12 a fingerprint is stored 31 days longer than its token is valid; later the token's age refuses it", async () => {
		const token = await newToken();
		const { body } = await sale(token);
		expect(body.transaction_result).toBe("APPROVED");
		const marks = () => gateway.database.tables.selectFrom("used_card_tokens").selectAll().execute();
		const enc = Buffer.from(token.slice(3), "base64url").subarray(10, 42);
		const fingerprint = createHash("sha256").update(enc).digest();
		const isMarked = async () => (await marks()).some((row) => row.fingerprint.equals(fingerprint));

		gateway.clocks.real.advance(32 * 24 * hour - hour);
		await deleteExpiredRows(gateway);
		expect(await isMarked()).toBe(true);
		gateway.clocks.real.advance(2 * hour);
		await deleteExpiredRows(gateway);
		expect(await isMarked()).toBe(false);
		client = await signIn(gateway.url, gateway.merchant);
		expectRefused(await sale(token), unreadable);
	});
});

test("T-11 a retired key still opens its tokens, a destroyed key opens none", async () => {
	const account = gateway.secondMerchant;
	const tokens = [await newToken(goodCard, account), await newToken(goodCard, account)];
	const { keyId } = parsePublicKey(account.public_key);
	const key = gateway.database.tables.updateTable("vault.keys").where("key_id", "=", keyId);

	const { tables } = gateway.database;
	const masterKey = await masterKeyOf(gateway.database);
	await rotateKeys({ database: tables, masterKey, now: gateway.clocks.real.now(), purpose: "card_token" });
	forgetKeys();
	expect((await foreigner.post(salePath, { amount: 31, token: tokens[0] })).status).toBe(200);

	await key.set({ status: "destroyed", wrapped_secret: null }).execute();
	forgetKeys();
	expectRefused(await foreigner.post(salePath, { amount: 31, token: tokens[1] }), unreadable);
});

test("no request in this file left a charge without an outcome", async () => {
	await vi.waitFor(async () => {
		expect((await transactionsOf(gateway)).filter(({ status }) => status === "PENDING")).toEqual([]);
	}, 20_000);
});
