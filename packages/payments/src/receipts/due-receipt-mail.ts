import type { DueMail, ReadDueMail } from "@cardseal/platform/mail";
import { readAgainReference } from "./receipt.ts";
import type { ReceiptLinks } from "./receipt-link.ts";
import { blindCopiesOf, receiptMail } from "./receipt-mail.ts";
import { findWantedReceipts } from "./receipts.store.ts";

/** Reads by transaction_id. */
export function readDueReceipts(links: ReceiptLinks): ReadDueMail {
	return async (database, transactionIds) => {
		const receipts = await findWantedReceipts(database, transactionIds);
		return receipts.map((receipt) => ({
			merchantId: receipt.merchantId,
			to: receipt.email,
			reference: receipt.transaction_id,
			blindCopies: blindCopiesOf(receipt),
			write: (host) => receiptMail(receipt, { host, links }),
		}));
	};
}

/** Sends to the payer only, since blind copies were sent before. */
export function readDueReceiptsAgain(links: ReceiptLinks): ReadDueMail {
	return async (database, references) => {
		const wanted = references.map((reference) => ({ reference, ...readAgainReference(reference) }));
		const receipts = await findWantedReceipts(database, [...new Set(wanted.map(({ transactionId }) => transactionId))]);
		const byTransaction = new Map(
			receipts.map((receipt) => [receipt.transaction_id, { ...receipt, bcc_emails: null }]),
		);
		return wanted.flatMap(({ reference, transactionId, copy }): DueMail[] => {
			const receipt = byTransaction.get(transactionId);
			if (receipt === undefined) return [];
			const write = (host: string) => receiptMail(receipt, { host, links, copy });
			return [{ merchantId: receipt.merchantId, to: receipt.email, reference, blindCopies: [], write }];
		});
	};
}
