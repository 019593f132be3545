import type { Octets } from "./hpke/octets.ts";

/** BIP 350, without BIP 173's limit of 90 characters. Detects every error of up to four characters. */

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const bech32mConstant = 0x2bc830a3;

const checksumLength = 6;

/** One step of BIP 173's polymod. */
function step(remainder: number, value: number): number {
	const ifBit = (bit: number, coefficient: number) => -((remainder >>> (25 + bit)) & 1) & coefficient;
	return (
		((remainder & 0x1ffffff) << 5) ^
		value ^
		ifBit(0, 0x3b6a57b2) ^
		ifBit(1, 0x26508e6d) ^
		ifBit(2, 0x1ea119fa) ^
		ifBit(3, 0x3d4233dd) ^
		ifBit(4, 0x2a1462b3)
	);
}

/** Covers the prefix (high bits, 0, low bits) and the characters after the "1". */
function polymod(prefix: string, data: string): number {
	let remainder = 1;
	for (const character of prefix) remainder = step(remainder, character.charCodeAt(0) >>> 5);
	remainder = step(remainder, 0);
	for (const character of prefix) remainder = step(remainder, character.charCodeAt(0) & 31);
	for (const character of data) remainder = step(remainder, charset.indexOf(character));
	return remainder;
}

/** @returns the values, and the value and number of the remaining bits */
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

/** @param prefix lower case */
export function encodeBech32m(prefix: string, octets: Octets): string {
	const { groups, rest, restLength } = regroup(octets, 8, 5);
	const values = restLength === 0 ? groups : [...groups, rest << (5 - restLength)];
	const data = values.map((value) => charset[value]).join("");
	const checksum = polymod(prefix, `${data}qqqqqq`) ^ bech32mConstant;
	const end = Array.from({ length: checksumLength }, (_, i) => charset[(checksum >>> (5 * (5 - i))) & 31]).join("");
	return `${prefix}1${data}${end}`;
}

/** `undefined` for a wrong prefix, character, checksum or non-zero padding. */
export function decodeBech32m(prefix: string, text: string): Octets | undefined {
	const data = text.slice(prefix.length + 1);
	if (polymod(prefix, data) !== bech32mConstant) return undefined;
	const values = Array.from(data, (character) => charset.indexOf(character));
	const { groups, rest, restLength } = regroup(values.slice(0, -checksumLength), 5, 8);
	return !values.includes(-1) && rest === 0 && restLength < 5 ? Uint8Array.from(groups) : undefined;
}
