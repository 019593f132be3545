export { bytesToHex as toHex, clean as wipe, hexToBytes as fromHex } from "@noble/hashes/utils.js";

/** Octet strings in RFC 9180's notation. */
export type Octets = Uint8Array;

/** Memory that is not shared, which WebCrypto takes. */
export type UnsharedOctets = Uint8Array<ArrayBuffer>;

export const empty: Octets = new Uint8Array(0);

/** I2OSP(n, w) (RFC 8017 §4.1). `n` must fit. */
export function I2OSP(n: number, w: number): Octets {
	return Uint8Array.from({ length: w }, (_, i) => Math.floor(n / 256 ** (w - 1 - i)) % 256);
}

/** concat(x0, …, xN) (RFC 9180 §3). */
export function concat(...parts: readonly Octets[]): UnsharedOctets {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		whole.set(part, offset);
		offset += part.length;
	}
	return whole;
}

const encoder = new TextEncoder();

export function ascii(text: string): Octets {
	return encoder.encode(text);
}

/** Constant time: it never stops early. */
export function isZero(octets: Octets): boolean {
	let bits = 0;
	for (const octet of octets) bits |= octet;
	return bits === 0;
}
