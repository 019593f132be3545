import { numberLengths } from "./brand.ts";

const zero = 48;

/** Up to five non-letters, or an `x`, may separate two groups. */
const digitGroups = /[0-9]+(?:(?:[xX]|[^\p{L}\p{N}\p{M}\p{Cf}]){1,5}[0-9]+)*/gu;
const separators = /[^0-9]+/;

const longRuns = /[0-9]{17,}/g;

const shortestNumber = 13;
const longestNumber = 19;

/** RFC 9562 §4. One UUID in a thousand has the digits of a card number among its groups. */
const uuids = /((?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![\w-]))/i;

const possibleDigit = /[0-9]|[^\0-\x7F]/;
const beyondAscii = /[^\0-\x7F]/;

const digitsInAnyScript =
	/[\p{Nd}\p{No}](?:[\p{Cf}\p{M}]*(?:(?:[xX\uFF38\uFF58]|[^\p{L}\p{N}\p{M}\p{Cf}])[\p{Cf}\p{M}]*){0,5}[\p{Nd}\p{No}])*\p{M}*/gu;

/** Digits that NFKC does not change. */
const foreignDigits = /(?![0-9])\p{Nd}/gu;
const oneDigit = /\p{Nd}/u;

const unseen = /[\p{Cf}\p{M}]/gu;

type Counts = (number: string) => boolean;

/**
 * Replaces every card number in a text, also in groups or disguised (full-width digits, zero-width characters, inside
 * more than 19 digits). A number counts when it has a known brand, one of its lengths and the right check digit. UUIDs
 * and numbers of 12 digits are left alone.
 */
export function replaceCardNumbers(text: string, replacement: string, counts: Counts = () => true): string {
	const search = { replacement, counts };
	const parts = text.split(uuids);
	return parts.map((part, index) => (index % 2 === 0 ? replaceInAnyScript(part, search) : part)).join("");
}

export function hasCardNumber(text: string, counts?: Counts): boolean {
	return replaceCardNumbers(text, "", counts) !== text;
}

interface Search {
	replacement: string;
	counts: Counts;
}

function replaceInAnyScript(text: string, search: Search): string {
	if (!possibleDigit.test(text)) return text;
	const plain = replaceInPlainText(text, search);
	if (!beyondAscii.test(plain)) return plain;
	return plain.replace(digitsInAnyScript, (found) => {
		const folded = fold(found);
		const replaced = replaceInPlainText(folded, search);
		return replaced === folded ? found : replaced;
	});
}

/** Removes accents first: many on one digit are slow to normalise. */
function fold(text: string): string {
	return text.replace(unseen, "").normalize("NFKC").replace(foreignDigits, asciiDigit);
}

/** Digits of a script are in order from zero (Unicode §4.6); some scripts adjoin. */
function asciiDigit(digit: string): string {
	const codePoint = digit.codePointAt(0) ?? 0;
	let before = 0;
	while (oneDigit.test(String.fromCodePoint(codePoint - before - 1))) before += 1;
	return String(before % 10);
}

function replaceInPlainText(text: string, search: Search): string {
	return text
		.replace(longRuns, (run) => (longRunHasNumber(run, search.counts) ? search.replacement : run))
		.replace(digitGroups, (run) => (run.length < shortestNumber ? run : replaceInGroups(run, search)));
}

/** Expiry and security code may follow a number. */
function longRunHasNumber(run: string, counts: Counts): boolean {
	const lastStart = run.length > longestNumber ? run.length - shortestNumber : leadingZeros(run);
	for (let start = 0; start <= lastStart; start++) {
		if (endOfNumber(run, start, counts) !== undefined) return true;
	}
	return false;
}

function replaceInGroups(run: string, { replacement, counts }: Search): string {
	const groups = run.split(separators);
	const between = run.split(/[0-9]+/);
	const digits = groups.join("");
	const groupEnds = endsOf(groups);
	const endsGroup: Ends = (end) => groupEnds.has(end);
	let result = "";
	let start = 0;
	for (let index = 0; index < groups.length; ) {
		const group = groups[index] ?? "";
		const end = endOfNumber(digits, start + leadingZeros(group), counts, endsGroup);
		result += between[index] + (end === undefined ? group : replacement);
		index = end === undefined ? index + 1 : (groupEnds.get(end) ?? groups.length);
		start = end ?? start + group.length;
	}
	return result;
}

type Ends = (end: number) => boolean;

function endsOf(groups: string[]): Map<number, number> {
	const ends = new Map<number, number>();
	let end = 0;
	for (const [index, group] of groups.entries()) {
		end += group.length;
		ends.set(end, index + 1);
	}
	return ends;
}

function leadingZeros(digits: string): number {
	return /^0*/.exec(digits)?.[0].length ?? 0;
}

function endOfNumber(digits: string, start: number, counts: Counts, mayEnd: Ends = () => true): number | undefined {
	const lengths = lengthsFor(digits.slice(start, start + prefixDigits));
	if (lengths.length === 0) return undefined;
	const last = Math.min(digits.length, start + longestNumber);
	let found: number | undefined;
	let sum = 0;
	let sumBeforeNext = 0;
	for (let end = start + 1; end <= last; end++) {
		const digit = digits.charCodeAt(end - 1) - zero;
		[sum, sumBeforeNext] = [sumBeforeNext + digit, sum + (digit > 4 ? 2 * digit - 9 : 2 * digit)];
		if (sum % 10 !== 0 || !lengths.includes(end - start) || !mayEnd(end)) continue;
		if (counts(digits.slice(start, end))) found = end;
	}
	return found;
}

const prefixDigits = 4;
const knownLengths = new Map<string, readonly number[]>();

function lengthsFor(prefix: string): readonly number[] {
	const known = knownLengths.get(prefix);
	if (known !== undefined) return known;
	const lengths = numberLengths(prefix).filter((length) => length >= shortestNumber);
	knownLengths.set(prefix, lengths);
	return lengths;
}
