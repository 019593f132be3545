import type { Octets } from "./octets.ts";

/** RFC 7748 §4.1. */
export const P = 0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffedn;

/** v² = u³ + A·u² + u (RFC 7748 §4.1). */
const A = 486662n;

/**
 * True when 8 times the point is the point at infinity. Private keys are multiples of 8 (RFC 7748 §5), so such a public
 * key always gives the shared secret zero (RFC 9180 §7.1.4).
 */
export function isLowOrder(publicKey: Octets): boolean {
	let X = decodeUCoordinate(publicKey);
	let Z = 1n;
	for (let i = 0; i < 3; i++) {
		const difference = X * X - Z * Z;
		Z = (4n * X * Z * (X * X + A * X * Z + Z * Z)) % P;
		X = (difference * difference) % P;
	}
	return Z === 0n;
}

/** RFC 7748 §5: little-endian, top bit ignored. */
function decodeUCoordinate(octets: Octets): bigint {
	const u = octets.reduceRight((value, octet) => value * 256n + BigInt(octet), 0n);
	return (u % 2n ** 255n) % P;
}
