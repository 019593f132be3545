import type { AftFile, FileHeader, Payment } from "../src/file/file.ts";
import { writeAftFile } from "../src/file/write.ts";
import { genericBank } from "../src/profile.ts";

export const exampleHeader: FileHeader = {
	originatorId: "CARDSEAL01",
	fileCreationNumber: 42,
	creationDate: "2026-11-20",
	dataCentre: "00320",
	currency: "CAD",
};

/** A credit of 125.50 to an account at TD, with changed fields. */
export function examplePayment(differing: Partial<Payment> = {}): Payment {
	return {
		kind: "credit",
		transactionCode: "450",
		amountCents: 12_550,
		valueDate: "2026-11-23",
		account: { institutionNumber: "004", transitNumber: "10202", accountNumber: "123456789" },
		name: "ELISABETH COTE",
		originatorShortName: "MAPLE SHOP",
		originatorLongName: "MAPLE SHOP INC.",
		crossReference: "PAY-1",
		returnAccount: { institutionNumber: "003", transitNumber: "00012", accountNumber: "7654321" },
		sundry: "ORDER 7",
		...differing,
	};
}

export function exampleFile(...payments: Partial<Payment>[]): AftFile {
	return { header: exampleHeader, payments: payments.map((payment) => examplePayment(payment)) };
}

/** A written file as text, with lines that end with LF. */
export function exampleText(...payments: Partial<Payment>[]): string {
	return new TextDecoder().decode(writeAftFile(exampleFile(...payments), genericBank));
}

/** Overwrites a text from a position. @param line from 1 @param column from 1 */
export function overwrite(text: string, line: number, column: number, replacement: string): string {
	const lines = text.split("\n");
	const old = lines[line - 1] ?? "";
	lines[line - 1] = old.slice(0, column - 1) + replacement + old.slice(column - 1 + replacement.length);
	return lines.join("\n");
}

/** The example's credit as a bank returns it: NSF, with the bank's trace and the original's code and trace. */
export function returnedText(): string {
	const trace = "0".repeat(14);
	return [
		[2, 1, "I"],
		[2, 25, "901"],
		[2, 65, `${trace}00000011`],
		[2, 87, "450"],
		[2, 230, `${trace}00000007`],
	].reduce(
		(text, [line, column, replacement]) => overwrite(text, Number(line), Number(column), String(replacement)),
		exampleText({}),
	);
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);
