import { type Brand, brandOf } from "@cardseal/card";

export interface Typed {
	value: string;
	caret: number;
}

/** Decides the caret's side of a separator. */
export type Edit = "insert" | "delete_backward" | "delete_forward";

/** The embossed groups. */
const groupsOfBrand: Partial<Record<Brand, number[]>> = { Amex: [4, 6, 5], Diners: [4, 6, 4] };
const fours = [4, 4, 4, 4, 3];

const maximumDigits = 19;

export function digitsOf(text: string): string {
	return text.replaceAll(/[^0-9]/g, "");
}

export function formatNumber({ value, caret }: Typed, edit: Edit): Typed {
	const digits = digitsOf(value).slice(0, maximumDigits);
	const digitsBefore = Math.min(digitsOf(value.slice(0, caret)).length, digits.length);
	const grouped = groupDigits(digits);
	return { value: grouped, caret: caretBehind(grouped, digitsBefore, edit) };
}

function groupDigits(digits: string): string {
	const ofBrand = groupsOfBrand[brandOf(digits) ?? "Visa"] ?? fours;
	const fits = digits.length <= ofBrand.reduce((sum, size) => sum + size, 0);
	let from = 0;
	const parts = (fits ? ofBrand : fours).map((size) => {
		from += size;
		return digits.slice(from - size, from);
	});
	return parts.filter((part) => part !== "").join(" ");
}

/** Before a separator, the next press would delete it again. */
function caretBehind(text: string, digitsBefore: number, edit: Edit): number {
	const isDigit = (at: number) => /^[0-9]$/.test(text.charAt(at));
	let caret = 0;
	for (let seen = 0; seen < digitsBefore; caret++) if (isDigit(caret)) seen++;
	return edit === "delete_forward" && caret < text.length && !isDigit(caret) ? caret + 1 : caret;
}

/** MM/YY; a year of four digits stays. Completes a month of one digit. */
export function formatExpiry({ value, caret }: Typed, edit: Edit): Typed {
	const isInsert = edit === "insert";
	const zero = isInsert && /^\s*(?:[2-9]|1\s*[^0-9\s])/.test(value) ? "0" : "";
	const digits = (zero + digitsOf(value)).slice(0, 6);
	const digitsBefore = Math.min(zero.length + digitsOf(value.slice(0, caret)).length, digits.length);
	const hasSlash = digits.length > 2 || (digits.length === 2 && isInsert);
	const text = hasSlash ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
	const behind = caretBehind(text, digitsBefore, edit);
	return { value: text, caret: isInsert && text.charAt(behind) === "/" ? behind + 1 : behind };
}

export function readExpiry(text: string): { month: string; year: string } {
	const digits = digitsOf(text);
	const year = digits.slice(2);
	return { month: digits.slice(0, 2), year: /^20[0-9]{2}$/.test(year) ? year.slice(2) : year };
}
