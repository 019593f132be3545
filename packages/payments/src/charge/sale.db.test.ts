import { testNumbers } from "@cardseal/card";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approvedSale, declined, failure, journalOf, transactionsOf } from "../../../../test/fixtures/api/records.ts";
import {
	type Answer,
	type Client,
	cardWith,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

/** Sends a sale that would be approved, with changed fields. An `undefined` field is left out. */
function sale(fields: JsonObject = {}): Promise<Answer> {
	return client.post(salePath, { amount: 31, ...goodCard, ...fields });
}

async function expectFieldProblem(fields: JsonObject, field: string): Promise<Answer> {
	const answer = await sale(fields);
	expectProblem(answer, 400, "BAD_REQUEST");
	expect(answer.body.errors).toContainEqual({ field, code: expect.any(String), message: expect.any(String) });
	return answer;
}

const fullDetails = {
	email: "dana@example.com",
	first_name: "Dana",
	last_name: "Roy",
	company: "Roy & Daughters",
	bcc_emails: "books@example.com, tax@example.com",
	telephone: "+1 514 555 0100",
	address1: "1 Main St",
	address2: "Unit 2",
	city: "Montréal",
	province: "QC",
	country: "CA",
	postal_code: "H2X1Y4",
	custom_id: "customer-7",
	language: "fr",
	invoice_id: "INV-1042",
};

describe("the record of a sale", () => {
	test("the record has every field of the specification, null where unknown", async () => {
		const before = Date.now();
		const { status, body } = await sale();
		expect(status).toBe(200);
		expect(body).toEqual(approvedSale);
		expect(body.lookup_id).toBe(body.id);
		expect(body.transaction_time).toBeGreaterThanOrEqual(before);
		expect(body.transaction_time).toBeLessThanOrEqual(Date.now());
	});

	test("the record has every detail of the request", async () => {
		const { body } = await sale({ ...fullDetails, currency: "USD", sending_receipt: false });
		expect(body).toEqual({ ...approvedSale, ...fullDetails, avs_result: "MATCH", currency: "USD" });
	});

	test.each([
		["N0N 0N0", "NO_MATCH"],
		["P0P 0P0", "PARTIAL"],
	])("the record tells what the issuer found at the postal code %s: %s", async (postal_code, avs_result) => {
		const { body } = await sale({ country: "CA", postal_code });
		expect(body).toMatchObject({ avs_result, cvv_result: "MATCH" });
	});

	test("a detail may be null", async () => {
		const nothing = Object.fromEntries(Object.keys(fullDetails).map((name) => [name, null]));
		expect((await sale(nothing)).body).toEqual(approvedSale);
	});

	test("sending_receipt is true by default", async () => {
		const { body: silent } = await sale({ sending_receipt: false });
		const { body: usual } = await sale();
		const rows = await transactionsOf(gateway);
		const isSending = (id: unknown) => rows.find((row) => row.id === id)?.sending_receipt;
		expect([isSending(silent.id), isSending(usual.id)]).toEqual([false, true]);
	});

	test("the record names the channel of the credential and its user", async () => {
		const credential = gateway.database.tables
			.updateTable("client_credentials")
			.where("client_id", "=", gateway.merchant.client_id);
		await credential.set({ channel: "MOBILE" }).execute();
		const { body } = await sale();
		await credential.set({ channel: "E_COMMERCE" }).execute();
		const owner = await gateway.database.tables
			.selectFrom("staff")
			.select("id")
			.where("email", "=", gateway.demo.email)
			.executeTakeFirstOrThrow();
		expect(body).toMatchObject({ transaction_source: "MOBILE", user_id: owner.id });
	});

	test("order, description, tax and tip of other gateways' clients are in the record, the list and the export", async () => {
		const order = { order_id: 101, description: "Order #101", amount_tax: "1.30", amount_tip: 2 };
		const kept = { invoice_id: "101", metadata: { description: "Order #101" }, amount_tax: 1.3, amount_tip: 2 };
		const { body } = await sale(order);
		expect(body).toMatchObject(kept);
		const list = await client.get("/transaction-service/transaction?invoice_id=101");
		expect(list.body.entities).toMatchObject([{ transaction_id: body.transaction_id, ...kept }]);
		const { text } = await client.get("/transaction-service/transaction.csv?invoice_id=101");
		expect(text).toMatch(/"amount_refunded","amount_tax","amount_tip"/);
		expect(text).toMatch(/,0,1\.3,2,/);
	});

	test("invalid parts of the amount are refused before anything is charged, and empty ones are none", async () => {
		for (const [parts, field] of [
			[{ amount_tax: "13 %" }, "amount_tax"],
			[{ amount_tax: 20, amount_tip: "11.01" }, "amount_tip"],
		] as const) {
			const answer = await sale(parts);
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.errors).toMatchObject([{ field, code: "field_invalid" }]);
		}
		expect((await sale({ amount_tax: "", amount_tip: null })).body).toMatchObject({
			amount_tax: null,
			amount_tip: null,
		});
	});

	test("X-04 a request cannot set what only the gateway decides", async () => {
		const wished = {
			id: 7,
			transaction_id: "a".repeat(20),
			lookup_id: 7,
			merchant_id: 2,
			status: "APPROVED",
			captured: false,
			amount_refunded: 31,
			card_type: "Amex",
			card_suffix: 9,
			card_expiry: "01/40",
			user_id: 999,
			transaction_success: true,
			transaction_result: "APPROVED",
			transaction_message: "Approved by me",
			transaction_source: "VT",
			transaction_time: 1,
			transaction_type: "refund",
			processor_auth_code: "777777",
			processor_transaction_id: "mine",
			test_mode: false,
		};
		const { body } = await sale(wished);
		expect(body).toEqual(approvedSale);
		expect({ ...wished, ...body }).toEqual({ ...body, merchant_id: 2, status: "APPROVED" });
		const { body: refused } = await sale({ ...wished, amount: 30 });
		expect(refused).toMatchObject({ transaction_success: false, transaction_result: "DECLINED" });
	});

	test("unknown fields are ignored", async () => {
		expect((await sale({ plugin_version: "3.1", basket: { lines: [1, 2] } })).body).toEqual(approvedSale);
	});

	test("B-06 the last four digits are a number, so 0005 is 5", async () => {
		const { body } = await sale(cardWith("6200000000000005"));
		expect(body).toMatchObject({ card_type: "UnionPay", card_suffix: 5 });
	});

	test("B-07 every published test number gets its brand", async () => {
		const plain = testNumbers.filter(
			({ number, note = "" }) =>
				!/^(4000000000(000002|009995|009987|000[0-9]{3})|5100000000000[0-9]{3})$/.test(number) &&
				!note.startsWith("3-D Secure"),
		);
		expect(new Set(plain.map(({ brand }) => brand)).size).toBe(8);
		for (const { number, brand } of plain) {
			const { status, body } = await sale(cardWith(number, brand === "Amex" ? "1234" : "123"));
			expect({ status, type: body.card_type, suffix: body.card_suffix }).toEqual({
				status: 200,
				type: brand,
				suffix: Number(number.slice(-4)),
			});
		}
	});
});

describe("an amount", () => {
	test.each([
		["0.01", 0.01],
		["0.50", 0.5],
		["1.15", 1.15],
		["4.35", 4.35],
		["8.2", 8.2],
		["10.99", 10.99],
		["100", 100],
		["1e2", 100],
		["999999.99", 999_999.99],
		['"31"', 31],
		['"31.5"', 31.5],
		['"31.50"', 31.5],
		['"0.01"', 0.01],
	])("X-19 an amount of %s is charged to the cent", async (written, dollars) => {
		const body = `{"amount":${written},${JSON.stringify(goodCard).slice(1)}`;
		const answer = await client.send(salePath, {
			method: "POST",
			body,
			headers: { "Content-Type": "application/json" },
		});
		expect([200, 402]).toContain(answer.status);
		expect(answer.body.amount).toBe(dollars);
		const journal = await journalOf(gateway);
		expect(journal.at(-1)?.amount_cents).toBe(Math.round(dollars * 100));
	});

	test.each([
		"0",
		"-0",
		"0.00",
		"-1",
		"0.001",
		"10.999",
		"1.005",
		"1000000",
		"999999.991",
		"1e16",
		"1e400",
		"-1e400",
		"1e-7",
		"true",
		"null",
		"[31]",
		'{"value":31}',
		'""',
		'" 31"',
		'"31 "',
		'"1e2"',
		'"+31"',
		'"-31"',
		'"031"',
		'"31."',
		'".5"',
		'"31,00"',
		'"1,000"',
		'"$31"',
		'"0x1F"',
		'"NaN"',
		'"Infinity"',
		'"٣١"',
		'"1000000"',
	])("X-20 an amount of %s is refused", async (written) => {
		const body = `{"amount":${written},${JSON.stringify(goodCard).slice(1)}`;
		const answer = await client.send(salePath, {
			method: "POST",
			body,
			headers: { "Content-Type": "application/json" },
		});
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toEqual([{ field: "amount", code: expect.any(String), message: expect.any(String) }]);
	});

	test("X-20 an amount is required", async () => {
		const answer = await expectFieldProblem({ amount: undefined }, "amount");
		expect(answer.body.message).toBe("amount is required.");
	});

	test.each([
		[1, "approved"],
		[31, "approved"],
		[11.99, "approved"],
		[999_999.99, "approved"],
		[0.5, "declined"],
		[2, "declined"],
		[10.99, "declined"],
		[999_998.01, "declined"],
	])("B-08 an amount of %d is %s in the sandbox, by its whole dollars", async (amount, outcome) => {
		const { status, body } = await sale({ amount });
		expect({ status, result: body.transaction_result }).toEqual(
			outcome === "approved" ? { status: 200, result: "APPROVED" } : { status: 402, result: "DECLINED" },
		);
	});
});

describe("a currency", () => {
	test.each(["CAD", "USD"])("X-21 an enabled currency is used: %s", async (currency) => {
		expect((await sale({ currency })).body).toEqual({ ...approvedSale, currency });
	});

	test.each([[""], [null]])("an empty currency counts as not given: %j", async (currency) => {
		expect((await sale({ currency })).body).toEqual(approvedSale);
	});

	test.each([["EUR"], ["JPY"], ["cad"], ["CA"], ["CADD"], [" CAD"], [124], [["CAD"]]])(
		"X-21 a currency that is not enabled is refused: %j",
		async (currency) => {
			await expectFieldProblem({ currency }, "currency");
		},
	);
});

describe("a declined sale", () => {
	test("a declined sale returns 402 with the whole record and advice", async () => {
		const answer = await sale({ ...fullDetails, amount: 30 });
		expect(answer.status).toBe(402);
		expect(answer.body).toEqual({
			...approvedSale,
			...fullDetails,
			...declined,
			...failure(answer),
			avs_result: "MATCH",
			amount: 30,
		});
	});

	test.each([
		["4000000000000002", "do_not_honour", "The card was declined.", "another card"],
		["4000000000009995", "insufficient_funds", "The card has insufficient funds.", "Try again later"],
		["4000000000009987", "lost_card", "The card was reported lost.", "Do not try this card again"],
		["4000000000000069", "expired_card", "The card has expired.", "Do not try this card again"],
		["4000000000000127", "incorrect_cvv", "The security code is incorrect.", "Check the card's details"],
		["4000000000000341", "do_not_honour", "The card was declined.", "another card"],
		["4000000000000119", "processing_error", "The processor could not process the card.", "Try again later"],
	])("a decline names why the outcome card %s fails, whatever the amount", async (number, code, reason, advice) => {
		const { status, body } = await sale(cardWith(number));
		expect({ status, code: body.decline_code }).toEqual({ status: 402, code });
		expect(body.transaction_message).toBe(reason);
		expect(body.message).toContain(reason);
		expect(body.message).toContain(advice);
	});
});

describe("a card", () => {
	test.each(Object.keys(goodCard))("a card needs its %s", async (field) => {
		await expectFieldProblem({ [field]: undefined }, field);
	});

	test.each([
		["a fraction", 411111111111111.1],
		["a number of 17 digits", 41111111111111110],
		["null", null],
		["an array", ["4111111111111111"]],
		["an object", { value: "4111111111111111" }],
		["nothing", ""],
		["a blank in front", " 4111111111111111"],
		["two blanks between", "4111  1111 1111 1111"],
		["dashes", "4111-1111-1111-1111"],
		["a sign", "+4111111111111111"],
		["an exponent", "4e15"],
		["full-width digits", "４１１１１１１１１１１１１１１１"],
		["Arabic digits", "٤١١١١١١١١١١١١١١١"],
		["a wrong check digit", "4111111111111112"],
		["too few digits", "41111111111"],
		["200 digits", "4".repeat(200)],
	])("B-01 a card with the number %s is refused, and the response does not repeat it", async (_case, number) => {
		const answer = await expectFieldProblem({ card_number: number }, "card_number");
		expect(answer.text).not.toMatch(/4111|[4４٤]{12}/);
	});

	test.each([
		["card_expiry_month", 0],
		["card_expiry_month", 13],
		["card_expiry_month", "00"],
		["card_expiry_month", "13"],
		["card_expiry_month", "008"],
		["card_expiry_year", 203],
		["card_expiry_year", "1931"],
		["card_expiry_year", "1"],
		["card_expiry_year", "20"],
		["card_expiry_year", "99"],
		["cvv2", 12],
		["cvv2", 1234],
		["cvv2", "12"],
		["cvv2", "1234"],
		["cvv2", "12a"],
		["cvv2", ""],
	])("B-03 B-04 a card whose %s is %j is refused", async (field, value) => {
		await expectFieldProblem({ [field]: value }, field);
	});

	test.each([
		["card_expiry_month", 13, "Enter the month as two digits, 01 to 12."],
		["card_expiry_year", 2200, "Enter the last two digits of the year."],
	])("B-03 the refusal of %s %j says what is wrong", async (field, value, message) => {
		const answer = await expectFieldProblem({ [field]: value }, field);
		expect(answer.body.errors).toMatchObject([{ field, message }]);
	});

	test.each([
		[8, 31],
		["08", 2031],
		[8, "2031"],
		["8", "31"],
	])("B-01 month and year may be integers, and a year may have four digits: %j %j", async (month, year) => {
		const answer = await sale({ card_expiry_month: month, card_expiry_year: year });
		expect({ status: answer.status, expiry: answer.body.card_expiry }).toEqual({ status: 200, expiry: "08/31" });
	});

	test.each([
		[4111111111111111, 123],
		["4111 1111 1111 1111", "123"],
		["4111111111111111", 123],
	])("B-01 number and code may be integers, and a number may have spaces: %j %j", async (card_number, cvv2) => {
		const answer = await sale({ card_number, cvv2 });
		expect({ status: answer.status, suffix: answer.body.card_suffix }).toEqual({ status: 200, suffix: 1111 });
	});

	test("B-02 an integer with a wrong check digit is refused like a text", async () => {
		const { body } = await expectFieldProblem({ card_number: 4111111111111112 }, "card_number");
		expect(body.message).not.toContain("in quotes");
	});

	test.each([
		["card_number", 41111111111111110],
		["card_number", 4111111111111111.5],
		["cvv2", 12],
	])("B-01 a number in %s is refused with the advice to send it in quotes", async (field, value) => {
		const { body } = await expectFieldProblem({ [field]: value }, field);
		expect(body.message).toContain(`${field} in quotes`);
	});

	test("B-04 an Amex code has four digits", async () => {
		await expectFieldProblem(cardWith("378282246310005", "123"), "cvv2");
		expect((await sale(cardWith("378282246310005", "1234"))).status).toBe(200);
	});

	test("a demo merchant may charge published test numbers only, and the response says so", async () => {
		const answer = await expectFieldProblem({ card_number: "4539578763621486" }, "card_number");
		expect(answer.body.message).toContain("published test card numbers");
	});

	test("every problem of a card is named at once", async () => {
		const answer = await sale({ card_number: "1", card_expiry_month: "13", cvv2: "x" });
		expectProblem(answer, 400, "BAD_REQUEST");
		const fields = (answer.body.errors as { field: string }[]).map(({ field }) => field);
		expect(fields).toEqual(["card_number", "card_expiry_month", "cvv2"]);
	});
});

describe("texts", () => {
	const texts = ["first_name", "last_name", "company", "telephone", "address1", "address2", "city", "province"];

	test.each([...texts, "custom_id", "invoice_id"])("text in %s is stored unchanged", async (field) => {
		for (const text of [
			`Robert'); DROP TABLE transactions;--`,
			"<script>alert(1)</script>",
			"=1+1",
			"💳 Zoë",
			"%_\\",
		]) {
			expect((await sale({ [field]: text })).body[field]).toBe(text);
		}
	});

	test.each([...texts, "custom_id", "invoice_id"])(
		"text in %s has at most 255 characters, on one line",
		async (field) => {
			expect((await sale({ [field]: "x".repeat(255) })).status).toBe(200);
			await expectFieldProblem({ [field]: "x".repeat(256) }, field);
			for (const text of ["a\nb", "a\rb", "a\tb", "a\u0000b", "a\u202Eb", "a\u2028b"]) {
				await expectFieldProblem({ [field]: text }, field);
			}
			for (const value of [7, true, {}, ["x"]]) await expectFieldProblem({ [field]: value }, field);
		},
	);

	test("X-54 text is stored in Unicode NFC", async () => {
		expect((await sale({ first_name: "Zoe\u0308" })).body.first_name).toBe("Zo\u00EB");
	});

	test.each([
		"dana",
		"dana@",
		"@example.com",
		"dana@example-.com",
		"a b@example.com",
		"a@example.com\nBcc: x@example.com",
		"a@example.com,b@example.com",
	])("X-32 an email that is not an address is refused: %j", async (email) => {
		await expectFieldProblem({ email }, "email");
	});

	test("X-32 bcc_emails has at most five addresses", async () => {
		const addresses = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@example.com`);
		expect((await sale({ bcc_emails: addresses.slice(0, 5).join(",") })).status).toBe(200);
		await expectFieldProblem({ bcc_emails: addresses.join(",") }, "bcc_emails");
		await expectFieldProblem({ bcc_emails: "a@example.com;b@example.com" }, "bcc_emails");
		await expectFieldProblem({ bcc_emails: "a@example.com,," }, "bcc_emails");
	});

	test.each(["XX", "ZZ", "EU", "Atlantis", "C", 1])("a country that is not a code is refused: %j", async (country) => {
		await expectFieldProblem({ country }, "country");
	});

	test.each([
		["CA", "K1A 0B1", "K1A0B1"],
		["CA", "k1a0b1", "K1A0B1"],
		["US", "12345", "12345"],
		["US", "12345-6789", "123456789"],
		["GB", "SW1A 1AA", "SW1A 1AA"],
		[undefined, "anything", "anything"],
	])("a postal code of %s is stored in one form: %s", async (country, code, stored) => {
		expect((await sale({ country, postal_code: code })).body.postal_code).toBe(stored);
	});

	test.each([
		["CA", "K1A0B"],
		["CA", "12345"],
		["US", "1234"],
		["US", "1234567890"],
		["US", "K1A0B1"],
	])("a postal code that does not fit %s is refused: %s", async (country, code) => {
		await expectFieldProblem({ country, postal_code: code }, "postal_code");
	});

	test.each([["yes"], [1]])("sending_receipt is a boolean, not %j", async (value) => {
		await expectFieldProblem({ sending_receipt: value }, "sending_receipt");
	});
});

test("a refused sale is not written and does not reach the processor", async () => {
	const before = { transactions: await transactionsOf(gateway), journal: await journalOf(gateway) };
	for (const fields of [{ amount: 0 }, { currency: "EUR" }, { cvv2: "1" }, { email: "dana" }, { country: "XX" }]) {
		expectProblem(await sale(fields), 400, "BAD_REQUEST");
	}
	expect({ transactions: await transactionsOf(gateway), journal: await journalOf(gateway) }).toEqual(before);
});

test("each sale reaches the processor once, under its transaction_id, with the written amount", async () => {
	const { body } = await sale({ amount: 33.33, currency: "USD" });
	const rows = (await journalOf(gateway)).filter(({ reference }) => reference === body.transaction_id);
	expect(rows).toMatchObject([
		{ operation: "sale", amount_cents: 3333, currency: "USD", result: "approved", auth_code: body.processor_auth_code },
	]);
});

test("the record of a sale has business time", async () => {
	gateway.clocks.business.advance(400 * 86_400_000);
	const { body } = await sale();
	expect(Number(body.transaction_time) - Date.now()).toBeGreaterThan(399 * 86_400_000);
});
