import { type Selectable, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Mail } from "./mail.ts";
import type { MailboxTable } from "./tables.ts";

/** A mail that was kept instead of sent. */
export type KeptMail = Selectable<MailboxTable>;

/** Older mail makes room: the sandbox may be under a load test. */
export const maximumKept = 1_000;

/**
 * Ids that were drawn and not used leave gaps, which must be smaller than this for nothing to stay behind. Looking no further
 * back is what keeps this cheap: below lie only rows that are gone, and each would be looked at again for every mail.
 */
const widestGap = 100;

/** Keeps a mail, once for each Message-ID. `now` is ms since 1970. */
export async function insertMail(database: Database, mail: Mail, now: number): Promise<void> {
	await sql`/* prepare: keep-mail */
		with kept as (
			insert into mailbox (message_id, sender_name, reply_to, to_address, blind_copies, subject, text, html, sent_at)
			values (${mail.messageId}, ${mail.senderName}, ${mail.replyTo ?? null}, ${mail.to}, ${mail.blindCopies}::text[],
				${mail.subject}, ${mail.text}, ${mail.html}, ${now}::bigint)
			on conflict (message_id) do nothing
			returning id
		)
		delete from mailbox using kept
		where mailbox.id between kept.id - ${maximumKept + widestGap}::bigint and kept.id - ${maximumKept}::bigint`.execute(
		database,
	);
}

/** The newest mail first. */
export function listMail(database: Database, limit: number): Promise<KeptMail[]> {
	return database.selectFrom("mailbox").selectAll().orderBy("id", "desc").limit(limit).execute();
}

export function findMail(database: Database, id: number): Promise<KeptMail | undefined> {
	return database.selectFrom("mailbox").selectAll().where("id", "=", id).executeTakeFirst();
}
