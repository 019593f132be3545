import { encryptCard, prepare } from "./encrypt-card.ts";
import { CardsealError } from "./errors.ts";
import { parsePublicKey } from "./public-key.ts";

/** The version in package.json. */
const version = "0.1.0";

/** Ignores an element of this name. */
const present = Object.getOwnPropertyDescriptor(globalThis, "CardSeal")?.value as Record<string, unknown> | undefined;

/**
 * The card form's script and this one each add their functions to the other's, in either order. A second copy of the
 * script keeps the first.
 */
if (present?.encryptCard === undefined) {
	Object.defineProperty(globalThis, "CardSeal", {
		value: Object.freeze({ ...present, encryptCard, prepare, parsePublicKey, CardsealError, version }),
		enumerable: true,
		configurable: true,
	});
}
