import type { FailureCause, FieldName } from "../wire/messages.ts";

export type CardFormErrorCode = "invalid" | "disabled" | "destroyed" | "aborted" | FailureCause;

/** The error of every rejected promise of a card form, without card data. */
export class CardFormError extends Error {
	override readonly name = "CardFormError";
	declare readonly code: CardFormErrorCode;
	/** Present when the code is `invalid`. */
	declare readonly fields: FieldName[];

	constructor(code: CardFormErrorCode, fields: FieldName[] = []) {
		super(`Cardseal: no card token (${code})`);
		this.code = code;
		this.fields = fields;
	}
}
