import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { SendButton, type SendButtonProps } from "../ui/button.tsx";

export interface ReceiptButtonProps extends Pick<SendButtonProps, "onNews"> {
	transaction: TransactionRecord;
}

/** Sends the receipt once more. */
export function ReceiptButton({ transaction, onNews }: ReceiptButtonProps) {
	const { api, words, may } = useApp();
	const { email, transaction_result: result, transaction_type: type, transaction_id: id, voided } = transaction;
	// A captured authorization is not held any more; voids and what was voided moved no money.
	const isHeldOrPaid = !voided && type !== "void" && !(type === "authorization" && transaction.captured);
	const hasReceipt = result === "APPROVED" && isHeldOrPaid && email !== null;
	if (!may("receipt.send") || !hasReceipt) return null;

	async function sendAgain(): Promise<string> {
		const sent = await api.post("/transactions/{transaction_id}/receipt", { path: { transaction_id: id } });
		return words.transactions.receiptSent(sent.email ?? "");
	}

	return <SendButton label={words.transactions.receiptAgain} send={sendAgain} onNews={onNews} />;
}
