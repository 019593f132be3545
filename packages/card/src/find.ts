import { isCardNumber } from "./number.ts";

/** Digits in groups, with one space, dot or dash between two groups: the ways people write card numbers. */
const digitGroups = /[0-9]+(?:[ .-][0-9]+)*/g;

const longestNumber = 19;

/**
 * Replaces every card number in a text, also one written in groups or standing among other numbers. A number counts
 * when a brand of ours uses its first digits and length and its check digit is right, so about one in ten
 * numbers of such a form is no card's and is replaced as well.
 *
 * @param shortest digits that a number must have at least to count
 */
export function replaceCardNumbers(text: string, replacement: string, shortest = 13): string {
	return text.replace(digitGroups, (run) => {
		return run.length < shortest ? run : replaceInGroups(run.split(/([ .-])/), replacement, shortest);
	});
}

/** Whether a text has a card number in it. */
export function hasCardNumber(text: string, shortest?: number): boolean {
	return replaceCardNumbers(text, "", shortest) !== text;
}

/**
 * Looks at every sequence of neighbouring groups, from each group on, the longest first.
 *
 * @param parts groups at even places, the separators between them at odd ones
 */
function replaceInGroups(parts: string[], replacement: string, shortest: number): string {
	let result = "";
	let start = 0;
	while (start < parts.length) {
		const end = endOfNumber(parts, start, shortest);
		result += end === undefined ? parts[start] : replacement;
		start = end ?? start + 1;
		// The separator behind the group or number stays as it was.
		if (start % 2 === 1) result += parts[start++] ?? "";
	}
	return result;
}

/** Behind which part the longest card number ends that begins with the group at `start`, if one does. */
function endOfNumber(parts: string[], start: number, shortest: number): number | undefined {
	let digits = "";
	let found: number | undefined;
	for (let end = start; end < parts.length; end += 2) {
		digits += parts[end];
		if (digits.length > longestNumber) break;
		if (digits.length >= shortest && isCardNumber(digits)) found = end + 1;
	}
	return found;
}
