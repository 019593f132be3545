import type { Database } from "@cardseal/platform/db";
import type { DueMail } from "@cardseal/platform/mail";
import { type Receipt, readAgainReference } from "./receipt.ts";
import { blindCopiesOf, receiptMail } from "./receipt-mail.ts";
import { findWantedReceipts } from "./receipts.store.ts";

/** Reads by transaction_id. */
export async function readDueReceipts(database: Database, transactionIds: string[]): Promise<DueMail[]> {
	const receipts = await findWantedReceipts(database, transactionIds);
	return receipts.map((receipt) => ({
		...dueMail(receipt),
		reference: receipt.transaction_id,
		blindCopies: blindCopiesOf(receipt),
		write: (host) => receiptMail(receipt, host),
	}));
}

/** Sends to the payer only, since blind copies were sent before. */
export async function readDueReceiptsAgain(database: Database, references: string[]): Promise<DueMail[]> {
	const wanted = references.map((reference) => ({ reference, ...readAgainReference(reference) }));
	const receipts = await findWantedReceipts(database, [...new Set(wanted.map(({ transactionId }) => transactionId))]);
	const byTransaction = new Map(receipts.map((receipt) => [receipt.transaction_id, { ...receipt, bcc_emails: null }]));
	return wanted.flatMap(({ reference, transactionId, copy }) => {
		const receipt = byTransaction.get(transactionId);
		if (receipt === undefined) return [];
		return [{ ...dueMail(receipt), reference, blindCopies: [], write: (host) => receiptMail(receipt, host, copy) }];
	});
}

function dueMail({ merchantId, email }: Receipt): Pick<DueMail, "merchantId" | "to"> {
	return { merchantId, to: email };
}
