import type { Octets } from "./octets.ts";

/** The prime of the field, 2^255 - 19 (RFC 7748 §4.1). */
export const P = 0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffedn;

/** The coefficient A of the curve v² = u³ + A·u² + u (RFC 7748 §4.1). */
const A = 486662n;

/**
 * Whether 8 times the point is the point at infinity, on the curve or on its twist. Every X25519 private key is a
 * multiple of 8 (RFC 7748 §5), so such a public key gives everybody the same secret, zero (RFC 9180 §7.1.4).
 *
 * Three doublings in projective coordinates rather than a list of the 14 encodings: shorter, and complete because it
 * is the definition.
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

/** decodeUCoordinate, RFC 7748 §5: little-endian, the top bit ignored, values from P on taken modulo P. */
function decodeUCoordinate(octets: Octets): bigint {
	const u = octets.reduceRight((value, octet) => value * 256n + BigInt(octet), 0n);
	return (u % 2n ** 255n) % P;
}
