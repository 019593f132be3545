import type { CardFields, CardProblemCode } from "@cardseal/card";

export type CardsealErrorCode = CardProblemCode | "invalid_public_key" | "no_secure_random";

/**
 * Everything this library refuses. `code` is stable; the message says what to do and never repeats a card's data.
 *
 * `field` is the field at fault: one of the card's, or `publicKey`; it is absent when no field is.
 */
export class CardsealError extends Error {
	readonly code: CardsealErrorCode;
	readonly field: keyof CardFields | "publicKey" | undefined;

	constructor(code: CardsealErrorCode, field: keyof CardFields | "publicKey" | undefined, message: string) {
		super(message);
		this.name = "CardsealError";
		this.code = code;
		this.field = field;
	}
}
