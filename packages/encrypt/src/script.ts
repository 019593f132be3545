import { encryptCard, prepare } from "./encrypt-card.ts";
import { CardsealError } from "./errors.ts";
import { parsePublicKey } from "./public-key.ts";

/** The release, as in package.json. */
const version = "0.1.0";

/**
 * What `<script src="cardseal-encrypt.js">` leaves behind: one global, `CardSeal`, frozen and fixed, so that no later
 * script puts another function in its place by accident. A second copy of the script leaves the first in charge.
 */
if (!Object.hasOwn(globalThis, "CardSeal")) {
	Object.defineProperty(globalThis, "CardSeal", {
		value: Object.freeze({ encryptCard, prepare, parsePublicKey, CardsealError, version }),
		enumerable: true,
	});
}
