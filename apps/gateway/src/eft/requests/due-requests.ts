import type { Vault } from "@cardseal/vault";
import type { ReadDueMail } from "../../mail/due-mail.ts";
import { payerLink } from "./request-link.ts";
import { requestMail } from "./request-mail.ts";
import { findUnanswered } from "./requests.store.ts";

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
			};
		});
	};
}
