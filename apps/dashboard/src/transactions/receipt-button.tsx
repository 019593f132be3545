import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { RequestProblem } from "../api/problem.ts";
import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { sentenceOf } from "../ui/loading/states.tsx";

export interface ReceiptButtonProps {
	transaction: TransactionRecord;
	/** Called with a sentence about the result. */
	onNews: (sentence: string) => void;
}

/** Sends the receipt once more. */
export function ReceiptButton({ transaction, onNews }: ReceiptButtonProps): JSX.Element | null {
	const { api, words, may } = useApp();
	const [isSending, setSending] = useState(false);
	const { email, transaction_result: result, transaction_type: type, transaction_id: id, voided } = transaction;
	// A captured authorization is not held any more; voids and what was voided moved no money.
	const isHeldOrPaid = !voided && type !== "void" && !(type === "authorization" && transaction.captured);
	const hasReceipt = result === "APPROVED" && isHeldOrPaid && email !== null;
	if (!may("receipt.send") || !hasReceipt) return null;

	async function sendAgain(): Promise<void> {
		setSending(true);
		try {
			const sent = await api.post("/transactions/{transaction_id}/receipt", { path: { transaction_id: id } });
			onNews(words.transactions.receiptSent(sent.email ?? ""));
		} catch (error) {
			if (!(error instanceof RequestProblem)) throw error;
			onNews(sentenceOf(words, error));
		} finally {
			setSending(false);
		}
	}

	return (
		<button type="button" class="button-quiet" disabled={isSending} onClick={() => void sendAgain()}>
			{words.transactions.receiptAgain}
		</button>
	);
}
