import type { Vault } from "@cardseal/vault";
import type { Database } from "../../db/database.ts";
import type { ReadDueMail } from "../../mail/due-mail.ts";
import { updateEftTransaction } from "../transfers/eft-transactions.store.ts";
import { payerLink } from "./request-link.ts";
import { requestMail } from "./request-mail.ts";
import { findUnanswered, lockRequest } from "./requests.store.ts";

// Not "was not delivered": a server may take a mail and its answer be lost. And who has the link can pay, beside any other request.
const notDelivered =
	"The mail to the payer may not have arrived, and the request stays open. Ask again only when you know that they cannot see this one.";

/** The outbox's reader of requests for money; those that were answered or have expired are not sent any more. */
export function readDueRequests(links: { vault: Vault; publicUrl: string }): ReadDueMail {
	return async (database, transactionIds) => {
		const requests = await findUnanswered(database, transactionIds);
		return requests.map((request) => {
			const { transactionId, merchant, payerEmail, replyTo } = request;
			const link = payerLink(links, transactionId);
			return {
				reference: transactionId,
				merchantId: merchant.id,
				to: payerEmail,
				blindCopies: [],
				write: (host) => requestMail(request, { link, host, replyTo }),
				noteGivenUp: (transaction) => noteNotDelivered(transaction, transactionId),
			};
		});
	};
}

/** Tells the merchant, who would wait for an answer until the request expires. An answer that came meanwhile stands. */
async function noteNotDelivered(transaction: Database, transactionId: string): Promise<void> {
	const request = await lockRequest(transaction, transactionId);
	if (request?.answer !== null) return;
	await updateEftTransaction(transaction, transactionId, { message: notDelivered });
}
