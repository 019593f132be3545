import type { Language } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { ReadDueMail } from "@cardseal/platform/mail";
import type { Vault } from "@cardseal/vault";
import { updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { eftMessages } from "../transaction/messages.ts";
import { payerLink } from "./request-link.ts";
import { requestMail } from "./request-mail.ts";
import { findUnanswered, lockRequest } from "./requests.store.ts";

export function readDueRequests(links: { vault: Vault; publicUrl: string }): ReadDueMail {
	return async (database, transactionIds) => {
		const requests = await findUnanswered(database, transactionIds);
		return requests.map((request) => {
			const { transactionId, merchant, payerEmail, sender, payer } = request;
			const linkIn = (language: Language) => payerLink(links, transactionId, language);
			return {
				reference: transactionId,
				merchantId: merchant.id,
				to: payerEmail,
				blindCopies: [],
				write: (host) => requestMail(request, { linkIn, host, sender, payer }),
				noteGivenUp: (transaction) => noteNotDelivered(transaction, transactionId),
			};
		});
	};
}

async function noteNotDelivered(transaction: Database, transactionId: string): Promise<void> {
	const request = await lockRequest(transaction, transactionId);
	if (request?.answer !== null) return;
	await updateEftTransaction(transaction, transactionId, { message: eftMessages.notDelivered });
}
