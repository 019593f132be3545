import { createVault, generateMasterKey, type Outcome, type Vault } from "@cardseal/vault";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Merchant } from "../../../merchants/src/merchant.ts";
import { createAnswerPace } from "./answer-pace.ts";
import { deleteExpiredAttempts } from "./attempts.store.ts";
import { type Attempt, type CardTestingProtection, createCardTestingProtection } from "./protection.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 10, 21);

let tables: TestTables;
let vault: Vault;
let protection: CardTestingProtection;
let logLines: string[];
const clock = { time: start, now: () => clock.time };
let references = 0;

const shop: Merchant = {
	id: 1,
	publicId: "shop",
	name: "Shop",
	mode: "live",
	timeZone: "UTC",
	currencies: ["CAD"],
	statementText: null,
	threeDSecure: { rule: "never", aboveCents: null, outside: null },
	hostedFormOnly: false,
	rejectsAvsNoMatch: false,
	rejectsCvvNoMatch: false,
	cardTesting: { isOn: null, limits: {} },
};
const other: Merchant = { ...shop, id: 2, publicId: "other" };

beforeAll(async () => {
	tables = await openTestTables();
	const { business, real } = testClocks();
	vault = await createVault({
		database: tables.database.withTables(),
		masterKey: generateMasterKey(),
		businessNow: business.now,
		realNow: real.now,
	});
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await tables.database.deleteFrom("card_testing_attempts").execute();
	await tables.database.deleteFrom("card_testing_freezes").execute();
	clock.time = start;
	protection = newProtection();
});

function newProtection(): CardTestingProtection {
	logLines = [];
	const log = pino({ level: "info" }, { write: (line: string) => void logLines.push(line) });
	return createCardTestingProtection({ database: tables.database, vault, clock, log });
}

/** The number of an account in a range, with its check digit (ISO/IEC 7812-1, annex B). */
function numberOf(account: number, range = "453998"): string {
	const payload = `${range}${String(account).padStart(9, "0")}`;
	const sum = [...payload].reverse().reduce((total, digit, index) => {
		const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
		return total + (doubled > 9 ? doubled - 9 : doubled);
	}, 0);
	return `${payload}${(10 - (sum % 10)) % 10}`;
}

const rangeOf = (account: number) => String(453_000 + account);

function cardOf(account: number, { range = rangeOf(account), securityCode = "937" } = {}) {
	const fields = { number: numberOf(account, range), month: "08", year: "31", securityCode };
	return vault.cardFromFields(fields, { id: shop.id, environment: "live" });
}

function attempt(changes: Partial<Attempt> = {}): Attempt {
	return {
		reference: `attempt ${references++}`,
		processor: "far",
		merchant: shop,
		channel: "E_COMMERCE",
		card: cardOf(1),
		isStoredCard: false,
		customerId: undefined,
		email: undefined,
		amountCents: 3_100,
		address: undefined,
		sessionId: undefined,
		...changes,
	};
}

function outcome(result: "approved" | "declined"): Outcome {
	const processorTransactionId = "far";
	if (result === "approved") return { result, message: "Yes", authorizationCode: "123456", processorTransactionId };
	return { result, message: "No", declineClass: "soft", declineCode: "do_not_honour", processorTransactionId };
}

/**
 * Tries a card at a processor with the given result. Returns the reason of a decline by protection, otherwise "asked".
 */
async function tryCard(changes: Partial<Attempt>, result: "approved" | "declined" = "declined") {
	const word = await protection.submitUnlessDeclined(attempt(changes), async () => outcome(result));
	return word?.result === "declined_as_card_testing" ? word.reason : "asked";
}

/** Tries cards simultaneously; the processor answers only after all are judged. Returns the number that reached it. */
async function burst(attempts: Attempt[], gateways = [protection]): Promise<number> {
	const { promise: allJudged, resolve } = Promise.withResolvers<void>();
	let asked = 0;
	let declined = 0;
	const count = () => asked + declined === attempts.length && resolve();
	const words = attempts.map(async (made, index) => {
		const word = await gateways[index % gateways.length]?.submitUnlessDeclined(made, async () => {
			asked += 1;
			count();
			await allJudged;
			return outcome("declined");
		});
		if (word?.result === "declined_as_card_testing") declined += 1;
		count();
	});
	await Promise.all(words);
	return asked;
}

async function tryOften(times: number, changes: (index: number) => Partial<Attempt>, result?: "approved" | "declined") {
	const verdicts: string[] = [];
	for (let index = 0; index < times; index++) verdicts.push(await tryCard(changes(index), result));
	return verdicts;
}

const asked = (times: number) => Array(times).fill("asked");
const differentAddress = (index: number) => `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`;

describe("declined attempts", () => {
	test("F-01 the 4th attempt of a card at an address is declined after three failures", async () => {
		const address = "203.0.113.1";
		expect(await tryOften(4, () => ({ address }))).toEqual([...asked(3), "card_and_address"]);
		expect(await tryCard({ address: "203.0.113.2" })).toBe("asked");
		expect(await tryCard({ address, card: cardOf(2) })).toBe("asked");
	});

	test("F-02 a card that failed often at all merchants together is declined; no fingerprint links their payers", async () => {
		const by = (index: number) => ({ merchant: index % 2 === 0 ? shop : other, address: differentAddress(index) });
		expect(await tryOften(10, by)).toEqual(asked(10));
		expect(await tryCard({ merchant: shop })).toBe("card");
		expect(await tryCard({ merchant: other })).toBe("card");
		expect(await tryCard({ merchant: shop, isStoredCard: true })).toBe("asked");
		const rows = await tables.database
			.selectFrom("card_testing_attempts")
			.select(["merchant_id", "address", "bin"])
			.execute();
		const fingerprintsOf = (merchantId: number) =>
			rows.filter((row) => row.merchant_id === merchantId).map((row) => row.bin.toString("hex"));
		expect(fingerprintsOf(shop.id).filter((fingerprint) => fingerprintsOf(other.id).includes(fingerprint))).toEqual([]);
	});

	test("F-03, F-10 a customer that failed often is declined, stored cards included", async () => {
		const by = (index: number) => ({
			customerId: 7,
			card: cardOf(1 + (index % 3)),
			amountCents: index < 2 ? 0 : 3_100,
		});
		expect(await tryOften(5, by)).toEqual(asked(5));
		expect(await tryCard({ customerId: 7 })).toBe("customer");
		expect(await tryCard({ customerId: 8 })).toBe("asked");
		expect(await tryCard({ customerId: 7, merchant: other })).toBe("asked");
	});

	test("F-04 an address that failed often is declined; an IPv6 address counts by its /64", async () => {
		const sessionId = Buffer.alloc(16, 1);
		const by = (index: number) => ({ card: cardOf(1 + index), address: `2001:db8:1:2::${index + 1}`, sessionId });
		expect(await tryOften(30, by)).toEqual(asked(30));
		expect(await tryCard({ ...by(31) })).toBe("address");
		expect(await tryCard({ ...by(31), address: "2001:db8:1:3::1" })).toBe("asked");
	});

	test("F-04 the network of the card form's session is declined if the merchant's server sends no address", async () => {
		const sessionId = Buffer.alloc(16, 9);
		await tables.database
			.insertInto("widget_sessions")
			.values({
				id: sessionId,
				merchant_id: shop.id,
				origin: "https://shop.example",
				client_network: "203.0.113.9",
				created_at: start,
				expires_at: start + hour,
			})
			.execute();
		expect(await tryOften(3, () => ({ sessionId }))).toEqual(asked(3));
		expect(await tryCard({ address: "203.0.113.9" })).toBe("card_and_address");
	});

	test.each([
		["address", { address: "203.0.113.5" }],
		["customer", { customerId: 3 }],
		["email, however it is written", { email: "Ada@Example.com" }],
	])(
		"F-05 the 4th different card of one %s without the card form is declined, whatever the results",
		async (_what, who) => {
			expect(await tryOften(3, (index) => ({ ...who, card: cardOf(1 + index) }), "approved")).toEqual(asked(3));
			const fourth = { ...who, ...("email" in who && { email: who.email.toLowerCase() }), card: cardOf(4) };
			expect(await tryCard(fourth)).toBe("challenge_cards");
			expect(await tryCard({ ...fourth, card: cardOf(3) })).toBe("asked");
			expect(await tryCard({ ...fourth, sessionId: Buffer.alloc(16, 2) })).toBe("asked");
		},
	);

	test("F-06 a third security code of a card is declined, and the database has none of them", async () => {
		const codes = ["937", "938", "939"];
		const verdicts = await tryOften(3, (index) => ({ card: cardOf(1, { securityCode: codes[index] ?? "" }) }));
		expect(verdicts).toEqual([...asked(2), "card_details"]);
		const rows = await tables.database.selectFrom("card_testing_attempts").selectAll().execute();
		const fingerprints = rows.map(({ card, bin }) => `${card.toString("hex")} ${bin.toString("hex")}`);
		expect(new Set(fingerprints).size).toBe(1);
	});

	test("F-07 every card of a range is declined for half an hour after the 20th failure", async () => {
		const by = (index: number) => ({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) });
		expect(await tryOften(25, by)).toEqual([...asked(20), ...Array(5).fill("number_range")]);
		expect(await tryCard({ card: cardOf(1, { range: "453997" }) })).toBe("asked");
		expect(await tryCard({ ...by(30), merchant: other })).toBe("asked");
		clock.time += 30 * minute - 1;
		expect(await tryCard(by(31))).toBe("number_range");
		clock.time += 1;
		expect(await tryCard(by(31))).toBe("asked");
		expect(logLines.filter((line) => line.includes("is being tested"))).toHaveLength(1);
	});

	test("F-07 all but twenty of a burst of undecided cards are declined", async () => {
		const attempts = Array.from({ length: 60 }, (_, index) =>
			attempt({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) }),
		);
		expect(await burst(attempts)).toBe(20);
	});

	test("F-07 all but twenty of a burst of cards are declined after an approved one", async () => {
		const by = (index: number) => ({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) });
		expect(await tryCard(by(0), "approved")).toBe("asked");
		const attempts = Array.from({ length: 150 }, (_, index) => attempt(by(1 + index)));
		expect(await burst(attempts, [protection, newProtection()])).toBe(20);
	});

	test("F-07 no card of a busy range is declined, even of many at once", async () => {
		const by = (index: number) => ({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) });
		expect(await tryOften(12, by, "approved")).toEqual(asked(12));
		const attempts = Array.from({ length: 50 }, (_, index) => attempt(by(12 + index)));
		expect(await burst(attempts)).toBe(50);
	});

	test("F-08 guests without the card form are declined while most charges of the merchant fail", async () => {
		const by = (index: number) => ({ card: cardOf(index), address: differentAddress(index) });
		expect(await tryOften(50, by)).toEqual(asked(50));
		expect(await tryCard(by(50))).toBe("challenge_merchant");
		expect(await tryCard({ ...by(50), isStoredCard: true })).toBe("asked");
		expect(await tryCard({ ...by(51), merchant: other })).toBe("asked");
		expect(logLines.filter((line) => line.includes("its guests need the card form"))).toHaveLength(1);
		clock.time += 10 * minute;
		expect(await tryCard(by(52))).toBe("asked");
	});
});

describe("the counts of attempts", () => {
	test("the counts are exact for simultaneous attempts on two gateways", async () => {
		const attempts = Array.from({ length: 24 }, () => attempt({ address: "203.0.113.1" }));
		expect(await burst(attempts, [protection, newProtection()])).toBe(3);
	});

	test("a failure counts for exactly one hour", async () => {
		const address = "203.0.113.1";
		for (let index = 0; index < 3; index++) {
			expect(await tryCard({ address })).toBe("asked");
			clock.time += 10 * minute;
		}
		expect(await tryCard({ address })).toBe("card_and_address");
		clock.time = start + hour - 1;
		expect(await tryCard({ address })).toBe("card_and_address");
		clock.time = start + hour;
		expect(await tryCard({ address })).toBe("asked");
		expect(await tryCard({ address })).toBe("card_and_address");
	});

	test("approved attempts do not count, nor those that the processor never received", async () => {
		const address = "203.0.113.1";
		expect(await tryOften(6, () => ({ address }), "approved")).toEqual(asked(6));
		for (let index = 0; index < 6; index++) {
			const made = attempt({ address });
			expect(await protection.submitUnlessDeclined(made, async () => undefined)).toBeUndefined();
			await protection.recordResult(made.reference, "not_asked");
		}
	});

	test("refusals that no bank made do not count", async () => {
		const address = "203.0.113.1";
		const refusals = [
			{ declineClass: "soft", declineCode: "not_received" },
			{ declineClass: "configuration", declineCode: "request_refused" },
			{ declineClass: "configuration", declineCode: "account_refused" },
		] as const;
		for (const refusal of [...refusals, ...refusals]) {
			const refused = { ...outcome("declined"), ...refusal } as Outcome;
			expect(await protection.submitUnlessDeclined(attempt({ address }), async () => refused)).toBe(refused);
		}
		expect(await tryCard({ address })).toBe("asked");
	});

	test("an attempt without an outcome counts for a minute only: its processor is away", async () => {
		const address = "203.0.113.1";
		for (let index = 0; index < 3; index++) {
			await protection.submitUnlessDeclined(attempt({ address }), async () => undefined);
		}
		expect(await tryCard({ address })).toBe("card_and_address");
		clock.time += minute;
		expect(await tryCard({ address })).toBe("asked");
	});

	test("an attempt without an outcome counts as failed until recovery records its outcome", async () => {
		const attempts = Array.from({ length: 3 }, () => attempt({ address: "203.0.113.1" }));
		for (const made of attempts) await protection.submitUnlessDeclined(made, async () => undefined);
		expect(await tryCard({ address: "203.0.113.1" })).toBe("card_and_address");
		await protection.recordResult(attempts[0]?.reference ?? "", "approved");
		expect(await tryCard({ address: "203.0.113.1" })).toBe("asked");
	});

	test("only the first result of an attempt counts", async () => {
		const made = attempt({ address: "203.0.113.1" });
		await protection.submitUnlessDeclined(made, async () => outcome("approved"));
		await protection.recordResult(made.reference, "declined");
		const rows = await tables.database.selectFrom("card_testing_attempts").select("result").execute();
		expect(rows).toEqual([{ result: "approved" }]);
	});

	test("attempts that protection declined do not count, so that a block ends", async () => {
		const address = "203.0.113.1";
		await tryOften(20, () => ({ address }));
		expect(await tables.database.selectFrom("card_testing_attempts").selectAll().execute()).toHaveLength(3);
	});

	test("P-01 attempts are deleted when no window includes them", async () => {
		await tryCard({ address: "203.0.113.1" });
		await tryOften(20, (index) => ({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) }));
		const count = async () => [
			(await tables.database.selectFrom("card_testing_attempts").select("reference").execute()).length,
			(await tables.database.selectFrom("card_testing_freezes").select("bin").execute()).length,
		];
		clock.time += hour - 1;
		await deleteExpiredAttempts(tables.database, clock.time);
		expect(await count()).toEqual([21, 0]);
		clock.time += 1;
		await deleteExpiredAttempts(tables.database, clock.time);
		expect(await count()).toEqual([0, 0]);
	});

	test("P-09 the counts contain no card number, address or email address", async () => {
		const card = cardOf(5);
		await tryCard({ card, address: "203.0.113.77", email: "ada@example.com", customerId: 7 });
		const stored = JSON.stringify(
			await tables.database.selectFrom("card_testing_attempts").selectAll().execute(),
			(_key, part) =>
				part?.type === "Buffer" ? `${Buffer.from(part.data).toString("hex")} ${Buffer.from(part.data)}` : part,
		);
		for (const secret of [numberOf(5, rangeOf(5)), rangeOf(5), "203.0.113", "ada@example"]) {
			expect(stored).not.toContain(secret);
		}
	});
});

describe("the scope of protection", () => {
	const demo: Merchant = { ...shop, mode: "demo" };
	const withProtection = (merchant: Merchant, isOn: boolean | null) => ({
		...merchant,
		cardTesting: { ...merchant.cardTesting, isOn },
	});

	const isJudged = async (changes: Partial<Attempt>) => {
		const verdicts = await tryOften(4, () => ({ ...changes, address: "203.0.113.1" }));
		return verdicts.includes("card_and_address");
	};

	test.each([
		["live merchants are protected", shop, null, true],
		["a live merchant that turned protection off is not protected", shop, false, false],
		["demo merchants are not protected", demo, null, false],
		["a demo merchant that turned protection on is protected", demo, true, true],
	])("%s", async (_who, merchant, isOn, expected) => {
		expect(await isJudged({ merchant: withProtection(merchant, isOn) })).toBe(expected);
	});

	test("recurring charges of a merchant's server are protected, since any card may be in them", async () => {
		expect(await isJudged({ channel: "RECURRING" })).toBe(true);
	});

	test("a merchant without protection costs no query", async () => {
		const unreachable = new Proxy(tables.database, {
			get: () => {
				throw new Error("Protection asked the database.");
			},
		});
		const blind = createCardTestingProtection({ database: unreachable, vault, clock, log: pino({ level: "silent" }) });
		const word = await blind.submitUnlessDeclined(attempt({ merchant: demo }), async () => outcome("approved"));
		expect(word?.result).toBe("approved");
		await expect(blind.submitUnlessDeclined(attempt(), async () => outcome("approved"))).rejects.toThrow(
			"asked the database",
		);
	});

	test("a merchant's own limits apply", async () => {
		const strict = {
			...shop,
			cardTesting: { isOn: null, limits: { failed_per_card_and_address: 1, window_minutes: 5 } },
		};
		const by = () => ({ merchant: strict, address: "203.0.113.1" });
		expect(await tryOften(2, by)).toEqual([...asked(1), "card_and_address"]);
		clock.time += 5 * minute;
		expect(await tryCard(by())).toBe("asked");
	});
});

test("F-11 a decline by the protection has the words of the same processor's last decline without a reason", async () => {
	const log = pino({ level: "silent" });
	const known = { message: "Do not honor (stored)", declineClass: "hard" } as const;
	const findDeclineWords = async ({ processor }: { processor: string }) => (processor === "stored" ? known : undefined);
	const worded = createCardTestingProtection({ database: tables.database, vault, clock, log, findDeclineWords });
	const charge = (account: number, processor: string, answer: Outcome) =>
		worded.submitUnlessDeclined(
			attempt({ card: cardOf(account), address: "203.0.113.78", processor }),
			async () => answer,
		);
	const plain = { ...outcome("declined"), message: "Do not honour" } as Outcome;
	const other = { ...plain, message: "Lost", declineCode: "lost_card" } as Outcome;
	const wordsOf = async (account: number, processor: string, answers: Outcome[]) => {
		for (const answer of answers) await charge(account, processor, answer);
		const declined = await charge(account, processor, plain);
		return declined?.result === "declined_as_card_testing" ? declined.words : undefined;
	};
	const learnt = { message: "Do not honour", declineClass: "soft" };
	expect(await wordsOf(601, "plain", [plain, plain, other])).toEqual(learnt);
	expect(await wordsOf(602, "stored", [other, other, other]), "after a start").toEqual(known);
	expect(await wordsOf(603, "silent", [other, other, other])).toMatchObject({ message: "The card was declined." });
});

test("F-11 a decline by the protection takes as long as a decline of the same processor, measured over the whole path", async () => {
	const waited: number[] = [];
	let now = 0;
	const pace = createAnswerPace({ wait: async (milliseconds) => void waited.push(milliseconds), elapsedMs: () => now });
	const log = pino({ level: "silent" });
	const paced = createCardTestingProtection({ database: tables.database, vault, clock, log, pace });
	const charge = (account: number, processor: string, milliseconds: number) =>
		paced.submitUnlessDeclined(attempt({ card: cardOf(account), address: "203.0.113.77", processor }), async () => {
			now += milliseconds;
			return outcome("declined");
		});
	for (let failed = 0; failed < 3; failed++) await charge(501, "slow", 700);
	for (let failed = 0; failed < 3; failed++) await charge(502, "quick", 40);
	expect((await charge(501, "slow", 0))?.result).toBe("declined_as_card_testing");
	expect((await charge(502, "quick", 0))?.result).toBe("declined_as_card_testing");
	expect(waited).toEqual([700, 40]);
});
