import type { Caller } from "../../audit/event.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import { insertMails } from "../../mail/outbox.store.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { listStaff } from "../../staff/members/members.store.ts";
import type { AccountChange } from "./account-notice.ts";
import { insertAccountNotices } from "./account-notices.store.ts";

export interface AccountChanged {
	change: AccountChange;
	/** Of the account that was linked, or removed: `****6789` */
	maskedAccount: string;
	/** Business time, ms since 1970. */
	now: number;
	caller: Caller;
}

/** Has every owner of a merchant mailed that its deposits go elsewhere: it may be the first they hear of it. */
export async function tellOwners(
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
