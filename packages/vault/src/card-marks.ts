import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { type Card, securityCodeOf } from "./cards/card.ts";
import { digitsOf } from "./cards/pan.ts";
import type { KeyRing } from "./keys/key-ring.ts";

/**
 * What a card can be counted by without being told from them: 16 bytes each, keyed, so that whoever reads them cannot try
 * all the numbers there are (PCI DSS 3.5.1.1).
 */
export interface CardMarks {
	/** The same for the same number, whoever's customer shows it. */
	card: Buffer;
	/** The same for the same number, within one merchant. */
	cardOfMerchant: Buffer;
	/** The same for numbers that begin with the same six digits, within one merchant. */
	bin: Buffer;
	/**
	 * The same for the same number, expiry and security code, until this process ends. It comes from a security code: it is
	 * for memory alone and is never stored (PCI DSS 3.3.1.2). A card without a code has none.
	 */
	details: Buffer | undefined;
}

const markBytes = 16;
const binDigits = 6;

/** Makes the marks of cards. The key of `details` is drawn here and written nowhere, so those marks end with the process. */
export function cardMarking(keyRing: Pick<KeyRing, "mac">): (card: Card, merchantId: number) => CardMarks {
	const detailsKey = createSecretKey(randomBytes(32));
	const mark = (...parts: (string | number)[]) => keyRing.mac("guard", parts.join("|")).subarray(0, markBytes);
	return (card, merchantId) => {
		const digits = digitsOf(card.pan);
		const code = securityCodeOf(card);
		const details = createHmac("sha256", detailsKey).update([digits, card.expiry, code].join("|"));
		return {
			card: mark("card", digits),
			cardOfMerchant: mark("card of merchant", merchantId, digits),
			bin: mark("bin", merchantId, digits.slice(0, binDigits)),
			details: code === undefined ? undefined : details.digest().subarray(0, markBytes),
		};
	};
}
