import { gcm } from "@noble/ciphers/aes.js";
import { montgomery } from "@noble/curves/abstract/montgomery.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Seal } from "../aead.ts";
import { P } from "../curve25519.ts";
import { type Hmac, hmacOf } from "../kdf.ts";
import { encap, type KeyAgreement } from "../kem.ts";
import { keySchedule } from "../key-schedule.ts";
import { empty, type Octets, wipe } from "../octets.ts";
import type { SetupBaseS } from "../sender.ts";

/**
 * X25519 (RFC 7748 §5). noble's ready-made `x25519` adds the Edwards curve: 7 KB more, and a first call three times as
 * slow.
 */
export const x25519 = /* @__PURE__ */ montgomery({
	P,
	type: "x25519",
	adjustScalarBytes: clamp,
	powPminus2: invert,
});

/** decodeScalar25519, RFC 7748 §5. */
function clamp(scalar: Octets): Octets {
	const [first = 0, last = 0] = [scalar[0], scalar[31]];
	scalar.set([first & 248]);
	scalar.set([(last & 127) | 64], 31);
	return scalar;
}

/** z^(P-2) (RFC 7748 §5). All 255 bits are 1 except the third and the fifth from the end. */
function invert(z: bigint): bigint {
	let power = 1n;
	for (let bit = 254; bit >= 0; bit--) {
		power = (power * power) % P;
		if (bit !== 2 && bit !== 4) power = (power * z) % P;
	}
	return power;
}

/** Throws when `pkR` is of low order (RFC 9180 §7.1.4). */
export const agree: KeyAgreement = async (skE, pkR) => ({
	dh: x25519.getSharedSecret(skE, pkR),
	enc: x25519.getPublicKey(skE),
});

export const hmac: Hmac = /* @__PURE__ */ hmacOf(sha256);

export const seal: Seal = (key, nonce, aad, pt) => gcm(key, nonce, aad).encrypt(pt);

/** SetupBaseS(pkR, info), RFC 9180 §5.1.1. Wipes the key after one use. */
export const setupBaseS: SetupBaseS = async (suite, pkR, info, skE) => {
	const { shared_secret, enc } = await encap(agree, hmac, suite, pkR, skE);
	const { key, base_nonce } = keySchedule(hmac, suite, info)(shared_secret);
	return {
		enc,
		async seal(pt) {
			const ct = seal(key, base_nonce, empty, pt);
			wipe(key, base_nonce);
			return ct;
		},
	};
};
