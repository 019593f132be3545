import { type Selectable, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Mail } from "./mail.ts";
import type { MailboxTable } from "./tables.ts";

export type StoredMail = Selectable<MailboxTable>;

/** The sandbox may be under a load test. */
export const maximumStored = 1_000;

/** Keeps the delete from scanning deleted rows again. */
const widestGap = 100;

/** A delayed blind copy joins its mail. `now` is ms since 1970. */
export async function insertMail(
	database: Database,
	mail: Mail,
	{ merchantId, now }: { merchantId: number | undefined; now: number },
): Promise<void> {
	await sql`/* prepare: store-mail */
		with stored as (
			insert into mailbox (message_id, sender_name, reply_to, to_address, blind_copies, subject, text, html, sent_at, merchant_id)
			values (${mail.messageId}, ${mail.senderName}, ${mail.replyTo ?? null}, ${mail.to ?? null}, ${mail.blindCopies}::text[],
				${mail.subject}, ${mail.text}, ${mail.html}, ${now}::bigint, ${merchantId ?? null}::bigint)
			on conflict (message_id) do update set blind_copies = mailbox.blind_copies
				|| array(select unnest(excluded.blind_copies) except select unnest(mailbox.blind_copies))
			returning id
		)
		delete from mailbox using stored
		where mailbox.id between stored.id - ${maximumStored + widestGap}::bigint and stored.id - ${maximumStored}::bigint`.execute(
		database,
	);
}

export function listMail(database: Database, limit: number, merchantId?: number): Promise<StoredMail[]> {
	return mailOf(database, merchantId).orderBy("id", "desc").limit(limit).execute();
}

export function findMail(database: Database, id: number, merchantId?: number): Promise<StoredMail | undefined> {
	return mailOf(database, merchantId).where("id", "=", id).executeTakeFirst();
}

function mailOf(database: Database, merchantId: number | undefined) {
	const all = database.selectFrom("mailbox").selectAll();
	return merchantId === undefined ? all : all.where("merchant_id", "=", merchantId);
}
