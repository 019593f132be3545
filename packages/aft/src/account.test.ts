import { describe, expect, test } from "vitest";
import { accountWarnings, type BankAccount, checkAccount, maskAccount } from "./account.ts";

const good: BankAccount = { institutionNumber: "003", transitNumber: "00012", accountNumber: "1234567" };

describe("checkAccount", () => {
	test.each(["12345", "00001", "000000901", "123456789012"])(
		"S-21 an account number of 5 to 12 digits is accepted: %s",
		(number) => {
			expect(checkAccount({ ...good, accountNumber: number })).toEqual([]);
		},
	);

	test.each([
		["institutionNumber", "000"],
		["institutionNumber", "03"],
		["institutionNumber", "0003"],
		["institutionNumber", "٠٠٣"],
		["transitNumber", "00000"],
		["transitNumber", "0012"],
		["transitNumber", "000120"],
		["transitNumber", "00 12"],
		["accountNumber", "00000"],
		["accountNumber", "000000000000"],
		["accountNumber", "1234"],
		["accountNumber", "1234567890123"],
		["accountNumber", "123-4567"],
		["accountNumber", "1234567 "],
		["accountNumber", "1234567\n"],
		["accountNumber", ""],
	] satisfies [keyof BankAccount, string][])("S-21 the %s %j is rejected, by its field", (field, value) => {
		expect(checkAccount({ ...good, [field]: value }).map((problem) => problem.field)).toEqual([field]);
	});

	test("S-21 all invalid fields are reported at once, without their values", () => {
		const problems = checkAccount({ institutionNumber: "9", transitNumber: "987", accountNumber: "9876" });
		expect(problems.map(({ field }) => field)).toEqual(["institutionNumber", "transitNumber", "accountNumber"]);
		expect(JSON.stringify(problems)).not.toMatch(/9/);
	});
});

describe("accountWarnings", () => {
	test.each([
		["003", "1234567"],
		["002", "123456789012"],
		["614", "1234567890"],
		["010", "12345"],
		["828", "123456789012"],
	])("S-21 %s with %s has no warning", (institutionNumber, accountNumber) => {
		expect(accountWarnings({ ...good, institutionNumber, accountNumber })).toEqual([]);
	});

	test("S-21 an unknown institution gets a warning, not an error", () => {
		const account = { ...good, institutionNumber: "777" };
		expect(checkAccount(account)).toEqual([]);
		expect(accountWarnings(account)).toMatchObject([{ field: "institutionNumber", code: "unknown_institution" }]);
	});

	test("S-21 a length that the bank does not use gets a warning with the usual ones", () => {
		expect(accountWarnings({ ...good, institutionNumber: "002", accountNumber: "12345" })).toEqual([
			{ field: "accountNumber", code: "unusual_length", message: "Scotiabank: 7 or 12 digits are usual" },
		]);
	});

	test("S-21 a closed bank gets a warning with the one that has its accounts", () => {
		expect(accountWarnings({ ...good, institutionNumber: "016" })).toEqual([
			{
				field: "institutionNumber",
				code: "closed_institution",
				message: "HSBC Bank Canada has closed; its accounts are at Royal Bank of Canada (003)",
			},
		]);
	});
});

test.each([
	["123456789", "****6789"],
	["1234567", "****4567"],
	["123456", "****56"],
	["12345", "****45"],
])("S-22 only the last digits of %s are shown: %s", (number, masked) => {
	expect(maskAccount(number)).toBe(masked);
});
