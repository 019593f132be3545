import type { TransactionRecord } from "../api/records.ts";
import type { Words } from "../locale/words.ts";

type Payer = Pick<TransactionRecord, "first_name" | "last_name" | "email"> &
	Partial<Pick<TransactionRecord, "company">>;

/** `Visa •••• 0005`: a transaction has the last four digits as a number, a card on file as text. */
export function cardName({ card_type, card_suffix }: { card_type: string; card_suffix: string | number }): string {
	return `${card_type} •••• ${String(card_suffix).padStart(4, "0")}`;
}

export function bankAnswer(
	{ transactions }: Pick<Words, "transactions">,
	answer: Pick<TransactionRecord, "transaction_result" | "transaction_message" | "decline_code">,
): string | undefined {
	const { transaction_result: result, transaction_message: message, decline_code: code } = answer;
	if (result === "PENDING" || message === null) return message ?? undefined;
	const reason = code === null ? transactions.statuses[result] : transactions.declineReasons[code];
	// The processor tells the merchant what to change.
	if (code === "request_refused" || code === "account_refused") return `${reason}: ${message}`;
	return transactions.bankAnswer(reason, message);
}

export function payerName({ first_name, last_name, company, email }: Payer): string {
	const person = [first_name, last_name].filter(Boolean).join(" ");
	return person || company || email || "";
}
