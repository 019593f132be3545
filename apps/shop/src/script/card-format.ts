import { type Brand, brandOf } from "@cardseal/card";

/** The text of a field and the position of its caret. */
export interface Typed {
	value: string;
	caret: number;
}

/** The kind of edit; it decides on which side of a separator the caret rests, and whether one is added. */
export type Edit = "insert" | "delete_backward" | "delete_forward";

/** As embossed: Amex 4-6-5, the 14 digits of Diners 4-6-4, all others in fours. */
const groupsOfBrand: Partial<Record<Brand, number[]>> = { Amex: [4, 6, 5], Diners: [4, 6, 4] };
const fours = [4, 4, 4, 4, 3];

const maximumDigits = 19;

export function digitsOf(text: string): string {
	return text.replaceAll(/[^0-9]/g, "");
}

/** Groups a card number while it is typed. The caret stays behind the same digit. */
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

/** Deleting forward, the caret steps over the separator: before it, the next press would delete the same separator again. */
function caretBehind(text: string, digitsBefore: number, edit: Edit): number {
	const isDigit = (at: number) => /^[0-9]$/.test(text.charAt(at));
	let caret = 0;
	for (let seen = 0; seen < digitsBefore; caret++) if (isDigit(caret)) seen++;
	return edit === "delete_forward" && caret < text.length && !isDigit(caret) ? caret + 1 : caret;
}

/**
 * Writes an expiry date as MM/YY while it is typed; a year of four digits stays. A month that can only have one digit gets its
 * zero, and the slash is added, unless the payer is deleting it.
 */
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

/** Returns month and year as the library takes them, which refuses what is no date. */
export function readExpiry(text: string): { month: string; year: string } {
	const digits = digitsOf(text);
	const year = digits.slice(2);
	return { month: digits.slice(0, 2), year: /^20[0-9]{2}$/.test(year) ? year.slice(2) : year };
}
