import { type Brand, brandOf } from "@cardseal/card";

/** The text of a field and where its caret stands. */
export interface Typed {
	readonly value: string;
	readonly caret: number;
}

/** What the person just did; it decides on which side of a separator the caret rests, and whether one is added. */
export type Edit = "insert" | "delete_backward" | "delete_forward";

/** As embossed: Amex 4-6-5, the 14 digits of Diners 4-6-4, all others in fours. */
const groupsOfBrand: Partial<Record<Brand, readonly number[]>> = { Amex: [4, 6, 5], Diners: [4, 6, 4] };
const fours = [4, 4, 4, 4, 3];

/** The longest number any brand issues. */
const maximumDigits = 19;

/** ASCII digits only: whatever else was typed or pasted is not part of a card number. */
export function digitsOf(text: string): string {
	return text.replaceAll(/[^0-9]/g, "");
}

/** Groups a card number while it is typed. The caret stays behind the same digit as before. */
export function formatNumber({ value, caret }: Typed, edit: Edit): Typed {
	const digits = digitsOf(value).slice(0, maximumDigits);
	const digitsBefore = Math.min(digitsOf(value.slice(0, caret)).length, digits.length);
	const grouped = groupDigits(digits);
	return { value: grouped, caret: caretBehind(grouped, digitsBefore, edit) };
}

/** "4111111111111111" → "4111 1111 1111 1111" */
function groupDigits(digits: string): string {
	const brandGroups = groupsOfBrand[brandOf(digits) ?? "Visa"] ?? fours;
	const fits = digits.length <= brandGroups.reduce((sum, size) => sum + size, 0);
	const parts: string[] = [];
	let from = 0;
	for (const size of fits ? brandGroups : fours) {
		parts.push(digits.slice(from, from + size));
		from += size;
	}
	return parts.filter((part) => part !== "").join(" ");
}

/** Deleting forward, the caret steps over the separator: put before it, the next press would delete the same one again. */
function caretBehind(text: string, digitsBefore: number, edit: Edit): number {
	let caret = 0;
	for (let seen = 0; seen < digitsBefore; caret++) if (isDigit(text.charAt(caret))) seen++;
	const atSeparator = caret < text.length && !isDigit(text.charAt(caret));
	return edit === "delete_forward" && atSeparator ? caret + 1 : caret;
}

function isDigit(character: string): boolean {
	return /^[0-9]$/.test(character);
}

/**
 * Writes an expiry date as MM/YY while it is typed; a year of four digits is left as it is. A month that can only have one
 * digit gets its zero, and the slash comes by itself, unless the person is deleting it.
 */
export function formatExpiry({ value, caret }: Typed, edit: Edit): Typed {
	const inserting = edit === "insert";
	const zero = inserting && /^\s*(?:[2-9]|1\s*[^0-9\s])/.test(value) ? "0" : "";
	const digits = (zero + digitsOf(value)).slice(0, 6);
	const digitsBefore = Math.min(zero.length + digitsOf(value.slice(0, caret)).length, digits.length);
	const slash = digits.length > 2 || (digits.length === 2 && inserting);
	const text = slash ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
	const behind = caretBehind(text, digitsBefore, edit);
	return { value: text, caret: inserting && text.charAt(behind) === "/" ? behind + 1 : behind };
}

/** Month and year as the library takes them; whatever is not a date is left for it to refuse. */
export function readExpiry(text: string): { month: string; year: string } {
	const digits = digitsOf(text);
	const year = digits.slice(2);
	return { month: digits.slice(0, 2), year: /^20[0-9]{2}$/.test(year) ? year.slice(2) : year };
}
