import { describe, expect, test } from "vitest";
import {
	bytesOf,
	exampleFile,
	exampleHeader,
	exampleText,
	overwrite,
	returnedText,
} from "../../test-support/example-file.ts";
import { rbcLike } from "../profile.ts";
import { CorruptFile } from "./corrupt-file.ts";
import { readAftFile } from "./read.ts";
import { writeAftFile } from "./write.ts";

const read = (text: string) => readAftFile(bytesOf(text));

/** Returns a refusal as line, column and expected content. */
function refusal(text: string | Uint8Array): string {
	try {
		readAftFile(typeof text === "string" ? bytesOf(text) : text);
	} catch (error) {
		if (error instanceof CorruptFile) return `${error.line}:${error.column} ${error.expected}`;
		throw error;
	}
	return "not refused";
}

describe("returned items", () => {
	test("S-25 a returned credit has the return code, and the original's code and trace", () => {
		const { items, totals } = read(returnedText());
		expect(items).toMatchObject([
			{
				kind: "returned credit",
				line: 2,
				transactionCode: "901",
				storedTransactionCode: "450",
				itemTrace: "0000000000000000000011",
				storedItemTrace: "0000000000000000000007",
				amountCents: 12_550,
				crossReference: "PAY-1",
			},
		]);
		expect(totals.credits).toEqual({ cents: 12_550, count: 1 });
	});

	test.each([" ".repeat(21), `0${" ".repeat(20)}`, `000000000${" ".repeat(12)}`])(
		"S-25 a returned item may have no account for returns: %j",
		(nothing) => {
			expect(read(overwrite(returnedText(), 2, 194, nothing)).items[0]?.returnAccount).toBeUndefined();
		},
	);

	test("S-25 a returned debit is part of the total of debits", () => {
		const debit = overwrite(exampleText({ kind: "debit" }), 2, 1, "J");
		const { items, totals } = read(overwrite(debit, 2, 25, "905"));
		expect(items[0]).toMatchObject({ kind: "returned debit", transactionCode: "905" });
		expect(totals.debits).toEqual({ cents: 12_550, count: 1 });
	});

	test.each([
		["E", "credit correction", "creditCorrections", 69],
		["F", "debit correction", "debitCorrections", 91],
	] as const)("a record %s, a %s, has a total of its own", (recordType, kind, total, column) => {
		const corrected = overwrite(exampleText({}), 2, 1, recordType);
		const trailer = overwrite(overwrite(corrected, 3, 47, "0".repeat(22)), 3, column, "0000000001255000000001");
		const { items, totals } = read(trailer);
		expect(items[0]?.kind).toBe(kind);
		expect(totals[total]).toEqual({ cents: 12_550, count: 1 });
		expect(totals.credits).toEqual({ cents: 0, count: 0 });
	});

	test("a file without items is valid", () => {
		const [header, , trailer] = exampleText({}).split("\n");
		const empty = overwrite(`${header}\n${trailer}\n`, 2, 2, "000000002");
		expect(read(overwrite(empty, 2, 47, "0".repeat(22)))).toMatchObject({ header: exampleHeader, items: [] });
	});
});

describe("lines", () => {
	test.each([
		["with LF", (text: string) => text],
		["with CR LF", (text: string) => text.replaceAll("\n", "\r\n")],
		["with LF, but for the last", (text: string) => text.slice(0, -1)],
		["with CR LF, but for the last", (text: string) => text.slice(0, -1).replaceAll("\n", "\r\n")],
		["with CR", (text: string) => text.replaceAll("\n", "\r")],
		["in different ways", (text: string) => text.replace("\n", "\r\n")],
		["with blanks behind the record", (text: string) => text.replaceAll("\n", "   \n")],
		["without the blanks of the record", (text: string) => text.replaceAll(/ +\n/g, "\n")],
		["before an empty line", (text: string) => `${text}\n`],
		["before a line of blanks", (text: string) => `${text}${" ".repeat(1464)}\r\n`],
		["before Ctrl-Z", (text: string) => `${text}\x1a`],
		["behind a byte order mark", (text: string) => `\xef\xbb\xbf${text}`],
	])("lines may end %s", (_, ended) => {
		const bytes = Buffer.from(ended(returnedText()), "latin1");
		expect(readAftFile(bytes)).toEqual(read(returnedText()));
	});

	test.each(["", "$$AAPDCPA1464[PROD[NL$$\n", "$$AA01CPA1464[PROD[NL$$\n"])(
		"lines may have no end at all, behind the routing line %j",
		(routing) => {
			const text =
				routing + exampleText({}, ...[2, 3, 4, 5, 6, 7].map((index) => ({ crossReference: `PAY-${index}` })));
			expect(read(text.replaceAll("\n", ""))).toEqual(read(text));
		},
	);

	test("a profile names the routing lines that are read, besides its own", () => {
		const text = `$$OTHER[PROD[NL$$\n${returnedText()}`;
		expect(refusal(text)).toBe("1:1 A (recordType)");
		const bytes = bytesOf(text);
		const profile = { ...rbcLike, readRoutingLines: ["$$OTHER[PROD[NL$$"] };
		expect(readAftFile(bytes, [profile])).toMatchObject({ routingLine: "$$OTHER[PROD[NL$$", items: [{ line: 3 }] });
		expect(read(`$$AA01CPA1464[PROD[NL$$\n${returnedText()}`).items).toHaveLength(1);
	});

	test("line numbers include the routing line", () => {
		const bytes = writeAftFile(exampleFile({}), rbcLike);
		expect(readAftFile(bytes)).toMatchObject({ routingLine: "$$AAPDCPA1464[PROD[NL$$", items: [{ line: 3 }] });
	});

	test("the items must have the routing line's kind", () => {
		const text = new TextDecoder().decode(writeAftFile(exampleFile({}), rbcLike));
		expect(refusal(text.replace("AAPD", "AAPA"))).toBe("3:1 D, as the routing line has it");
	});
});

describe("a refused file", () => {
	const text = exampleText({}, ...[2, 3, 4, 5, 6, 7].map((index) => ({ crossReference: `PAY-${index}` })));
	const [header, first, second, trailer] = text.split("\n");
	const lines = (...some: (string | undefined)[]) => some.map((line) => `${line}\n`).join("");

	test("the unchanged file is accepted", () => {
		expect(refusal(text)).toBe("not refused");
	});

	test.each([
		["nothing in it", "", "1:1 a header record (A)"],
		["a routing line alone", "$$AAPDCPA1464[PROD[NL$$\n", "2:1 a header record (A)"],
		["no header", lines(first, second, trailer), "1:1 A (recordType)"],
		["no trailer", lines(header, first, second), "4:1 a trailer record (Z)"],
		["two trailers", lines(header, first, second, trailer, trailer), "5:1 the end of the file behind its trailer"],
		[
			"a record twice",
			lines(header, first, first, second, trailer),
			"3:2 000000003, one more than before (recordCount)",
		],
		["a record missing", lines(header, second, trailer), "2:2 000000002, one more than before (recordCount)"],
		[
			"records in another order",
			lines(header, second, first, trailer),
			"2:2 000000002, one more than before (recordCount)",
		],
		[
			"a line cut short",
			lines(header, first?.slice(0, -1), second, trailer),
			"2:1454 only zeros or blanks (invalidElements)",
		],
		["a line too long", lines(header, `${first}x`, second, trailer), "2:1465 1464 characters in the line"],
		["an end cut off", text.slice(0, 3000), "3:65 only zeros or blanks (itemTrace)"],
	])("a file with %s is refused as a whole", (_, file, expected) => {
		expect(refusal(file)).toBe(expected);
	});

	test.each([
		[1, 1, "B", "1:1 A (recordType)"],
		[1, 2, "000000002", "1:2 000000001 (recordCount)"],
		[1, 11, " ".repeat(10), "1:11 a text (originatorId)"],
		[1, 21, "TEST", "1:21 a digit (fileCreationNumber)"],
		[1, 25, "126324", "1:25 a day as 0YYDDD (creationDate)"],
		[1, 25, "026366", "1:25 a day as 0YYDDD (creationDate)"],
		[1, 33, "X", "1:33 a digit (dataCentre)"],
		[1, 56, "EUR", "1:56 CAD or USD (currency)"],
		[1, 1464, ".", "1:1464 a blank (filler)"],
		[2, 1, "S", "2:1 one of C, D, E, F, I, J and Z (recordType)"],
		[2, 11, "9", "2:11 the originator of the header (originatorId)"],
		[2, 21, "0043", "2:21 0042, as in the header (fileCreationNumber)"],
		[2, 25, "901", "2:25 a transaction code from 100 to 899 (transactionCode)"],
		[2, 28, " ", "2:28 a digit (amountCents)"],
		[2, 28, "0000000000", "2:28 an amount above zero (amountCents)"],
		[2, 38, "000000", "2:38 a day as 0YYDDD (valueDate)"],
		[2, 44, "1", "2:44 0, institution and branch (institution)"],
		[2, 44, "000010202", "2:44 0, institution and branch (institution)"],
		[2, 53, "1234     678", "2:53 5 to 12 digits, then blanks (accountNumber)"],
		[2, 53, " 12345678   ", "2:53 5 to 12 digits, then blanks (accountNumber)"],
		[2, 86, "1", "2:65 only zeros or blanks (itemTrace)"],
		[2, 87, "450", "2:87 only zeros or blanks (storedTransactionCode)"],
		[2, 90, " ".repeat(15), "2:90 a text (originatorShortName)"],
		[2, 105, " ".repeat(30), "2:105 a text (name)"],
		[2, 110, "É", "2:110 a printable ASCII character"],
		[2, 110, "\t", "2:110 a printable ASCII character"],
		[2, 175, " ".repeat(19), "2:175 a text (crossReference)"],
		[2, 194, " ".repeat(9), "2:194 a digit (returnInstitution)"],
		[2, 203, " ".repeat(12), "2:203 5 to 12 digits, then blanks (returnAccountNumber)"],
		[2, 265, " ".repeat(240), "2:505 a blank (unused segments)"],
		[3, 1464, "0", "3:1464 a blank (unused segments)"],
		[3, 25, " ".repeat(240), "3:25 a transaction code from 100 to 899 (transactionCode)"],
		[4, 25, "00000000000001", "4:25 00000000000000, what the items come to (debitsCents)"],
		[4, 47, "00000000087851", "4:47 00000000087850, what the items come to (creditsCents)"],
		[4, 61, "00000002", "4:61 00000007, what the items come to (creditsCount)"],
		[4, 112, "1", "4:105 00000000, what the items come to (debitCorrectionsCount)"],
		[4, 113, "0", "4:113 a blank (filler)"],
	])("line %i, column %i must be valid: %j", (line, column, replacement, expected) => {
		expect(refusal(overwrite(text, line, column, replacement))).toBe(expected);
	});

	test("a returned item needs a return code", () => {
		const refused = refusal(overwrite(returnedText(), 2, 25, "450"));
		expect(refused).toBe("2:25 a return code from 900 to 999 (transactionCode)");
	});

	test("an amount changed in one record only is refused", () => {
		const refused = refusal(overwrite(text, 3, 28, "0000012551"));
		expect(refused).toBe("4:47 00000000087851, what the items come to (creditsCents)");
	});

	test("bytes that are not text are refused", () => {
		expect(refusal(new Uint8Array(4000).fill(0))).toBe("1:1 a printable ASCII character");
	});

	test("S-22 the message does not repeat the file's content", () => {
		const message = refusal(overwrite(text, 2, 53, "98765432X"));
		expect(message).toBe("2:53 5 to 12 digits, then blanks (accountNumber)");
	});
});
