import { brandOf } from "@cardseal/card";

export interface Typed {
	value: string;
	caret: number;
}

const maximumDigits = 19;

export function digitsOf(text: string): string {
	return text.replaceAll(/[^0-9]/g, "");
}

/** `inputType` is that of the browser's event. */
export function formatNumber({ value, caret }: Typed, inputType: string): Typed {
	const digits = digitsOf(value).slice(0, maximumDigits);
	const digitsBefore = Math.min(digitsOf(value.slice(0, caret)).length, digits.length);
	const grouped = groupDigits(digits);
	return { value: grouped, caret: caretBehind(grouped, digitsBefore, inputType) };
}

/** As embossed: American Express and the shorter Diners Club numbers have their own groups. */
function groupDigits(digits: string): string {
	const brand = brandOf(digits);
	const isUneven = (brand === "Amex" && digits.length <= 15) || (brand === "Diners" && digits.length <= 14);
	const groups = isUneven ? /(.{1,4})(.{1,6})?(.+)?/.exec(digits)?.slice(1) : digits.match(/.{1,4}/g);
	return groups?.filter(Boolean).join(" ") ?? "";
}

/** Before a separator, the next press of Delete would delete it again. */
function caretBehind(text: string, digitsBefore: number, inputType: string): number {
	const isDigit = (at: number) => /^[0-9]$/.test(text.charAt(at));
	let caret = 0;
	for (let seen = 0; seen < digitsBefore; caret++) if (isDigit(caret)) seen++;
	return inputType === "deleteContentForward" && caret < text.length && !isDigit(caret) ? caret + 1 : caret;
}

/** MM/YY; a year of four digits stays. Completes a month of one digit. */
export function formatExpiry({ value, caret }: Typed, inputType: string): Typed {
	const isDeletion = inputType.startsWith("delete");
	const zero = !isDeletion && /^\s*(?:[2-9]|1\s*[^0-9\s])/.test(value) ? "0" : "";
	const digits = (zero + digitsOf(value)).slice(0, 6);
	const digitsBefore = Math.min(zero.length + digitsOf(value.slice(0, caret)).length, digits.length);
	const text = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
	return { value: text, caret: caretBehind(text, digitsBefore, inputType) };
}

export function readExpiry(text: string): { month: string; year: string } {
	const digits = digitsOf(text);
	return { month: digits.slice(0, 2), year: digits.slice(2).replace(/^20(?=[0-9]{2}$)/, "") };
}
