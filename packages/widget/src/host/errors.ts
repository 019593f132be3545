import type { FailureCause, FieldName } from "../wire/messages.ts";

/** Why there is no token, in words a program can compare. */
export type CardFormErrorCode = "invalid" | "disabled" | "destroyed" | "aborted" | FailureCause;

/** What every promise of a card form rejects with. It never holds anything of the card. */
export class CardFormError extends Error {
	override readonly name = "CardFormError";
	declare readonly code: CardFormErrorCode;
	/** The fields that are wrong, when the code is `invalid`. */
	declare readonly fields: FieldName[];

	constructor(code: CardFormErrorCode, fields: FieldName[] = []) {
		super(`Cardseal: no card token (${code})`);
		this.code = code;
		this.fields = fields;
	}
}
