import type { FailureCause, FieldName } from "../wire/messages.ts";

export type CardFormErrorCode = "invalid" | "disabled" | "destroyed" | "aborted" | "canceled" | FailureCause;

/** The error of every rejected promise of a card form, without card data. */
export class CardFormError extends Error {
	override readonly name = "CardFormError";
	declare readonly code: CardFormErrorCode;
	/** Present when the code is `invalid`. */
	declare readonly fields: FieldName[];
	/** Present when the payer was authenticating. */
	declare readonly transaction_id?: string;

	constructor(code: CardFormErrorCode, fields: FieldName[] = []) {
		super(`Cardseal: no result (${code})`);
		this.code = code;
		this.fields = fields;
	}
}
