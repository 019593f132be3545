import { brandOf, numberLengths, securityCodeLength } from "@cardseal/card";
import type { FieldName } from "../wire/messages.ts";
import { digitsOf, withAsciiDigits } from "./digits.ts";
import type { DigitField } from "./editing.ts";

/** ISO/IEC 7812-1. */
const longestNumber = 19;
const separator = " / ";

export const numberField: DigitField = {
	format: formatNumber,
	limit: (digits) => Math.max(0, ...numberLengths(digits)) || longestNumber,
	insert: (before, typed) => before + digitsOf(typed),
};

function formatNumber(digits: string): string {
	const brand = brandOf(digits);
	const isUneven = brand === "Amex" || (brand === "Diners" && digits.length <= 14);
	const groups = isUneven ? /(.{1,4})(.{1,6})?(.+)?/ : /(.{1,4})(.{1,4})?(.{1,4})?(.{1,4})?(.+)?/;
	return groups.exec(digits)?.slice(1).filter(Boolean).join(" ") ?? "";
}

export const expiryField: DigitField = {
	format: (digits, open) =>
		digits.length > 2 || (open && digits.length === 2) ? `${digits.slice(0, 2)}${separator}${digits.slice(2)}` : digits,
	limit: (digits) => (digits.slice(2, 4) === "20" ? 6 : 4),
	insert(before, typed, after) {
		if (before + after === "") return readExpiry(withAsciiDigits(typed));
		const completesMonth = /^[1-9]$/.test(before) && after === "" && /^\s*[/.-]/.test(typed);
		return (completesMonth ? "0" : "") + before + digitsOf(typed);
	},
};

/** Completes one-digit months, and reorders `2031-05` of month fields. */
function readExpiry(text: string): string {
	const [, year, lastMonth] = /^\D*(20\d\d)\D+(\d{1,2})\D*$/.exec(text) ?? [];
	if (year && lastMonth) return lastMonth.padStart(2, "0") + year;
	const digits = digitsOf(text);
	const isShortMonth = /^\D*(?:[2-9](?!\d)|1\D+\d|1\s*[/.-])/.test(text);
	return (isShortMonth ? "0" : "") + digits;
}

export function securityCodeField(number: string): DigitField {
	return {
		format: (digits) => digits,
		limit: () => expectedCodeLength(number) ?? 4,
		insert: (before, typed) => before + digitsOf(typed),
	};
}

export function expectedCodeLength(number: string): 3 | 4 | undefined {
	const brand = brandOf(number);
	return brand && securityCodeLength(brand);
}

export function splitExpiry(digits: string): { month: string; year: string } {
	return { month: digits.slice(0, 2), year: digits.slice(2).replace(/^20(?=\d\d$)/, "") };
}

const usuallySixteen = /^(Visa|Discover|JCB)$/;

export function isWhole(field: FieldName, digits: string): boolean {
	const { length } = digits;
	if (field !== "number") return length === expiryField.limit(digits);
	return length === numberField.limit(digits) || (length === 16 && usuallySixteen.test(brandOf(digits) ?? ""));
}
