import type { Octets } from "./hpke/octets.ts";

/** The 32 characters of BIP 173, by value. */
const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** What a right checksum comes to (BIP 350). */
const bech32mConstant = 0x2bc830a3;

const checksumLength = 6;

/** The BCH code's remainder over 5-bit values (BIP 173). */
function polymod(values: Iterable<number>): number {
	let checksum = 1;
	for (const value of values) {
		const top = checksum >>> 25;
		checksum = ((checksum & 0x1ffffff) << 5) ^ value;
		for (let i = 0; i < 5; i++) checksum ^= (top >>> i) & 1 ? (generator[i] ?? 0) : 0;
	}
	return checksum;
}

/** The human-readable part as the checksum covers it: the high bits of each character, 0, the low bits. */
function expandPrefix(prefix: string): number[] {
	const codes = Array.from(prefix, (character) => character.charCodeAt(0));
	return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
}

/**
 * Splits a stream of `from`-bit values into `to`-bit values, the last one filled with zeros.
 *
 * @returns the values, and the bits that did not fill one, as a number and how many they are
 */
function regroup(values: Iterable<number>, from: number, to: number) {
	const groups: number[] = [];
	let bits = 0;
	let count = 0;
	for (const value of values) {
		bits = ((bits << from) | value) & 0xfff;
		count += from;
		while (count >= to) {
			count -= to;
			groups.push((bits >>> count) & ((1 << to) - 1));
		}
	}
	return { groups, rest: bits & ((1 << count) - 1), restLength: count };
}

/**
 * Bech32m (BIP 350), without BIP 173's limit of 90 characters. It finds every error of up to four characters in a
 * string that short. Written here because a coder for every base is a fifth of what a page may load.
 *
 * @param prefix the human-readable part, lower case
 */
export function encodeBech32m(prefix: string, octets: Octets): string {
	const { groups, rest, restLength } = regroup(octets, 8, 5);
	const data = restLength === 0 ? groups : [...groups, rest << (5 - restLength)];
	const checksum = polymod([...expandPrefix(prefix), ...data, 0, 0, 0, 0, 0, 0]) ^ bech32mConstant;
	const checksumValues = Array.from({ length: checksumLength }, (_, i) => (checksum >>> (5 * (5 - i))) & 31);
	return `${prefix}1${[...data, ...checksumValues].map((value) => charset[value]).join("")}`;
}

/**
 * The octets of a Bech32m string in lower case that begins with `prefix` and "1", or `undefined` when a character or
 * the checksum is wrong, or the last character has bits that no octet is left for.
 */
export function decodeBech32m(prefix: string, text: string): Octets | undefined {
	const values = Array.from(text.slice(prefix.length + 1), (character) => charset.indexOf(character));
	if (values.includes(-1) || polymod([...expandPrefix(prefix), ...values]) !== bech32mConstant) return undefined;
	const { groups, rest, restLength } = regroup(values.slice(0, -checksumLength), 5, 8);
	return rest === 0 && restLength < 5 ? Uint8Array.from(groups) : undefined;
}
