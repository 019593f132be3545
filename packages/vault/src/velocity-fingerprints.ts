import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { type Card, securityCodeOf } from "./cards/card.ts";
import { digitsOf } from "./cards/pan.ts";
import type { KeyRing } from "./keys/key-ring.ts";

/** Keyed: without the key, an attacker cannot try all numbers (PCI DSS 3.5.1.1). */
export interface VelocityFingerprints {
	card: Buffer;
	cardOfMerchant: Buffer;
	bin: Buffer;
	/** Includes the security code. Never stored (PCI DSS 3.3.1.2): the key is lost when the process ends. */
	details: Buffer | undefined;
}

const fingerprintBytes = 16;
const binDigits = 6;

export function createVelocityFingerprinter(
	keyRing: Pick<KeyRing, "mac">,
): (card: Card, merchantId: number) => VelocityFingerprints {
	const detailsKey = createSecretKey(randomBytes(32));
	const fingerprint = (...parts: (string | number)[]) =>
		keyRing.mac("velocity_fingerprint", parts.join("|")).subarray(0, fingerprintBytes);
	return (card, merchantId) => {
		const digits = digitsOf(card.pan);
		const code = securityCodeOf(card);
		const details = createHmac("sha256", detailsKey).update([digits, card.expiry, code].join("|"));
		return {
			card: fingerprint("card", digits),
			cardOfMerchant: fingerprint("card of merchant", merchantId, digits),
			bin: fingerprint("bin", merchantId, digits.slice(0, binDigits)),
			details: code === undefined ? undefined : details.digest().subarray(0, fingerprintBytes),
		};
	};
}
