export type Brand = "Visa" | "Mastercard" | "Amex" | "Discover" | "Diners" | "JCB" | "UnionPay" | "Maestro";

/** The first digits of a number: `["34"]`, or all from one to another of the same length: `["51", "55"]`. */
type Prefix = readonly [first: string, last?: string];

/** The brand, how many digits its numbers have, and what they begin with. */
type Range = readonly [brand: Brand, lengths: readonly number[], prefixes: readonly Prefix[]];

/**
 * Number ranges by brand, as assigned under ISO/IEC 7812-1 and published by each brand. The longest prefix wins; only
 * Maestro's 6 contains shorter ranges of others, so it comes last. A card with two brands (622126–622925 is UnionPay
 * and Discover) counts as the one on its face: UnionPay. National brands inside these ranges (Elo, Troy, Verve, Hiper)
 * run abroad on the range's brand, so they need no rows. Mir and Interac debit stay unknown: Interac has no published
 * ranges and cannot be charged by number.
 */
// biome-ignore format: a line for each range.
const ranges: readonly Range[] = [
	["Visa", [13, 16, 18, 19], [["4"]]],
	["Mastercard", [16], [["51", "55"], ["2221", "2720"]]],
	["Amex", [15], [["34"], ["37"]]],
	["Discover", [16, 17, 18, 19], [["6011"], ["644", "649"], ["65"]]],
	["Diners", [14, 15, 16, 17, 18, 19], [["300", "305"], ["3095"], ["36"], ["38", "39"]]],
	["JCB", [16, 17, 18, 19], [["3528", "3589"]]],
	["JCB", [15, 16, 17, 18, 19], [["1800"], ["2131"]]],
	["UnionPay", [14, 15, 16, 17, 18, 19], [["62"], ["8100", "8171"]]],
	["Maestro", [12, 13, 14, 15, 16, 17, 18, 19], [["50"], ["56", "58"], ["6"]]],
];

/** Returns true when the number begins with the prefix, as far as it is typed. */
function agrees(number: string, [first, last = first]: Prefix): boolean {
	const digits = number.slice(0, first.length);
	return first.slice(0, digits.length) <= digits && digits <= last.slice(0, digits.length);
}

/** Finds the first range that may contain the number. Returns nothing while further digits could lead out of it. */
function rangeOf(number: string): Range | undefined {
	const range = ranges.find(([, , prefixes]) => prefixes.some((prefix) => agrees(number, prefix)));
	const decided = range?.[2].some((prefix) => agrees(`${number}000`, prefix) && agrees(`${number}999`, prefix));
	return decided ? range : undefined;
}

/**
 * Returns the brand of a card number or of its first digits. `undefined` while several brands are possible ("6" may
 * become three, "62" only UnionPay), and for unknown brands.
 */
export function brandOf(number: string): Brand | undefined {
	return rangeOf(number)?.[0];
}

/** Returns the possible lengths of this number, ascending; empty when its brand is not known (yet). */
export function numberLengths(number: string): readonly number[] {
	return rangeOf(number)?.[1] ?? [];
}
