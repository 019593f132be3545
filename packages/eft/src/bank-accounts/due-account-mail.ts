import { findStaffNotices } from "@cardseal/identity";
import { withMode } from "@cardseal/merchants";
import type { ReadDueMail } from "@cardseal/platform/mail";
import { accountMail } from "./account-mail.ts";

export function readDueAccountMail({ publicUrl }: { publicUrl: string }): ReadDueMail {
	return async (database, ids) => {
		const notices = await findStaffNotices(database, ids);
		return notices.map((notice) => {
			const { id, merchant, email } = notice;
			const link = publicUrl + withMode("/app/wallet", merchant.mode);
			const write = (host: string) => accountMail(notice, { link, host });
			return { reference: id, merchantId: merchant.id, to: email, allowance: "bank_account", blindCopies: [], write };
		});
	};
}
