import { encryptCard, prepare } from "./encrypt-card.ts";
import { CardsealError } from "./errors.ts";
import { parsePublicKey } from "./public-key.ts";

/** The release, as in package.json. */
const version = "0.1.0";

/** What the card form's script has left, when it ran before; an element of the page that has the name is none. */
const present = Object.getOwnPropertyDescriptor(globalThis, "CardSeal")?.value as Record<string, unknown> | undefined;

/**
 * What `<script src="cardseal-encrypt.js">` leaves behind: one global, `CardSeal`, frozen, that no later script replaces by
 * accident. Only the card form's script does so on purpose, to put its functions beside these, as is done here when it came
 * first. A second copy of the script leaves the first in charge.
 */
if (present?.encryptCard === undefined) {
	Object.defineProperty(globalThis, "CardSeal", {
		value: Object.freeze({ ...present, encryptCard, prepare, parsePublicKey, CardsealError, version }),
		enumerable: true,
		configurable: true,
	});
}
