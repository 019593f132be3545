import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import {
	bankAccountFields,
	bankAccountOf,
	containsAccountNumber,
	holderNameField,
	validationWarnings,
} from "./bank-account.ts";

const schema = z.object(bankAccountFields);
const good = { transit_number: "00012", institution_number: "003", account_number: "0012345" };

function problemsOf(body: object): { field: string; message: string }[] {
	const issues = schema.safeParse(body).error?.issues ?? [];
	return issues.map(({ path, message }) => ({ field: path.join("."), message }));
}

describe("a bank account in a request", () => {
	test("S-21 keeps leading zeros", () => {
		expect(bankAccountOf(schema.parse(good))).toEqual({
			transitNumber: "00012",
			institutionNumber: "003",
			accountNumber: "0012345",
		});
	});

	test.each([
		["transit_number", "0012", "transit_number must be 5 digits, and not 00000."],
		["institution_number", "000", "institution_number must be 3 digits, and not 000."],
		["account_number", "1234-567", "account_number must be 5 to 12 digits, and not only zeros."],
		["account_number", 1_234_567, "Send account_number in quotes, with its leading zeros."],
		["transit_number", undefined, "Send transit_number in quotes, with its leading zeros."],
	])("S-21 an invalid %s %j is rejected with a message that names the field", (field, value, message) => {
		expect(problemsOf({ ...good, [field]: value })).toEqual([{ field, message }]);
	});

	test("S-21 S-22 all errors are reported at once, without the given values", () => {
		const problems = problemsOf({ transit_number: "99", institution_number: "9", account_number: "9999" });
		expect(problems.map(({ field }) => field)).toEqual(Object.keys(bankAccountFields));
		expect(JSON.stringify(problems)).not.toContain("9");
	});

	test("S-21 an unknown institution or unusual length only causes a warning", () => {
		const unknown = bankAccountOf(schema.parse({ ...good, institution_number: "777" }));
		expect(validationWarnings(unknown)).toEqual([
			{
				field: "institution_number",
				code: "unknown_institution",
				message: "institution_number is not a known institution.",
			},
		]);
		const short = bankAccountOf(schema.parse({ ...good, account_number: "12345" }));
		expect(validationWarnings(short)).toEqual([
			{ field: "account_number", code: "unusual_length", message: "Royal Bank of Canada: 7 digits are usual." },
		]);
		expect(validationWarnings(bankAccountOf(schema.parse(good)))).toEqual([]);
	});
});

describe("texts next to an account", () => {
	test.each([
		["To account 112233445566", "112233445566", true],
		["1122-3344 5566", "112233445566", true],
		["No. 1.1.2.2.3.3.4.4.5.5.6.6, please", "112233445566", true],
		["１１２２３３４４５５６６", "112233445566", true],
		["34567", "0034567", true],
		["00034567", "0034567", true],
		["Rent ****5566", "112233445566", false],
		["Invoice 1122 for 334455 and 66", "112233445566", false],
		["Rent", "", false],
		["00000", "0000000", true],
	])("S-22 whether %j contains account %s: %s", (text, accountNumber, expected) => {
		expect(containsAccountNumber(text, accountNumber)).toBe(expected);
	});

	test.each(["34567", "3-45 67", "4111 1111 1111 1111", "(003) 4567", "A 1"])(
		"S-22 %j is rejected as a holder's name",
		(name) => {
			expect(holderNameField.safeParse(name).success).toBe(false);
		},
	);

	test.each(["Ada Lovelace", "24 Hour Books 365", "1234567 Canada Inc.", "9123-4567 Québec inc."])(
		"%j is accepted as a holder's name",
		(name) => {
			expect(holderNameField.parse(name)).toBe(name);
		},
	);
});
