import type { BankAccount } from "../account.ts";
import { fromOrdinalDate } from "../calendar/date.ts";
import { CorruptFile } from "./corrupt-file.ts";
import type { Layout } from "./layout.ts";

export interface Cell {
	name: string;
	text: string;
	line: number;
	column: number;
}

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

export function reject({ line, column, name }: Cell, expected: string, at = 0): never {
	throw new CorruptFile(line, column + at, `${expected} (${name})`);
}

/** @param why appended to the message */
export function readNumber(cell: Cell, expected: number, why: string): void {
	const text = String(expected).padStart(cell.text.length, "0");
	if (cell.text !== text) reject(cell, `${text}${why}`);
}

export function readDigits(cell: Cell): string {
	const wrong = cell.text.search(/\D/);
	return wrong === -1 ? cell.text : reject(cell, "a digit", wrong);
}

export function readPattern(cell: Cell, pattern: RegExp, expected: string): string {
	return pattern.test(cell.text) ? cell.text : reject(cell, expected);
}

/** Some banks do not align left. */
export function readText(cell: Cell): string {
	return cell.text.trim();
}

export function readNeededText(cell: Cell): string {
	return readText(cell) || reject(cell, "a text");
}

export function readBlank(cell: Cell): void {
	const wrong = cell.text.search(/[^ ]/);
	if (wrong !== -1) reject(cell, "a blank", wrong);
}

export function readOptionalText(cell: Cell): string | undefined {
	return readText(cell) || undefined;
}

/** `undefined` for zeros or blanks only. */
export function readOptionalDigits(cell: Cell): string | undefined {
	if (cell.text.trim() === "") return undefined;
	const digits = readDigits(cell);
	return /^0+$/.test(digits) ? undefined : digits;
}

export function readUnused(cell: Cell): undefined {
	return /^(?:0+| +)$/.test(cell.text) ? undefined : reject(cell, "only zeros or blanks");
}

export function readDate(cell: Cell): string {
	return fromOrdinalDate(readDigits(cell)) ?? reject(cell, "a day as 0YYDDD");
}

export function readAccount(institution: Cell, accountNumber: Cell): BankAccount {
	const digits = readDigits(institution);
	const number = accountNumber.text.trimEnd();
	if (!/^\d{5,12}$/.test(number)) reject(accountNumber, "5 to 12 digits, then blanks");
	if (!/^0(?!000)/.test(digits)) reject(institution, "0, institution and branch");
	return { institutionNumber: digits.slice(1, 4), transitNumber: digits.slice(4), accountNumber: number };
}

/** `undefined` for blanks or zeros. */
export function readOptionalAccount(institution: Cell, accountNumber: Cell): BankAccount | undefined {
	const isMissing = /^[0 ]+$/.test(institution.text) && accountNumber.text.trim() === "";
	return isMissing ? undefined : readAccount(institution, accountNumber);
}
