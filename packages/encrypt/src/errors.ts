import type { CardFields, CardProblemCode } from "@cardseal/card";

export type CardsealErrorCode = CardProblemCode | "invalid_public_key" | "no_secure_random";

/**
 * Every error of this library. `code` is stable; the message never repeats card data. `field` is the invalid card
 * field, or `publicKey`.
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
