export type Brand = "Visa" | "Mastercard" | "Amex" | "Discover" | "Diners" | "JCB" | "UnionPay" | "Maestro";

/** `["34"]`, or a range of the same length: `["51", "55"]`. */
type Prefix = readonly [first: string, last?: string];

type Range = readonly [brand: Brand, lengths: readonly number[], prefixes: readonly Prefix[]];

/**
 * ISO/IEC 7812-1 and each brand's publications. The longest prefix wins. 622126–622925 (UnionPay and Discover) counts
 * as the brand on its face, UnionPay.
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

function agrees(number: string, [first, last = first]: Prefix): boolean {
	const digits = number.slice(0, first.length);
	return first.slice(0, digits.length) <= digits && digits <= last.slice(0, digits.length);
}

/** `undefined` while further digits could lead out of the range. */
function rangeOf(number: string): Range | undefined {
	const range = ranges.find(([, , prefixes]) => prefixes.some((prefix) => agrees(number, prefix)));
	const decided = range?.[2].some((prefix) => agrees(`${number}000`, prefix) && agrees(`${number}999`, prefix));
	return decided ? range : undefined;
}

/** `undefined` while several brands are possible, and for unknown brands. */
export function brandOf(number: string): Brand | undefined {
	return rangeOf(number)?.[0];
}

/** Ascending; empty while the brand is not known. */
export function numberLengths(number: string): readonly number[] {
	return rangeOf(number)?.[1] ?? [];
}
