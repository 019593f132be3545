import { startFaultyServer } from "@cardseal/processor-kit";
import type { Outcome } from "@cardseal/vault";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AccountRules } from "../test-support/api.ts";
import { auto, inquiryAbout, newCharge, newModification, payer, storedUse } from "../test-support/requests.ts";
import { type BamboraSimulator, startBambora } from "../test-support/simulator.ts";
import { createBambora } from "./adapter.ts";
import { isUndecided, reasonOf } from "./decline-codes.ts";

let simulator: BamboraSimulator;
let rules: AccountRules;

beforeAll(async () => {
	simulator = await startBambora();
	rules = { ...simulator.rules };
});
afterEach(() => void Object.assign(simulator.rules, rules));
afterAll(() => simulator.stop());

const adapter = (now = Date.now) => createBambora({ url: simulator.network.url, now });
const account = () => simulator.network.account;

const byMerchant = { initiatedBy: "merchant", commerce: "recurring" } as const;
const renewal = newCharge({ ...byMerchant, storedCredential: storedUse("later", "recurring", "999.recurring") });

test.each<[string, Partial<AccountRules>, ReturnType<typeof newCharge>, "request_refused" | "account_refused", RegExp]>(
	[
		[
			"an amount above the maximum",
			{ maximumCents: 10_00 },
			newCharge(),
			"request_refused",
			/outside of the account's limits/,
		],
		["no card-on-file", { takesCardOnFile: false }, renewal, "account_refused", /allow card-on-file/],
		["a disabled account", { closedWith: 209 }, newCharge(), "account_refused", /disabled/],
		["a closed account", { closedWith: 210 }, newCharge(), "account_refused", /closed/],
		["a security code for renewals", { needsCvd: true }, newCharge(byMerchant), "account_refused", /order settings/],
		[
			"a verification",
			{ takesZeroPreAuthorizations: false },
			newCharge({ operation: "verification", amountCents: 0 }),
			"account_refused",
			/pre-authorizations of 0/,
		],
	],
)("%s: the merchant is told what to do, and no card is blamed", async (_, changes, request, declineCode, message) => {
	Object.assign(simulator.rules, changes);
	const declined = {
		result: "declined",
		declineClass: "configuration",
		declineCode,
		message: expect.stringMatching(message),
	};
	expect(await adapter().submit(request, account())).toMatchObject(declined);
	expect(await simulator.booked(request.reference)).toEqual([]);
});

test("an unknown series of a stored card is a decline: only the payer can help", async () => {
	expect(await adapter().submit(renewal, account())).toMatchObject({
		declineClass: "data",
		declineCode: "generic",
		message: expect.stringContaining("enter the card again"),
	});
});

test("a revoked passcode refuses the account", async () => {
	const refused = await adapter().submit(newCharge(), { ...account(), api_passcode: "revoked" });
	expect(refused).toMatchObject({ declineClass: "configuration", declineCode: "account_refused" });
});

test.each([
	["a payer without a name", newCharge({ payer: { ...payer, firstName: null, lastName: " " } }), "request_refused"],
	["another currency", newCharge({ currency: "USD" }), "account_refused"],
])("%s is refused before anything is sent", async (_, request, declineCode) => {
	const earlier = simulator.network.received.length;
	expect(await adapter().submit(request, account())).toMatchObject({ declineClass: "configuration", declineCode });
	expect(simulator.network.received).toHaveLength(earlier);
});

describe("answers that the simulator does not give", () => {
	async function answerTo(response: Response, request = newCharge()): Promise<PromiseSettledResult<unknown>> {
		const server = await startFaultyServer({ handle: () => response, kindOf: () => "submit" });
		const [result] = await Promise.allSettled([createBambora({ url: server.url }).submit(request, account())]);
		await server.stop();
		return result;
	}

	test.each([
		{ "3d_session_data": "YTk5OWM1OTEtZTI0OC00NzY2LTk2NjEt", contents: "%3CHTML%3E", links: [] },
		{ threeDS_session_data: "YTk5OWM1OTEtZTI0OC00NzY2LTk2NjEt" },
		{ merchant_data: "2ccd7715-9e97-4f11-9fff36e6584e3200", contents: "%3cHTML%3e" },
	])("a challenge that nobody asked for is a decline, and its redirect is not followed: %j", async (body) => {
		const headers = { Location: "https://elsewhere.example/" };
		for (const authentication of [undefined, auto]) {
			const result = await answerTo(Response.json(body, { status: 302, headers }), newCharge({ authentication }));
			expect(result).toMatchObject({ value: { declineCode: "authentication_required", declineClass: "soft" } });
		}
	});

	const details = (...fields: string[]) =>
		Response.json(
			{ code: 314, category: 3, message: "Missing", details: fields.map((field) => ({ field })) },
			{ status: 400 },
		);

	test("wrong fields are named in our words", async () => {
		const result = await answerTo(details("trnCardOwner", "billing:email_address", "odd_field", "4012888888881881"));
		expect(result).toMatchObject({
			value: {
				declineCode: "request_refused",
				message:
					"Bambora refuses the request (code 314). Correct the payer's name, the payer's email address, odd_field, a field.",
			},
		});
	});

	test.each([
		["card:cvd", "incorrect_cvv"],
		["trnExpYear", "expired_card"],
		["trnCardNumber", "do_not_honour"],
	])("a wrong %s is the card's", async (field, declineCode) => {
		expect(await answerTo(details(field))).toMatchObject({ value: { declineClass: "data", declineCode } });
	});

	test("an unknown code is the request's in categories 2 and 3, and the bank's in category 1", async () => {
		for (const [category, declineCode] of [
			[1, "generic"],
			[2, "request_refused"],
			[3, "request_refused"],
		]) {
			const body = { code: 1999, category, message: "New" };
			expect(await answerTo(Response.json(body, { status: 402 }))).toMatchObject({ value: { declineCode } });
		}
	});

	test.each([
		["a failure of Bambora's own", Response.json({ code: 7, category: 4, message: "Technical" }, { status: 402 })],
		["a limit of requests", Response.json({ code: 0, category: 3, message: "Too many" }, { status: 429 })],
		["a redirect without a challenge", Response.json({ elsewhere: true }, { status: 302 })],
		["a refusal that is not Bambora's", Response.json({ error: "blocked" }, { status: 403 })],
		["an approval without an id", Response.json({ approved: "1", message_id: "1", message: "Approved" })],
	])("%s is no outcome", async (_, response) => {
		expect((await answerTo(response)).status).toBe("rejected");
	});

	test("an approval with cvd_result as an integer, as the Swagger has it, is an approval", async () => {
		const request = newCharge();
		const body = {
			...{ id: "10000001", approved: 1, message_id: 1, message: "Approved", auth_code: "TEST", type: "P" },
			...{ order_number: request.reference, amount: 12.34, card: { cvd_result: 2, avs: { id: "N" } } },
		};
		const approved = { result: "approved", avsResult: "NO_MATCH", cvvResult: "NO_MATCH" };
		expect(await answerTo(Response.json(body), request)).toMatchObject({ value: approved });
	});
});

describe("outcomes that Bambora does not know", () => {
	test.each([16, 53, 55, 56, 190, 211, 788])("code %i is no decline until an hour has passed", async (code) => {
		const request = newCharge();
		simulator.failNext("submit", { declined: String(code) });
		await expect(adapter().submit(request, account())).rejects.toThrow("does not know the outcome");
		const inquiry = inquiryAbout(request);
		expect(await adapter().inquire(inquiry, account())).toMatchObject({ result: "unknown", isFinal: false });
		const later = adapter(() => Date.now() + 61 * 60 * 1000);
		expect(await later.inquire(inquiry, account())).toMatchObject({
			result: "declined",
			declineCode: "processing_error",
			issuerCode: String(code),
		});
	});

	test("a duplicate of an approved order number is found approved", async () => {
		const request = newCharge();
		const approved = await adapter().submit(request, account());
		await expect(adapter().submit(request, account())).rejects.toThrow("788");
		expect(await adapter().inquire(inquiryAbout(request), account())).toEqual(approved);
	});

	test("no code is both undecided and a decline", () => {
		const codes = Array.from({ length: 2000 }, (_, code) => code);
		expect(codes.filter((code) => isUndecided(code) && reasonOf(code) !== undefined)).toEqual([]);
	});
});

test.each([
	[72, { declineClass: "hard", declineCode: "expired_card" }],
	[110, { declineClass: "hard", declineCode: "do_not_honour", adviceCode: "03" }],
	[168, { declineClass: "hard", declineCode: "expired_card" }],
	[361, { declineClass: "hard", declineCode: "lost_card" }],
	[543, { declineClass: "hard", declineCode: "do_not_honour", adviceCode: "21" }],
	[704, { declineClass: "data", declineCode: "incorrect_cvv" }],
	[938, { declineClass: "soft", declineCode: "authentication_required" }],
	[1160, { declineClass: "hard", declineCode: "do_not_honour", adviceCode: "03" }],
])("code %i has its reason", (code, reason) => {
	expect(reasonOf(code)).toEqual(reason);
});

test("a sale cannot be voided on a later day", async () => {
	const sale = newCharge();
	const outcome = (await adapter().submit(sale, account())) as Outcome;
	simulator.books.endDay();
	expect(await adapter().submit(newModification("void", sale, outcome), account())).toMatchObject({
		declineClass: "hard",
		declineCode: "not_permitted",
		issuerCode: "205",
	});
});

describe("the check of an account", () => {
	const verify = (changes: Record<string, string> = {}) => adapter().verify({ ...account(), ...changes });

	test("passes with and without the reporting passcode", async () => {
		await verify();
		await verify({ reporting_passcode: "" });
	});

	test.each([
		["a wrong API passcode", { api_passcode: "wrong" }, {}, /payment API passcode/],
		["the API passcode as that of reports", { reporting_passcode: "wrong" }, {}, /reporting API passcode/],
		["a currency that Bambora does not have", { currency: "EUR" }, {}, /three letters/],
		["another currency than the account's", { currency: "USD" }, { hasMerchantReport: true }, /another currency/],
		["a disabled account", {}, { hasMerchantReport: true, closedWith: 209 }, /Disabled/],
		["a test account that is not named", {}, { hasMerchantReport: true, isEmulator: true }, /Test account/],
	])("refuses %s", async (_, changes, newRules, message) => {
		Object.assign(simulator.rules, newRules);
		await expect(verify(changes)).rejects.toMatchObject({
			name: "AccountRefused",
			message: expect.stringMatching(message),
		});
	});

	test("accepts a test account that is named", async () => {
		Object.assign(simulator.rules, { hasMerchantReport: true, isEmulator: true });
		await verify({ test_account: "Yes" });
		expect(adapter().isTest?.({ ...account(), test_account: "Yes" })).toBe(true);
		expect(adapter().isTest?.({ ...account(), test_account: "no" })).toBe(false);
	});
});
