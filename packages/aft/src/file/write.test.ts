import { describe, expect, test } from "vitest";
import { exampleFile, exampleHeader, examplePayment, exampleText } from "../../test-support/example-file.ts";
import { addDays } from "../calendar/date.ts";
import { type BankProfile, genericBank, rbcLike, tdLike } from "../profile.ts";
import { checkAftFile } from "./check.ts";
import {
	type AftFile,
	type FileHeader,
	isLaterFileCreationNumber,
	nextFileCreationNumber,
	type Payment,
} from "./file.ts";
import { UnwritableFile, writeAftFile } from "./write.ts";

const textFor = (profile: BankProfile, ...payments: Partial<Payment>[]) =>
	new TextDecoder().decode(writeAftFile(exampleFile(...payments), profile));

/** Characters of a line, counted from 1 as descriptions of the format count. */
const at = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to);

/** The fields of one segment, from 1. */
const inSegment = (line: string | undefined, segment: number) => at(line, 25 + (segment - 1) * 240, 24 + segment * 240);

const differentReferences = (payments: Partial<Payment>[]) =>
	payments.map((payment, index) => ({ ...payment, crossReference: `PAY-${index}` }));

describe("the records of a file", () => {
	const [header, credit, trailer, ...rest] = exampleText({}).split("\n");

	test("a file is a header, payments and a trailer of 1464 characters each, all with a line end", () => {
		expect([header, credit, trailer].map((line) => line?.length)).toEqual([1464, 1464, 1464]);
		expect(rest).toEqual([""]);
	});

	test("the header has each field at its position", () => {
		expect(header?.trimEnd()).toBe(`A000000001CARDSEAL010042${"026324"}00320${" ".repeat(20)}CAD`);
	});

	test("a payment has each field at its position", () => {
		expect(at(credit, 1, 24)).toBe(`C000000002CARDSEAL010042`);
		const segment = inSegment(credit, 1);
		expect(at(segment, 1, 3)).toBe("450");
		expect(at(segment, 4, 13)).toBe("0000012550");
		expect(at(segment, 14, 19)).toBe("026327");
		expect(at(segment, 20, 28)).toBe("000410202");
		expect(at(segment, 29, 40)).toBe("123456789   ");
		expect(at(segment, 41, 62)).toBe("0".repeat(22));
		expect(at(segment, 63, 65)).toBe("000");
		expect(at(segment, 66, 80)).toBe("MAPLE SHOP".padEnd(15));
		expect(at(segment, 81, 110)).toBe("ELISABETH COTE".padEnd(30));
		expect(at(segment, 111, 140)).toBe("MAPLE SHOP INC.".padEnd(30));
		expect(at(segment, 141, 150)).toBe("CARDSEAL01");
		expect(at(segment, 151, 169)).toBe("PAY-1".padEnd(19));
		expect(at(segment, 170, 178)).toBe("000300012");
		expect(at(segment, 179, 190)).toBe("7654321     ");
		expect(at(segment, 191, 205)).toBe("ORDER 7".padEnd(15));
		expect(at(segment, 206, 227)).toBe(" ".repeat(22));
		expect(at(segment, 228, 229)).toBe("  ");
		expect(at(segment, 230, 240)).toBe("0".repeat(11));
		expect(at(credit, 265, 1464)).toBe(" ".repeat(1200));
	});

	test("the trailer has each field at its position", () => {
		const numbers = `${"0".repeat(22)}${"00000000012550"}${"00000001"}${"0".repeat(44)}`;
		expect(trailer?.trimEnd()).toBe(`Z000000003CARDSEAL010042${numbers}`);
	});

	test("a record has up to six payments of one kind, in order, and the trailer counts payments, not records", () => {
		const kinds = ["credit", "credit", "credit", "credit", "credit", "credit", "credit", "debit", "credit"] as const;
		const lines = exampleText(...differentReferences(kinds.map((kind) => ({ kind, amountCents: 100 })))).split("\n");
		expect(lines.slice(0, -1).map((line) => line.slice(0, 10))).toEqual([
			"A000000001",
			"C000000002",
			"C000000003",
			"D000000004",
			"C000000005",
			"Z000000006",
		]);
		expect(inSegment(lines[1], 6)).toContain("PAY-5");
		expect(inSegment(lines[2], 1)).toContain("PAY-6");
		expect(inSegment(lines[2], 2)?.trim()).toBe("");
		expect(at(lines[5], 25, 68)).toBe("00000000000100" + "00000001" + "00000000000800" + "00000008");
	});

	test("names are transliterated and cut", () => {
		const lines = exampleText({ name: "Élisabeth L'Écuyer-Côté de la Bœuferie", sundry: "n° 7" }).split("\n");
		expect(at(inSegment(lines[1], 1), 81, 110)).toBe("ELISABETH L ECUYER-COTE DE LA ");
		expect(at(inSegment(lines[1], 1), 191, 205)).toBe("N 7".padEnd(15));
	});
});

describe("a bank's profile", () => {
	test("RBC-like files have a routing line for each service, CR LF, and zeros in the bank's fields", () => {
		const credits = textFor(rbcLike, {}).split("\r\n");
		expect(credits.map((line) => line.length)).toEqual([23, 1464, 1464, 1464, 0]);
		expect(credits[0]).toBe("$$AAPDCPA1464[PROD[NL$$");
		expect(at(inSegment(credits[2], 1), 41, 65)).toBe("0".repeat(25));
		expect(textFor(rbcLike, { kind: "debit" }).startsWith("$$AAPACPA1464[PROD[NL$$\r\nA")).toBe(true);
	});

	test("TD-like files have no routing line, CR LF, and blanks in the bank's fields", () => {
		const lines = textFor(tdLike, {}).split("\r\n");
		expect(lines.map((line) => line.length)).toEqual([1464, 1464, 1464, 0]);
		expect(at(inSegment(lines[1], 1), 41, 65)).toBe(" ".repeat(25));
		expect(at(inSegment(lines[1], 1), 230, 240)).toBe(" ".repeat(11));
	});

	test.each([
		[rbcLike, "credit", 30, 173],
		[rbcLike, "debit", 30, 173],
		[tdLike, "credit", 30, 35],
		[tdLike, "debit", 173, 35],
		[genericBank, "credit", 30, 35],
	] as const)("$name takes a %s of the last days and the next ones, and no further", (profile, kind, past, future) => {
		const dated = (days: number) => ({ kind, valueDate: addDays(exampleHeader.creationDate, days) });
		expect(problemFields(exampleFile(dated(-past)), profile)).toEqual([]);
		expect(problemFields(exampleFile(dated(future)), profile)).toEqual([]);
		expect(problemFields(exampleFile(dated(-past - 1)), profile)).toEqual(["payments[0].valueDate"]);
		expect(problemFields(exampleFile(dated(future + 1)), profile)).toEqual(["payments[0].valueDate"]);
	});

	test("a file with a routing line has credits or debits, not both", () => {
		const mixed = exampleFile(...differentReferences([{ kind: "credit" }, { kind: "debit" }]));
		expect(problemFields(mixed, rbcLike)).toEqual(["payments"]);
		expect(problemFields(mixed, tdLike)).toEqual([]);
	});
});

function problemFields(file: AftFile, profile: BankProfile = genericBank): string[] {
	try {
		writeAftFile(file, profile);
		return [];
	} catch (error) {
		if (!(error instanceof UnwritableFile)) throw error;
		return error.problems.map(({ field }) => field);
	}
}

describe("an invalid field is refused before anything is written", () => {
	test.each([
		["originatorId", "012345678"],
		["originatorId", "01234 6789"],
		["originatorId", "abcdefghij"],
		["fileCreationNumber", 0],
		["fileCreationNumber", 10_000],
		["fileCreationNumber", 1.5],
		["creationDate", "2026-02-30"],
		["creationDate", "1999-12-31"],
		["dataCentre", "0320"],
		["currency", "EUR"],
	] satisfies [keyof FileHeader, unknown][])("header.%s may not be %j", (field, value) => {
		const file = { ...exampleFile({}), header: { ...exampleHeader, [field]: value } };
		expect(problemFields(file)).toEqual([`header.${field}`]);
	});

	test.each([
		["transactionCode", "901"],
		["transactionCode", "750"],
		["transactionCode", "199"],
		["transactionCode", "45"],
		["amountCents", 0],
		["amountCents", -1],
		["amountCents", 0.5],
		["amountCents", 10_000_000_000],
		["amountCents", Number.NaN],
		["valueDate", "20261123"],
		["name", ""],
		["name", "漢字"],
		["originatorShortName", "…"],
		["originatorLongName", " "],
		["crossReference", ""],
		["crossReference", "pay-1"],
		["crossReference", "P".repeat(20)],
	] satisfies [keyof Payment, unknown][])("S-24 payments[0].%s may not be %j", (field, value) => {
		expect(problemFields(exampleFile({ [field]: value }))).toEqual([`payments[0].${field}`]);
	});

	test.each(["account", "returnAccount"] as const)("S-21 payments[0].%s needs a valid account number", (field) => {
		const account = { ...examplePayment().account, accountNumber: "1234", institutionNumber: "000" };
		expect(problemFields(exampleFile({ [field]: account }))).toEqual([
			`payments[0].${field}.institutionNumber`,
			`payments[0].${field}.accountNumber`,
		]);
	});

	test("S-24 the greatest amount is 99,999,999.99", () => {
		expect(exampleText({ amountCents: 9_999_999_999 })).toContain("9999999999");
	});

	test("S-24 a total larger than the trailer's field is refused", () => {
		const amountCents = 9_999_999_999;
		const payments = differentReferences(new Array(10_001).fill({ amountCents }));
		expect(checkAftFile(exampleFile(...payments.slice(1)), genericBank)).toEqual([]);
		expect(checkAftFile(exampleFile(...payments), genericBank).map(({ field }) => field)).toEqual(["payments"]);
	});

	test("a file without payments is refused", () => {
		expect(problemFields(exampleFile())).toEqual(["payments"]);
	});

	test("two payments with one reference are refused, because a return could be either's", () => {
		const error = catchError(() => writeAftFile(exampleFile({}, { amountCents: 1 }, {}), genericBank));
		expect(error.problems).toEqual([
			{ field: "payments[1].crossReference", message: "is also that of payments[0]" },
			{ field: "payments[2].crossReference", message: "is also that of payments[0]" },
		]);
	});

	test("S-22 all problems are named at once, without the values", () => {
		const account = { institutionNumber: "0", transitNumber: "0", accountNumber: "98765432109876" };
		const error = catchError(() => writeAftFile(exampleFile({ account, name: "", amountCents: 0 }), genericBank));
		expect(error.message).toBe(
			"The file cannot be written: payments[0].amountCents must be a whole number of cents from 1 to 9999999999; " +
				"payments[0].name must have a letter or digit that banks take; " +
				"payments[0].account.institutionNumber must be 3 digits, and not 000; " +
				"payments[0].account.transitNumber must be 5 digits, and not 00000; " +
				"payments[0].account.accountNumber must be 5 to 12 digits, and not only zeros.",
		);
	});

	test("the message has the first five of many problems", () => {
		const error = catchError(() => writeAftFile(exampleFile(...new Array(9).fill({})), genericBank));
		expect(error.problems).toHaveLength(8);
		expect(error.message).toMatch(/; and 3 more\.$/);
	});
});

function catchError(write: () => unknown): UnwritableFile {
	try {
		write();
	} catch (error) {
		if (error instanceof UnwritableFile) return error;
		throw error;
	}
	throw new Error("The file was written.");
}

test.each([
	[1, 2],
	[9998, 9999],
	[9999, 1],
])("the file after number %i has number %i", (number, next) => {
	expect(nextFileCreationNumber(number)).toBe(next);
});

test.each([
	[2, 1, true],
	[1, 1, false],
	[1, 2, false],
	[3, 9998, true],
	[9998, 3, false],
	[5000, 1, true],
	[5001, 1, false],
	[1, 0, true],
	[6000, 0, true],
	[0, 6000, false],
	[0, 0, false],
])("number %i after %i is later: %s", (one, other, isLater) => {
	expect(isLaterFileCreationNumber(one, other)).toBe(isLater);
});
