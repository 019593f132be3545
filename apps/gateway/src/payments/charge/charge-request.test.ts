import { describe, expect, test } from "vitest";
import { transactionRecordSchema } from "../transaction/transaction-record.ts";
import { chargeRequestSchema } from "./charge-request.ts";

const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
const withCard = { amount: 31, ...card };
const withToken = { amount: 31, token: "ct1" };

/** The names and messages of what is refused. */
function problemsOf(body: object): [string, string][] {
	const { error } = chargeRequestSchema.safeParse(body);
	return error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

describe("chargeRequestSchema", () => {
	test("takes a card or a token, and whole cents come of the amount", () => {
		expect(chargeRequestSchema.parse(withCard)).toEqual({ ...withCard, amount: 3100, sending_receipt: true });
		expect(chargeRequestSchema.parse(withToken)).toEqual({ ...withToken, amount: 3100, sending_receipt: true });
	});

	test.each(Object.keys(card))("B-05 refuses a token together with %s, whatever that holds", (name) => {
		for (const value of ["4111111111111111", "", null, 0, false, [], {}]) {
			expect(problemsOf({ ...withToken, [name]: value })).toEqual([
				["token", "Send either a token or the four card fields, not both."],
			]);
		}
	});

	test.each([null, "", 0, false])("B-05 refuses card fields together with the token %j", (token) => {
		expect(problemsOf({ ...withCard, token }).map(([field]) => field)).toEqual(["token"]);
	});

	test.each(Object.keys(card))("asks for %s when it is the one card field missing", (name) => {
		const { [name]: _left, ...rest } = withCard as Record<string, unknown>;
		expect(problemsOf(rest)).toEqual([[name, `${name} is required, or a token instead of the card.`]]);
	});

	test("asks for all four card fields when there is neither card nor token", () => {
		expect(problemsOf({ amount: 31 }).map(([field]) => field)).toEqual(Object.keys(card));
	});

	test("carries card fields past as they are: the vault decides about them", () => {
		const odd = { card_number: 4111, card_expiry_month: null, card_expiry_year: [], cvv2: { a: 1 } };
		expect(chargeRequestSchema.parse({ amount: 31, ...odd })).toMatchObject(odd);
	});

	test.each([undefined, null, 0, -1, "abc", "1e2", 10.999, 1_000_000, true, [31]])(
		"X-20 refuses the amount %j",
		(amount) => {
			expect(problemsOf({ ...withCard, amount }).map(([field]) => field)).toEqual(["amount"]);
		},
	);

	test.each(["cad", "CA", "CADD", "C4D", "", "CAD ", "€", 124, null])("X-21 refuses the currency %j", (currency) => {
		expect(problemsOf({ ...withCard, currency }).map(([field]) => field)).toEqual(["currency"]);
	});

	test.each(["true", 1, 0, null, "no"])("refuses sending_receipt %j", (value) => {
		expect(problemsOf({ ...withCard, sending_receipt: value })).toEqual([["sending_receipt", "Send true or false."]]);
	});

	test("names every field that is wrong at once", () => {
		const wrong = { ...withCard, amount: 0, email: "ada", country: "Canada", invoice_id: "a\nb", sending_receipt: "x" };
		expect(
			problemsOf(wrong)
				.map(([field]) => field)
				.sort(),
		).toEqual(["amount", "country", "email", "invoice_id", "sending_receipt"].sort());
	});

	test("holds the postal code against the country", () => {
		const wrong = { ...withCard, country: "CA", postal_code: "10001" };
		expect(problemsOf(wrong)).toEqual([["postal_code", "Send a Canadian postal code such as K1A 0B1."]]);
	});

	test("X-04 takes no field that only answers have", () => {
		const requested = new Set(Object.keys(chargeRequestSchema.shape));
		const responseOnly = Object.keys(transactionRecordSchema.shape).filter((name) => !requested.has(name));
		expect(responseOnly).toEqual(
			expect.arrayContaining(["id", "transaction_id", "captured", "transaction_success", "amount_refunded", "user_id"]),
		);
		const intruders = ["merchant_id", "status", "refunded_cents", "channel", "created_at", "decided_at", "is_default"];
		const forged = Object.fromEntries([...responseOnly, ...intruders].map((name) => [name, true]));
		expect(chargeRequestSchema.parse({ ...forged, ...withCard })).toEqual(chargeRequestSchema.parse(withCard));
	});

	test("P-04 takes no track data and no PIN", () => {
		const forged = { ...withCard, track1: "%B4111^ADA^3108?", track2: ";4111=3108?", pin: "1234", pin_block: "00" };
		expect(chargeRequestSchema.parse(forged)).toEqual(chargeRequestSchema.parse(withCard));
	});
});
