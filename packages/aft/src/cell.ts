import { type BankAccount, checkAccount } from "./account.ts";
import { CorruptFile } from "./corrupt-file.ts";
import { fromOrdinalDate } from "./date.ts";
import type { Layout } from "./layout.ts";

/** One field of a record that is read, and where it stands, to say so when it is wrong. */
export interface Cell {
	name: string;
	text: string;
	/** From 1. */
	line: number;
	/** From 1. */
	column: number;
}

/** Cuts a record, or a part of it that begins behind `offset` characters, into its fields. */
export function unpack<Name extends string>(
	fields: Layout<Name>,
	record: string,
	line: number,
	offset: number,
): Record<Name, Cell> {
	const cells: Partial<Record<Name, Cell>> = {};
	for (const name in fields) {
		const { start, size } = fields[name];
		const from = offset + start;
		cells[name] = { name, text: record.slice(from, from + size), line, column: from + 1 };
	}
	return cells as Record<Name, Cell>;
}

/** Refuses the file for this field. @param at characters of it that are right */
export function refuse({ line, column, name }: Cell, expected: string, at = 0): never {
	throw new CorruptFile(line, column + at, `${expected} (${name})`);
}

/** Exactly this number, with zeros before it. @param why it is this one, or nothing */
export function readNumber(cell: Cell, expected: number, why: string): void {
	const text = String(expected).padStart(cell.text.length, "0");
	if (cell.text !== text) refuse(cell, `${text}${why}`);
}

export function readDigits(cell: Cell): string {
	const wrong = cell.text.search(/\D/);
	return wrong === -1 ? cell.text : refuse(cell, "a digit", wrong);
}

export function readPattern(cell: Cell, pattern: RegExp, expected: string): string {
	return pattern.test(cell.text) ? cell.text : refuse(cell, expected);
}

/** A text without the blanks around it; banks do not all begin at the left. */
export function readText(cell: Cell): string {
	return cell.text.trim();
}

export function readNeededText(cell: Cell): string {
	return readText(cell) || refuse(cell, "a text");
}

export function readBlank(cell: Cell): void {
	const wrong = cell.text.search(/[^ ]/);
	if (wrong !== -1) refuse(cell, "a blank", wrong);
}

/** A text that may be missing. */
export function readOptionalText(cell: Cell): string | undefined {
	return readText(cell) || undefined;
}

/** Digits that a bank fills in; `undefined` while they are all zeros or all blanks. */
export function readOptionalDigits(cell: Cell): string | undefined {
	if (cell.text.trim() === "") return undefined;
	const digits = readDigits(cell);
	return /^0+$/.test(digits) ? undefined : digits;
}

/** Digits that only a bank fills in, in a record that no bank has made. */
export function readUnused(cell: Cell): undefined {
	return /^(?:0+| +)$/.test(cell.text) ? undefined : refuse(cell, "zeros or blanks alone");
}

/** `0YYDDD` as `YYYY-MM-DD`. */
export function readDate(cell: Cell): string {
	return fromOrdinalDate(readDigits(cell)) ?? refuse(cell, "a day as 0YYDDD");
}

/** A zero, the institution and the branch; and an account that begins at the left. */
export function readAccount(institution: Cell, accountNumber: Cell): BankAccount {
	const digits = readDigits(institution);
	const account = {
		institutionNumber: digits.slice(1, 4),
		transitNumber: digits.slice(4),
		accountNumber: accountNumber.text.trimEnd(),
	};
	const [problem] = checkAccount(account);
	if (problem?.field === "accountNumber") refuse(accountNumber, "5 to 12 digits, then blanks");
	if (problem !== undefined || !digits.startsWith("0")) refuse(institution, "0, institution and branch");
	return account;
}

/** An account that may be missing: blanks alone, or zeros for its institution and branch. */
export function readOptionalAccount(institution: Cell, accountNumber: Cell): BankAccount | undefined {
	const isMissing = /^[0 ]+$/.test(institution.text) && accountNumber.text.trim() === "";
	return isMissing ? undefined : readAccount(institution, accountNumber);
}
