import { type RawBuilder, sql } from "kysely";
import type { MailKind } from "./mail-kind.ts";

/** Whether the mail with the reference in a column was sent, or given up. */
export function isMailOver(kind: MailKind, column: string): RawBuilder<boolean> {
	return sql`not exists (
		select from mail_outbox
		where mail_outbox.kind = ${kind} and mail_outbox.reference = ${sql.ref(column)} and mail_outbox.failed_at is null
	)`;
}
