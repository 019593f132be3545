import { describe, expect, test } from "vitest";
import { transactionRecordSchema } from "../transaction/transaction-record.ts";
import { chargeRequestSchema, customerChargeRequestSchema, storedCardChargeRequestSchema } from "./charge-request.ts";

const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
const withCard = { amount: 31, ...card };
const withToken = { amount: 31, token: "ct1" };

/** Parses a refused body and returns the names and messages of its problems. */
function problemsOf(body: object): [string, string][] {
	const { error } = chargeRequestSchema.safeParse(body);
	return error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

describe("chargeRequestSchema", () => {
	test("a card or a token is accepted, and the amount becomes whole cents", () => {
		expect(chargeRequestSchema.parse(withCard)).toEqual({ ...withCard, amount: 3100, sending_receipt: true });
		expect(chargeRequestSchema.parse(withToken)).toEqual({ ...withToken, amount: 3100, sending_receipt: true });
	});

	test.each([
		[{ amount_tax: "1.30" }, { amount_tax: 130 }],
		[
			{ amount_tax: 1.3, amount_tip: 2 },
			{ amount_tax: 130, amount_tip: 200 },
		],
		[
			{ amount_tax: "0.00", amount_tip: 0 },
			{ amount_tax: 0, amount_tip: 0 },
		],
		[
			{ amount_tax: 20, amount_tip: 11 },
			{ amount_tax: 2_000, amount_tip: 1_100 },
		],
		[{ amount_tax: null, amount_tip: null }, {}],
	])("tax and tip become whole cents: %j", (parts, cents) => {
		for (const body of [withCard, { amount: 31, currency: "CAD", token: "ct1" }]) {
			const { amount_tax, amount_tip } = chargeRequestSchema.parse({ ...body, ...parts });
			expect({ amount_tax: amount_tax ?? undefined, amount_tip: amount_tip ?? undefined }).toEqual(cents);
		}
		expect(storedCardChargeRequestSchema.safeParse({ amount: 31, ...parts }).success).toBe(true);
	});

	test.each([
		[{ amount_tax: "1.305" }, "amount_tax"],
		[{ amount_tip: -1 }, "amount_tip"],
		[{ amount_tax: "much" }, "amount_tax"],
		[{ amount_tax: "1,30" }, "amount_tax"],
		[{ amount_tip: true }, "amount_tip"],
		[{ amount_tip: { cents: 130 } }, "amount_tip"],
		[{ amount_tax: 1_000_000 }, "amount_tax"],
	])("an invalid part is refused, by its name: %j", (parts, field) => {
		const message =
			"Send the part of the amount in dollars, from 0 to 999999.99 with at most two decimals, such as 1.30, or leave it out.";
		expect(problemsOf({ ...withCard, ...parts })).toEqual([[field, message]]);
	});

	test.each([
		[{ amount_tax: 31.01 }, "amount_tax"],
		[{ amount_tip: 31.01 }, "amount_tip"],
		[{ amount_tax: 20, amount_tip: 11.01 }, "amount_tip"],
		[{ amount_tax: 31.01, amount_tip: 0 }, "amount_tax"],
	])("parts above the amount are refused, of every kind of charge: %j", (parts, field) => {
		const message = "amount includes amount_tax and amount_tip. Send at most 31.00 for both together.";
		for (const schema of [chargeRequestSchema, customerChargeRequestSchema, storedCardChargeRequestSchema]) {
			const body = { amount: 31, currency: "CAD", ...(schema !== storedCardChargeRequestSchema && card), ...parts };
			expect(schema.safeParse(body).error?.issues).toMatchObject([{ path: [field], message }]);
		}
	});

	test.each(Object.keys(card))("B-05 a token together with %s is refused, whatever its value", (name) => {
		for (const value of ["4111111111111111", "", null, 0, false, [], {}]) {
			expect(problemsOf({ ...withToken, [name]: value })).toEqual([
				["token", "Send either a token or the four card fields, not both."],
			]);
		}
	});

	test.each([null, ""])("a token of %j without card fields is the same as no token", (token) => {
		const message = "token is empty: the form made none. Is cardseal.js loaded, and is the element inside the form?";
		expect(problemsOf({ amount: 31, token })).toEqual([["token", message]]);
		expect(customerChargeRequestSchema.parse({ amount: 31, token })).toMatchObject({ amount: 3100 });
		expect(storedCardChargeRequestSchema.parse({ amount: 31, token })).toMatchObject({ amount: 3100 });
	});

	test.each([...Object.keys(card), "token"])("%s beside a stored card is refused, by its name", (name) => {
		const { error } = storedCardChargeRequestSchema.safeParse({ amount: 31, [name]: "123" });
		expect(error?.issues).toMatchObject([
			{ path: [name], message: "The path names a stored card. Send no card or token with it." },
		]);
	});

	test("payment_token is the same as token, and one token is enough", () => {
		expect(problemsOf({ amount: 31, payment_token: "ct1" })).toEqual([]);
		expect(problemsOf({ ...withToken, payment_token: "ct1" })).toEqual([]);
		expect(problemsOf({ ...withToken, payment_token: "ct2" }).map(([field]) => field)).toEqual(["token"]);
		expect(problemsOf({ ...withCard, payment_token: "ct1" }).map(([field]) => field)).toEqual(["token"]);
	});

	test("H-03 unknown fields are dropped from every kind of charge, so they never enter a fingerprint", () => {
		for (const schema of [chargeRequestSchema, customerChargeRequestSchema, storedCardChargeRequestSchema]) {
			const card = schema === storedCardChargeRequestSchema ? {} : withToken;
			const parsed = schema.parse({ amount: 31, currency: "CAD", ...card, traceId: "1", source_app: "x" });
			expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(["traceId"]));
			expect(parsed).toEqual(schema.parse({ amount: 31, currency: "CAD", ...card }));
		}
	});

	test.each([null, ""])("an empty token beside card fields is none: %j", (token) => {
		expect(problemsOf({ ...withCard, token, payment_token: token })).toEqual([]);
	});

	test.each([0, false])("B-05 card fields together with the token %j are refused", (token) => {
		expect(problemsOf({ ...withCard, token }).map(([field]) => field)).toEqual(["token"]);
	});

	test.each(Object.keys(card))("%s is required when it is the only missing card field", (name) => {
		const { [name]: _left, ...rest } = withCard as Record<string, unknown>;
		expect(problemsOf(rest)).toEqual([[name, `${name} is required, or a token instead of the card.`]]);
	});

	test("all four card fields are required when there is neither card nor token", () => {
		expect(problemsOf({ amount: 31 }).map(([field]) => field)).toEqual(Object.keys(card));
	});

	test("card fields are not validated here: the vault does that", () => {
		const odd = { card_number: 4111, card_expiry_month: false, card_expiry_year: [], cvv2: { a: 1 } };
		expect(chargeRequestSchema.parse({ amount: 31, ...odd })).toMatchObject(odd);
	});

	test.each([undefined, null, 0, -1, "abc", "1e2", 10.999, 1_000_000, true, [31]])(
		"X-20 the amount %j is refused",
		(amount) => {
			expect(problemsOf({ ...withCard, amount }).map(([field]) => field)).toEqual(["amount"]);
		},
	);

	test.each(["cad", "CA", "CADD", "C4D", "", "CAD ", "€", 124, null])("X-21 the currency %j is refused", (currency) => {
		expect(problemsOf({ ...withCard, currency }).map(([field]) => field)).toEqual(["currency"]);
	});

	test.each(["true", 1, 0, null, "no"])("the sending_receipt %j is refused", (value) => {
		expect(problemsOf({ ...withCard, sending_receipt: value })).toEqual([["sending_receipt", "Send true or false."]]);
	});

	test("every invalid field is named at once", () => {
		const wrong = {
			...withCard,
			amount: 0,
			email: "ada",
			country: "Atlantis",
			invoice_id: "a\nb",
			sending_receipt: "x",
		};
		expect(
			problemsOf(wrong)
				.map(([field]) => field)
				.sort(),
		).toEqual(["amount", "country", "email", "invoice_id", "sending_receipt"].sort());
	});

	test("the postal code is checked against the country", () => {
		const wrong = { ...withCard, country: "CA", postal_code: "10001" };
		expect(problemsOf(wrong)).toEqual([["postal_code", "Send a Canadian postal code such as K1A 0B1."]]);
	});

	test("X-04 fields that only records have are dropped", () => {
		const requested = new Set(Object.keys(chargeRequestSchema.shape));
		const responseOnly = Object.keys(transactionRecordSchema.shape).filter((name) => !requested.has(name));
		expect(responseOnly).toEqual(
			expect.arrayContaining(["id", "transaction_id", "captured", "transaction_success", "amount_refunded", "user_id"]),
		);
		const intruders = ["merchant_id", "status", "refunded_cents", "channel", "created_at", "decided_at", "is_default"];
		const forged = Object.fromEntries([...responseOnly, ...intruders].map((name) => [name, true]));
		expect(chargeRequestSchema.parse({ ...forged, ...withCard })).toEqual(chargeRequestSchema.parse(withCard));
	});

	test("P-04 track data and PINs are dropped", () => {
		const forged = { ...withCard, track1: "%B4111^ADA^3108?", track2: ";4111=3108?", pin: "1234", pin_block: "00" };
		expect(chargeRequestSchema.parse(forged)).toEqual(chargeRequestSchema.parse(withCard));
	});
});
