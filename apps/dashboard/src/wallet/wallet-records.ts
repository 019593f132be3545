import type { Schemas } from "../api/records.ts";
import type { Formats } from "../locale/formats.ts";
import type { Words } from "../locale/words.ts";
import { parseAmount } from "../transactions/amount.ts";

/** Something that came to the wallet or left it, or is to. */
export type Movement = Schemas["EftRecord"];

/** The gateway's sentences about requests that ended without a payment. */
export const requestEndings: Readonly<Record<string, "expired" | "refused">> = {
	"The request expired before it was answered.": "expired",
	"The payer declined the request.": "refused",
	"The payer chose another way to pay, or the payment link was cancelled.": "expired",
};

/** Returns why a payment was not made, where that is known. */
export function endingOf({
	approval,
	return_code: code,
	transaction_message: message,
}: Pick<Movement, "approval" | "return_code" | "transaction_message">): keyof Words["wallet"]["endings"] | undefined {
	if (approval === "EXPIRED") return "expired";
	if (approval === "REJECTED") return "rejected";
	return code === null ? requestEndings[message ?? ""] : "returned";
}

/** Returns the gateway's sentence about a payment in the reader's words. A sentence without a translation stays. */
export function messageOf(
	{ wallet }: Pick<Words, "wallet">,
	{ return_code: code, transaction_message: message }: Pick<Movement, "return_code" | "transaction_message">,
): string | undefined {
	const meaning = code === null ? undefined : wallet.returnCodes[code];
	if (code !== null && meaning !== undefined) return wallet.returned(code, meaning);
	return message === null ? undefined : (wallet.messages[message] ?? message);
}

/** Returns the amount with a sign: into the wallet, or out of it. An amount that did not move has none. */
export function signedAmount(
	formats: Formats,
	{ amount, transaction_result: result, transaction_type: type }: Movement,
): string {
	const money = formats.money(amount, "CAD");
	if (result === "DECLINED") return money;
	return type === "EFT_CREDIT" ? `+${money}` : `−${money}`;
}

export type IncomingRequest = Schemas["IncomingRequest"];

/** An amount that was typed, as the pages write money; what is no amount stays as it is. */
export function typedMoney(formats: Formats, typed: string): string {
	const cents = parseAmount(typed);
	return cents === undefined ? typed : formats.money(cents / 100, "CAD");
}
