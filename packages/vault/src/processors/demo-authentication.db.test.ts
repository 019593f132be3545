import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inquiryAbout, newCharge } from "../../../../test/fixtures/payments/processor-requests.ts";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { ActionNeeded, Authentication } from "./authentication.ts";
import { DemoProcessor } from "./demo.ts";
import { createDemoBank, type DemoBank } from "./demo-bank.ts";
import type { ChargeRequest, Inquiry } from "./processor.ts";

const cards = {
	ordinary: "4111111111111111",
	frictionless: "4000000000001000",
	challenge: "4000000000001091",
	mastercard: "5200000000001096",
	attempted: "4000000000001026",
	unavailable: "4000000000001034",
	neverReturns: "4000000000001075",
	returnsTwice: "4000000000001109",
	refusesFrames: "4000000000001042",
	alwaysAsks: "4000000000001059",
};

const returnAddress = "https://pay.example/pay/authenticate/id/proof/return";
const auto: Authentication = { when: "auto", returnAddress, browser: null };

let tables: TestTables;
let bank: DemoBank;
let processor: DemoProcessor;
let now = Date.UTC(2026, 10, 21);

beforeAll(async () => {
	tables = await openTestTables();
	bank = openBank("key");
	processor = new DemoProcessor({ database: tables.database.withTables(), now: () => now, bank });
});

afterAll(() => tables.drop());

function openBank(key: string): DemoBank {
	return createDemoBank({
		url: "http://bank.localhost:8080",
		mac: (message) => createHmac("sha256", key).update(message).digest(),
		now: () => now,
	});
}

function charge(number: string, changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return newCharge({ card: testCard(number, "937"), amountCents: 31_00, authentication: auto, ...changes });
}

async function asked(request: ChargeRequest): Promise<ActionNeeded> {
	const answer = await processor.submit(request);
	if (answer.result !== "action") throw new Error(`The payer is not asked: ${answer.result}`);
	return answer;
}

const creqOf = ({ action }: ActionNeeded) => action.fields.creq ?? "";

function complete(request: ChargeRequest, cres: string): Promise<Inquiry> {
	if (processor.authentication === undefined) throw new Error("The processor has a bank.");
	return processor.authentication.complete(inquiryAbout(request), { cres });
}

describe("a bank that does not ask the payer", () => {
	test.each([
		["frictionless", "auto", "Y", "05", true],
		["frictionless", "always", "Y", "05", true],
		["attempted", "auto", "A", "06", true],
		["unavailable", "auto", "U", "07", false],
		["unavailable", "always", "U", "07", false],
		["ordinary", "always", "Y", "05", true],
	] as const)("tells of a card that is %s, under %s: %s", async (card, when, status, eci, liabilityShift) => {
		const request = charge(cards[card], { authentication: { ...auto, when } });
		const authenticated = { status, eci, liabilityShift, version: "2.2.0" };
		expect(await processor.submit(request)).toMatchObject({ result: "approved", authenticated });
		expect(await processor.inquire(request)).toMatchObject({ result: "approved", authenticated });
	});

	test("an ordinary card is not authenticated under auto, and never without authentication", async () => {
		for (const authentication of [auto, undefined]) {
			const answer = await processor.submit(charge(cards.ordinary, { authentication }));
			expect(answer).toMatchObject({ result: "approved" });
			expect(answer).not.toHaveProperty("authenticated");
		}
	});

	test("an authenticated charge is still declined by its amount", async () => {
		const declined = await processor.submit(charge(cards.frictionless, { amountCents: 2_00 }));
		expect(declined).toMatchObject({ result: "declined", authenticated: { status: "Y" } });
	});
});

describe("a bank that asks the payer", () => {
	test.each([
		["challenge", "05"],
		["mastercard", "02"],
		["neverReturns", "05"],
		["returnsTwice", "05"],
		["refusesFrames", "05"],
		["alwaysAsks", "05"],
	] as const)("approves a card of the kind %s after the right code", async (card, eci) => {
		const request = charge(cards[card]);
		const needed = await asked(request);
		expect(needed.action).toMatchObject({ url: "http://bank.localhost:8080/bank/challenge", method: "POST" });
		const challenge = bank.readChallenge(creqOf(needed));
		expect(challenge).toMatchObject({ reference: request.reference, returnAddress, amountCents: 31_00 });
		expect(await processor.inquire(request)).toEqual(needed);
		expect(await processor.submit(request)).toEqual(needed);
		const ended = await complete(request, bank.answer(request, "Y"));
		expect(ended).toMatchObject({
			result: "approved",
			authenticated: { status: "Y", version: "2.2.0", eci, liabilityShift: true },
		});
		expect(await complete(request, bank.answer(request, "N"))).toEqual(ended);
		expect(await processor.authentication?.abandon(inquiryAbout(request))).toEqual(ended);
	});

	test("the amount decides at the end", async () => {
		const request = charge(cards.challenge, { amountCents: 2_00 });
		await asked(request);
		expect(await complete(request, bank.answer(request, "Y"))).toMatchObject({
			result: "declined",
			declineCode: "do_not_honour",
			authenticated: { status: "Y" },
		});
	});

	test("many ends at once are one", async () => {
		const request = charge(cards.challenge);
		await asked(request);
		const ends = await Promise.all([
			complete(request, bank.answer(request, "Y")),
			complete(request, bank.answer(request, "N")),
			processor.authentication?.abandon(inquiryAbout(request)),
			complete(request, bank.answer(request, "Y")),
		]);
		expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1);
	});

	test("its record keeps no address of the payer's page after the end", async () => {
		const request = charge(cards.challenge);
		await asked(request);
		await complete(request, bank.answer(request, "Y"));
		const row = await tables.database
			.selectFrom("demo_processor.journal")
			.select("challenge")
			.where("reference", "=", request.reference)
			.executeTakeFirstOrThrow();
		expect(row).toEqual({ challenge: null });
	});

	test.each([
		["nothing", () => ""],
		["another bank's", ({ reference }: ChargeRequest) => openBank("another").answer({ reference }, "Y")],
		["another charge's", () => bank.answer({ reference: "another" }, "Y")],
		["its own request", (_: ChargeRequest, creq: string) => creq],
		["a changed", ({ reference }: ChargeRequest) => `e30.${bank.answer({ reference }, "Y").split(".")[1]}`],
		["a longer", ({ reference }: ChargeRequest) => `${bank.answer({ reference }, "Y")}.x`],
	])("a return with %s result changes nothing", async (_, cresFor) => {
		const request = charge(cards.challenge);
		const needed = await asked(request);
		expect(await complete(request, cresFor(request, creqOf(needed)))).toEqual(needed);
		expect(await complete(request, bank.answer(request, "Y"))).toMatchObject({ result: "approved" });
	});

	test("an old result changes nothing, and an old request opens no page", async () => {
		const request = charge(cards.challenge);
		const needed = await asked(request);
		const cres = bank.answer(request, "Y");
		now += 15 * 60_000;
		expect(bank.readChallenge(creqOf(needed))).toBeUndefined();
		now += 24 * 60 * 60_000;
		expect(await complete(request, cres)).toMatchObject({ result: "action" });
	});
});

describe("without an authentication", () => {
	const required = { result: "declined", declineClass: "soft", declineCode: "authentication_required" };
	const stored = { use: "later", purpose: "recurring", networkTransactionId: null } as const;
	const renewal = { initiatedBy: "merchant", commerce: "recurring", storedCredential: stored } as const;

	test.each(["challenge", "neverReturns", "returnsTwice", "refusesFrames", "alwaysAsks"] as const)(
		"a card of the kind %s is declined while its payer is there, and can be stored",
		async (card) => {
			expect(await processor.submit(charge(cards[card], { authentication: undefined }))).toMatchObject(required);
			const verification = { operation: "verification", amountCents: 0, authentication: undefined } as const;
			expect(await processor.submit(charge(cards[card], verification))).toMatchObject({ result: "approved" });
		},
	);

	test.each([
		["a renewal", renewal],
		["a charge by telephone", { commerce: "moto" }],
	] as const)("%s is approved, but not with the bank that always asks", async (_, changes) => {
		const given = { authentication: undefined, ...changes };
		expect(await processor.submit(charge(cards.challenge, given))).toMatchObject({ result: "approved" });
		expect(await processor.submit(charge(cards.alwaysAsks, given))).toMatchObject(required);
	});

	test("a processor without a bank authenticates nobody, and takes results made elsewhere", async () => {
		const alone = new DemoProcessor({ database: tables.database.withTables(), now: () => now });
		expect(alone.authentication).toBeUndefined();
		expect(alone.takesMadeAuthentication).toBe(true);
	});
});

describe("a result that the merchant made", () => {
	const made = (status: "Y" | "A" | "U" | "N"): Authentication => ({
		when: "made",
		result: { version: "2.1.0", eci: "02", status, cavv: null, dsTransactionId: null },
	});

	test.each([
		["Y", "challenge", "approved"],
		["A", "alwaysAsks", "approved"],
		["U", "challenge", "declined"],
		["N", "challenge", "declined"],
		["U", "ordinary", "approved"],
	] as const)("of status %s at a card of the kind %s is %s", async (status, card, result) => {
		expect(await processor.submit(charge(cards[card], { authentication: made(status) }))).toMatchObject({ result });
	});

	test("is told as it was given", async () => {
		const answer = await processor.submit(charge(cards.challenge, { authentication: made("Y") }));
		expect(answer).toMatchObject({
			authenticated: { status: "Y", version: "2.1.0", eci: "02", liabilityShift: true },
		});
	});
});
