import type { Caller } from "../../audit/event.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import type { ReadDueMail } from "../../mail/due-mail.ts";
import { insertMails } from "../../mail/outbox.store.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { listStaff } from "../../staff/members/members.store.ts";
import type { AccountChange } from "../tables.ts";
import { accountMail } from "./account-mail.ts";
import { findAccountNotices, insertAccountNotices } from "./account-notices.store.ts";

export interface AccountChanged {
	change: AccountChange;
	/** The account that was linked or removed: `****6789` */
	maskedAccount: string;
	/** Business time, ms since 1970. */
	now: number;
	caller: Caller;
}

/** Queues a mail to every owner of a merchant: a changed deposit account may be fraud. */
export async function notifyOwners(
	transaction: Database,
	merchant: Pick<Merchant, "id">,
	{ change, maskedAccount, now, caller }: AccountChanged,
): Promise<void> {
	const owners = (await listStaff(transaction, merchant.id)).filter(({ role }) => role === "owner");
	const notices = owners.map(({ id: ownerId }) => ({
		id: newLookupId(),
		merchant_id: merchant.id,
		owner_id: ownerId,
		change,
		masked_account: maskedAccount,
		changed_by: caller.actor.kind === "staff" ? caller.actor.userId : null,
		changed_at: now,
	}));
	await insertAccountNotices(transaction, notices);
	await insertMails(
		transaction,
		notices.map(({ id }) => ({ kind: "bank_account_changed", reference: id })),
	);
}

/** Returns the reader of these mails for the outbox. */
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
