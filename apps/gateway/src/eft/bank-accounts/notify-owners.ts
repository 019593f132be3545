import type { Caller } from "../../audit/event.ts";
import type { Database } from "../../db/database.ts";
import type { ReadDueMail } from "../../mail/due-mail.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { listStaff } from "../../staff/members/members.store.ts";
import { notifyStaff } from "../../staff/notices/notify-staff.ts";
import type { BankAccountEventType } from "../../staff/notices/staff-notice.ts";
import { findStaffNotices } from "../../staff/notices/staff-notices.store.ts";
import { accountMail } from "./account-mail.ts";

export interface AccountChanged {
	event: BankAccountEventType;
	/** The account that was linked or removed: `****6789` */
	maskedAccount: string;
	/** Business time, ms since 1970. */
	now: number;
	caller: Caller;
}

/** Notifies every owner of a merchant: a changed deposit account may be fraud. */
export async function notifyOwners(
	transaction: Database,
	merchant: Pick<Merchant, "id">,
	{ event, maskedAccount, now, caller }: AccountChanged,
): Promise<void> {
	const owners = (await listStaff(transaction, merchant.id)).filter(({ role }) => role === "owner");
	await notifyStaff(transaction, {
		kind: "bank_account_changed",
		staffIds: owners.map(({ id }) => id),
		event,
		details: { masked_account: maskedAccount },
		caller,
		now,
	});
}

/** Returns the outbox reader of these emails. */
export function readDueAccountMail({ publicUrl }: { publicUrl: string }): ReadDueMail {
	return async (database, ids) => {
		const notices = await findStaffNotices(database, ids);
		return notices.map((notice) => {
			const { id, merchant, email } = notice;
			const write = (host: string) => accountMail(notice, { link: `${publicUrl}/app/wallet`, host });
			return { reference: id, merchantId: merchant.id, to: email, allowance: "bank_account", blindCopies: [], write };
		});
	};
}
