import type { Schemas } from "../api/records.ts";
import type { Formats } from "../locale/formats.ts";
import { parseAmount } from "../transactions/amount.ts";

/** Something that came to the wallet or left it, or is to. */
export type Movement = Schemas["EftRecord"];

/** A payment request from another business. */
export type IncomingRequest = Schemas["IncomingRequest"];

/** The account that withdrawals go to. */
export type BankAccount = NonNullable<Schemas["LinkedBankAccount"]["bank_account"]>;

/** An amount that was typed, as the pages write money; what is no amount stays as it is. */
export function typedMoney(formats: Formats, typed: string): string {
	const cents = parseAmount(typed);
	return cents === undefined ? typed : formats.money(cents / 100, "CAD");
}
