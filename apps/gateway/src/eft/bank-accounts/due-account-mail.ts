import type { ReadDueMail } from "../../mail/due-mail.ts";
import { accountMail } from "./account-mail.ts";
import { findAccountNotices } from "./account-notices.store.ts";

/** The outbox's reader of what owners are told about the account that deposits go to. */
export function readDueAccountMail({ publicUrl }: { publicUrl: string }): ReadDueMail {
	return async (database, ids) => {
		const notices = await findAccountNotices(database, ids);
		return notices.map((notice) => {
			const { id, merchant, to } = notice;
			const write = (host: string) => accountMail(notice, { link: `${publicUrl}/app/wallet`, host });
			return { reference: id, merchantId: merchant.id, to, allowance: "bank_account", blindCopies: [], write };
		});
	};
}
