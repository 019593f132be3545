import {
	type Merchant,
	merchantOf,
	type StaffMailDetails,
	type StaffMailEvent,
	type StaffMailKind,
} from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { type MailSender, mailSenderOf } from "@cardseal/platform/mail";
import { sql } from "kysely";

export interface StaffMail {
	id: string;
	staffId: number;
	email: string;
	merchant: Merchant;
	business: MailSender;
	event: StaffMailEvent;
	details: StaffMailDetails;
	/** `undefined` for the operator. */
	changedBy: { id: number; name: string; email: string } | undefined;
	clientAddress: string | null;
	/** ms since 1970. */
	occurredAt: number;
}

/** Oldest first; includes removed staff, since the same attacker may have removed them. */
export async function findStaffMails(database: Database, ids: string[]): Promise<StaffMail[]> {
	const rows = await database
		.selectFrom("staff_notices as mail")
		.innerJoin("staff", "staff.id", "mail.staff_id")
		.innerJoin("merchants", (join) =>
			join.on("merchants.id", "=", sql<number>`coalesce(mail.merchant_id, live_merchant_of(staff.merchant_id))`),
		)
		.leftJoin("staff as changer", "changer.id", "mail.changed_by")
		.selectAll("merchants")
		.select(["mail.id as mail_id", "event", "details", "client_address", "occurred_at"])
		.select(["staff.id as staff_id", "staff.email"])
		.select(["changer.id as changer_id", "changer.name as changer_name", "changer.email as changer_email"])
		.where("mail.id", "in", ids)
		.orderBy("occurred_at")
		.orderBy("mail.id")
		.execute();
	return rows.map(({ changer_id: id, changer_name: name, changer_email: email, ...row }) => ({
		id: row.mail_id,
		staffId: row.staff_id,
		email: row.email,
		merchant: merchantOf(row),
		business: mailSenderOf(row),
		event: row.event,
		details: row.details,
		changedBy: id === null || name === null || email === null ? undefined : { id, name, email },
		clientAddress: row.client_address,
		occurredAt: row.occurred_at,
	}));
}

/** Deletes mails older than `time`, ms since 1970. Those still in the outbox stay. */
export async function deleteOldStaffMails(database: Database, kind: StaffMailKind, time: number): Promise<void> {
	await database
		.deleteFrom("staff_notices")
		.where("kind", "=", kind)
		.where("occurred_at", "<", time)
		.where(
			sql<boolean>`not exists (
				select from mail_outbox
				where mail_outbox.kind = staff_notices.kind and mail_outbox.reference = staff_notices.id
					and mail_outbox.failed_at is null
			)`,
		)
		.execute();
}
