import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import { isMailOver } from "../../mail/mail-over.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { merchantOf } from "../../merchants/merchant-row.ts";
import type { AccountChange } from "../tables.ts";

/** The content of a mail to an owner. */
export interface AccountNotice {
	id: string;
	merchant: Merchant;
	/** The owner's address. */
	to: string;
	change: AccountChange;
	/** `****6789` */
	maskedAccount: string;
	/** The staff member who did it; `undefined` for the operator. */
	changedBy: { name: string; email: string } | undefined;
	/** Business time, ms since 1970. */
	changedAt: number;
}

export async function insertAccountNotices(
	transaction: Database,
	notices: Insertable<GatewayTables["eft_account_notices"]>[],
): Promise<void> {
	if (notices.length > 0) await transaction.insertInto("eft_account_notices").values(notices).execute();
}

/** Finds notices by their ids. A removed owner is notified too: an attacker may have removed them. */
export async function findAccountNotices(database: Database, ids: string[]): Promise<AccountNotice[]> {
	const rows = await database
		.selectFrom("eft_account_notices as notice")
		.innerJoin("merchants", "merchants.id", "notice.merchant_id")
		.innerJoin("staff as owner", "owner.id", "notice.owner_id")
		.leftJoin("staff as changer", "changer.id", "notice.changed_by")
		.selectAll("merchants")
		.select(["notice.id as notice_id", "change", "masked_account", "changed_at", "owner.email as owner_email"])
		.select(["changer.name as changer_name", "changer.email as changer_email"])
		.where("notice.id", "in", ids)
		.orderBy("notice.id")
		.execute();
	return rows.map(({ changer_name: name, changer_email: email, ...row }) => ({
		id: row.notice_id,
		merchant: merchantOf(row),
		to: row.owner_email,
		change: row.change,
		maskedAccount: row.masked_account,
		changedBy: name === null || email === null ? undefined : { name, email },
		changedAt: row.changed_at,
	}));
}

/** Deletes notices from before `time`, business time in ms since 1970, except those whose mail is still queued. */
export async function deleteOldAccountNotices(database: Database, time: number): Promise<void> {
	await database
		.deleteFrom("eft_account_notices")
		.where("changed_at", "<", time)
		.where(isMailOver("bank_account_changed", "eft_account_notices.id"))
		.execute();
}
