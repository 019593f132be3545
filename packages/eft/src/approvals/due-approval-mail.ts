import { withMode } from "@cardseal/merchants";
import type { ReadDueMail } from "@cardseal/platform/mail";
import { approvalMail } from "./approval-mail.ts";
import { findApprovalMails } from "./approvals.store.ts";

export function readDueApprovalMail({ publicUrl }: { publicUrl: string }): ReadDueMail {
	return async (database, ids) => {
		const mails = await findApprovalMails(database, ids);
		return mails.map((mail) => {
			const { id, merchant, email, payment } = mail;
			const link = publicUrl + withMode(`/app/wallet/payments/${payment.transaction_id}`, merchant.mode);
			const write = (host: string) => approvalMail(mail, { link, host });
			return {
				reference: id,
				merchantId: merchant.id,
				to: email,
				allowance: "payment_approval",
				blindCopies: [],
				write,
			};
		});
	};
}
