import type { Octets } from "./octets.ts";

/** Octets of AES-256-GCM's nonce and tag (RFC 9180 §7.3). */
export const Nn = 12;
export const Nt = 16;

/** Seal(key, nonce, aad, pt), RFC 9180 §4: the ciphertext, then its tag. */
export type Seal = (key: Octets, nonce: Octets, aad: Octets, pt: Octets) => Octets;

/** Open(key, nonce, aad, ct), RFC 9180 §4; `undefined` when the tag is wrong. */
export type Open = (key: Octets, nonce: Octets, aad: Octets, ct: Octets) => Octets | undefined;
