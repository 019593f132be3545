import type { Database } from "../db/database.ts";
import type { DueMail } from "../mail/due-mail.ts";
import { blindCopiesOf, receiptMail } from "./receipt-mail.ts";
import { findWantedReceipts } from "./receipts.store.ts";

/** The outbox's reader of receipts; what refers to one is the transaction's id. */
export async function readDueReceipts(database: Database, transactionIds: string[]): Promise<DueMail[]> {
	const receipts = await findWantedReceipts(database, transactionIds);
	return receipts.map((receipt) => ({
		reference: receipt.transaction_id,
		merchantId: receipt.merchantId,
		to: receipt.email,
		blindCopies: blindCopiesOf(receipt),
		write: (host) => receiptMail(receipt, host),
	}));
}
