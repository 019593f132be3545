import type { FailureCause, FieldName } from "../wire/messages.ts";

export type CardFormErrorCode = "invalid" | "disabled" | "destroyed" | "aborted" | "canceled" | FailureCause;

export class CardFormError extends Error {
	override readonly name = "CardFormError";
	declare readonly code: CardFormErrorCode;
	/** For the code `invalid`. */
	declare readonly fields: FieldName[];
	declare readonly transaction_id?: string;

	constructor(code: CardFormErrorCode, fields: FieldName[] = []) {
		super(`Cardseal: no result (${code})`);
		this.code = code;
		this.fields = fields;
	}
}
