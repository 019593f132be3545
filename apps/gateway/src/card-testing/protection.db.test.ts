import { createVault, generateMasterKey, type Outcome, type Vault } from "@cardseal/vault";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { retentionJob } from "../retention.job.ts";
import { type Attempt, createCardTestingProtection, type Guard } from "./protection.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 10, 21);

let tables: TestTables;
let vault: Vault;
let guard: Guard;
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
	hostedFormOnly: false,
	guard: { isOn: null, limits: {} },
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
	guard = newGuard();
});

function newGuard(): Guard {
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

/** Ranges that no two accounts share, for cards of many banks. */
const rangeOf = (account: number) => String(453_000 + account);

function cardOf(account: number, { range = rangeOf(account), securityCode = "937" } = {}) {
	const fields = { number: numberOf(account, range), month: "08", year: "31", securityCode };
	return vault.cardFromFields(fields, { id: shop.id, environment: "live" });
}

function attempt(changes: Partial<Attempt> = {}): Attempt {
	return {
		reference: `attempt ${references++}`,
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

/** Tries a card at a processor that says so. Returns why the guard declined it, or who let it through. */
async function tryCard(changes: Partial<Attempt>, result: "approved" | "declined" = "declined") {
	const word = await guard.ask(attempt(changes), async () => outcome(result));
	return word?.result === "declined_by_guard" ? word.reason : "asked";
}

/** Tries cards all at once: no one is answered before all have been judged. Returns how many the processor heard of. */
async function burst(attempts: Attempt[], gateways = [guard]): Promise<number> {
	const { promise: allJudged, resolve } = Promise.withResolvers<void>();
	let asked = 0;
	let declined = 0;
	const count = () => asked + declined === attempts.length && resolve();
	const words = attempts.map(async (made, index) => {
		const word = await gateways[index % gateways.length]?.ask(made, async () => {
			asked += 1;
			count();
			await allJudged;
			return outcome("declined");
		});
		if (word?.result === "declined_by_guard") declined += 1;
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

describe("the guard counts", () => {
	test("F-01 failures of a card at an address: the 4th does not reach the processor", async () => {
		const address = "203.0.113.1";
		expect(await tryOften(4, () => ({ address }))).toEqual([...asked(3), "card_and_address"]);
		expect(await tryCard({ address: "203.0.113.2" })).toBe("asked");
		expect(await tryCard({ address, card: cardOf(2) })).toBe("asked");
	});

	test("F-02 failures of a card over all merchants, who do not see each other's", async () => {
		const by = (index: number) => ({ merchant: index % 2 === 0 ? shop : other, address: differentAddress(index) });
		expect(await tryOften(10, by)).toEqual(asked(10));
		expect(await tryCard({ merchant: shop })).toBe("card");
		expect(await tryCard({ merchant: other })).toBe("card");
		expect(await tryCard({ merchant: shop, isStoredCard: true })).toBe("asked");
		const rows = await tables.database
			.selectFrom("card_testing_attempts")
			.select(["merchant_id", "address", "bin"])
			.execute();
		const marksOf = (merchantId: number) =>
			rows.filter((row) => row.merchant_id === merchantId).map((row) => row.bin.toString("hex"));
		expect(marksOf(shop.id).filter((mark) => marksOf(other.id).includes(mark))).toEqual([]);
	});

	test("F-03, F-10 failures of a customer, storing cards among them", async () => {
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

	test("F-04 failures of an address, an IPv6 one by its /64", async () => {
		const sessionId = Buffer.alloc(16, 1);
		const by = (index: number) => ({ card: cardOf(1 + index), address: `2001:db8:1:2::${index + 1}`, sessionId });
		expect(await tryOften(30, by)).toEqual(asked(30));
		expect(await tryCard({ ...by(31) })).toBe("address");
		expect(await tryCard({ ...by(31), address: "2001:db8:1:3::1" })).toBe("asked");
	});

	test("F-04 by the card form's session where the merchant's server gives no address", async () => {
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
		["e-mail, however it is written", { email: "Ada@Example.com" }],
	])("F-05 different cards of one %s, good and bad ones: the 4th needs the card form", async (_what, who) => {
		expect(await tryOften(3, (index) => ({ ...who, card: cardOf(1 + index) }), "approved")).toEqual(asked(3));
		const fourth = { ...who, ...("email" in who && { email: who.email.toLowerCase() }), card: cardOf(4) };
		expect(await tryCard(fourth)).toBe("challenge_cards");
		expect(await tryCard({ ...fourth, card: cardOf(3) })).toBe("asked");
		expect(await tryCard({ ...fourth, sessionId: Buffer.alloc(16, 2) })).toBe("asked");
	});

	test("F-06 different security codes of a card, and keeps nothing of them in the database", async () => {
		const codes = ["937", "938", "939"];
		const verdicts = await tryOften(3, (index) => ({ card: cardOf(1, { securityCode: codes[index] ?? "" }) }));
		expect(verdicts).toEqual([...asked(2), "card_details"]);
		const rows = await tables.database.selectFrom("card_testing_attempts").selectAll().execute();
		const marks = rows.map(({ card, bin }) => `${card.toString("hex")} ${bin.toString("hex")}`);
		expect(new Set(marks).size).toBe(1);
	});

	test("F-07 cards of a range: the 21st and every other is declined for half an hour", async () => {
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

	test("F-07 of a burst of cards no more than twenty, while none was answered", async () => {
		const attempts = Array.from({ length: 60 }, (_, index) =>
			attempt({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) }),
		);
		expect(await burst(attempts)).toBe(20);
	});

	test("F-07 of a burst of cards no more than twenty behind one that was approved", async () => {
		const by = (index: number) => ({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) });
		expect(await tryCard(by(0), "approved")).toBe("asked");
		const attempts = Array.from({ length: 300 }, (_, index) => attempt(by(1 + index)));
		expect(await burst(attempts, [guard, newGuard()])).toBe(20);
	});

	test("F-07 of a busy range's cards all, though many come at once", async () => {
		const by = (index: number) => ({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) });
		expect(await tryOften(12, by, "approved")).toEqual(asked(12));
		const attempts = Array.from({ length: 50 }, (_, index) => attempt(by(12 + index)));
		expect(await burst(attempts)).toBe(50);
	});

	test("F-08 failures of a merchant: guests need the card form until the window has passed", async () => {
		const by = (index: number) => ({ card: cardOf(index), address: differentAddress(index) });
		expect(await tryOften(50, by)).toEqual(asked(50));
		expect(await tryCard(by(50))).toBe("challenge_merchant");
		expect(await tryCard({ ...by(50), isStoredCard: true })).toBe("asked");
		expect(await tryCard({ ...by(51), merchant: other })).toBe("asked");
		expect(logLines.filter((line) => line.includes("its guests are challenged"))).toHaveLength(1);
		clock.time += 10 * minute;
		expect(await tryCard(by(52))).toBe("asked");
	});
});

describe("the guard's counters", () => {
	test("are exact when everything comes at once, on two gateways", async () => {
		const attempts = Array.from({ length: 24 }, () => attempt({ address: "203.0.113.1" }));
		expect(await burst(attempts, [guard, newGuard()])).toBe(3);
	});

	test("slide: a failure counts for an hour to the millisecond", async () => {
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

	test("forgive what was approved, and what the processor never received", async () => {
		const address = "203.0.113.1";
		expect(await tryOften(6, () => ({ address }), "approved")).toEqual(asked(6));
		for (let index = 0; index < 6; index++) {
			const made = attempt({ address });
			expect(await guard.ask(made, async () => undefined)).toBeUndefined();
			await guard.note(made.reference, "not_received");
		}
	});

	test("count an attempt whose outcome is not known as failed, until it is found out", async () => {
		const attempts = Array.from({ length: 3 }, () => attempt({ address: "203.0.113.1" }));
		for (const made of attempts) await guard.ask(made, async () => undefined);
		expect(await tryCard({ address: "203.0.113.1" })).toBe("card_and_address");
		await guard.note(attempts[0]?.reference ?? "", "approved");
		expect(await tryCard({ address: "203.0.113.1" })).toBe("asked");
	});

	test("take the first word on an attempt and no other", async () => {
		const made = attempt({ address: "203.0.113.1" });
		await guard.ask(made, async () => outcome("approved"));
		await guard.note(made.reference, "declined");
		const rows = await tables.database.selectFrom("card_testing_attempts").select("result").execute();
		expect(rows).toEqual([{ result: "approved" }]);
	});

	test("are not fed by what the guard itself declines, so that a block ends", async () => {
		const address = "203.0.113.1";
		await tryOften(20, () => ({ address }));
		expect(await tables.database.selectFrom("card_testing_attempts").selectAll().execute()).toHaveLength(3);
	});

	test("P-01 go when no window reaches them any more", async () => {
		await tryCard({ address: "203.0.113.1" });
		await tryOften(20, (index) => ({ card: cardOf(index, { range: "453998" }), address: differentAddress(index) }));
		const count = async () => [
			(await tables.database.selectFrom("card_testing_attempts").select("reference").execute()).length,
			(await tables.database.selectFrom("card_testing_freezes").select("bin").execute()).length,
		];
		clock.time += hour - 1;
		await retentionJob(tables.database, { real: clock, mail: clock }).run();
		expect(await count()).toEqual([21, 0]);
		clock.time += 1;
		await retentionJob(tables.database, { real: clock, mail: clock }).run();
		expect(await count()).toEqual([0, 0]);
	});

	test("P-09 hold no card number, no address and no e-mail", async () => {
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

describe("the guard watches", () => {
	const demo: Merchant = { ...shop, mode: "demo" };
	const withGuard = (merchant: Merchant, isOn: boolean | null) => ({
		...merchant,
		guard: { ...merchant.guard, isOn },
	});

	const isWatched = async (changes: Partial<Attempt>) => {
		const verdicts = await tryOften(4, () => ({ ...changes, address: "203.0.113.1" }));
		return verdicts.includes("card_and_address");
	};

	test.each([
		["live merchants", shop, null, true],
		["no live merchants that turned it off", shop, false, false],
		["no demo merchants", demo, null, false],
		["demo merchants that turned it on", demo, true, true],
	])("%s", async (_who, merchant, isOn, expected) => {
		expect(await isWatched({ merchant: withGuard(merchant, isOn) })).toBe(expected);
	});

	test("what a merchant's server sends as recurring, since anybody's card may be in it", async () => {
		expect(await isWatched({ channel: "RECURRING" })).toBe(true);
	});

	test("without a query where it does not", async () => {
		const unreachable = new Proxy(tables.database, {
			get: () => {
				throw new Error("The guard asked the database.");
			},
		});
		const blind = createCardTestingProtection({ database: unreachable, vault, clock, log: pino({ level: "silent" }) });
		const word = await blind.ask(attempt({ merchant: demo }), async () => outcome("approved"));
		expect(word?.result).toBe("approved");
		await expect(blind.ask(attempt(), async () => outcome("approved"))).rejects.toThrow("asked the database");
	});

	test("by a merchant's own limits", async () => {
		const strict = { ...shop, guard: { isOn: null, limits: { failed_per_card_and_address: 1, window_minutes: 5 } } };
		const by = () => ({ merchant: strict, address: "203.0.113.1" });
		expect(await tryOften(2, by)).toEqual([...asked(1), "card_and_address"]);
		clock.time += 5 * minute;
		expect(await tryCard(by())).toBe("asked");
	});
});
