import type { FailureCause, FieldName } from "../wire/messages.ts";

/** The reason for a missing token, as a code for programs. */
export type CardFormErrorCode = "invalid" | "disabled" | "destroyed" | "aborted" | FailureCause;

/** The error of every rejected promise of a card form. It never contains card data. */
export class CardFormError extends Error {
	override readonly name = "CardFormError";
	declare readonly code: CardFormErrorCode;
	/** The invalid fields, when the code is `invalid`. */
	declare readonly fields: FieldName[];

	constructor(code: CardFormErrorCode, fields: FieldName[] = []) {
		super(`Cardseal: no card token (${code})`);
		this.code = code;
		this.fields = fields;
	}
}
