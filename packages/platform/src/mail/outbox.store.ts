import { sql } from "kysely";
import { rowsAs } from "../db/arrays/rows-as.ts";
import { claimDueRows } from "../db/claim.ts";
import type { Database } from "../db/database.ts";
import type { MailKind } from "./due-mail.ts";

export interface OutboxKey {
	kind: MailKind;
	reference: string;
}

export interface OutboxRowKey extends OutboxKey {
	/** 0: the mail; n: its nth blind copy. */
	copy: number;
}

export interface OutboxEntry extends OutboxRowKey {
	attempts: number;
	problem: string | null;
	copiesLeftOut: number[];
}

/** @param claim.kinds excludes kinds of a newer gateway */
export async function claimDueMail(
	database: Database,
	{ kinds, ...claim }: { kinds: string[]; now: number; claimedUntil: number; limit: number },
): Promise<OutboxEntry[]> {
	return claimDueRows<OutboxEntry>(database, {
		...claim,
		table: "mail_outbox",
		key: ["kind", "reference", "copy"],
		dueAt: "next_attempt_at",
		where: sql`failed_at is null and kind = any(${kinds}::text[])`,
		set: sql`attempts = attempts + 1`,
		returning: sql`mail_outbox.kind, mail_outbox.reference, mail_outbox.copy, attempts, problem,
			copies_left_out as "copiesLeftOut"`,
	});
}

export async function findNextAttemptAt(database: Database, kinds: string[]): Promise<number | undefined> {
	const next = await database
		.selectFrom("mail_outbox")
		.select("next_attempt_at")
		.where("failed_at", "is", null)
		.where("kind", "=", sql<MailKind>`any(${kinds}::text[])`)
		.orderBy("next_attempt_at")
		.limit(1)
		.executeTakeFirst();
	return next?.next_attempt_at;
}

/** Keeps queued mails. Joins the transaction of the change. */
export async function queueMail(database: Database, keys: OutboxKey[]): Promise<void> {
	if (keys.length === 0) return;
	await sql`
		insert into mail_outbox (kind, reference)
		select * from ${rowsAs("mail", { kind: "text", reference: "text" }, keys)}
		on conflict (reference, kind, copy) do nothing`.execute(database);
}

export async function removeMails(database: Database, entries: OutboxRowKey[]): Promise<void> {
	if (entries.length === 0) return;
	await sql`
		delete from mail_outbox
		using ${rowsAs("named", { kind: "text", reference: "text", copy: "integer" }, entries)}
		where (mail_outbox.kind, mail_outbox.reference, mail_outbox.copy) = (named.kind, named.reference, named.copy)`.execute(
		database,
	);
}

/** Excludes mails that another gateway has claimed since. */
function stillClaimed(entries: OutboxEntry[]) {
	const types = { kind: "text", reference: "text", copy: "integer", attempts: "integer" };
	return sql`
		from ${rowsAs("claimed", types, entries)}
		where (mail_outbox.kind, mail_outbox.reference, mail_outbox.copy, mail_outbox.attempts)
			= (claimed.kind, claimed.reference, claimed.copy, claimed.attempts)`;
}

/** The attempt does not count with `isCounted` false. */
export async function postponeMails(
	database: Database,
	entries: OutboxEntry[],
	{ nextAttemptAt, isCounted, problem }: { nextAttemptAt: number; isCounted: boolean; problem: string },
): Promise<void> {
	if (entries.length === 0) return;
	await sql`
		update mail_outbox
		set next_attempt_at = ${nextAttemptAt}::bigint, problem = ${problem},
			attempts = case when ${isCounted}::boolean then mail_outbox.attempts else 0 end
		${stillClaimed(entries)}`.execute(database);
}

export async function delayCopies(
	database: Database,
	{ kind, reference }: OutboxKey,
	{ delayed, nextAttemptAt }: { delayed: { copy: number; problem: string }[]; nextAttemptAt: number },
): Promise<void> {
	const copies = delayed.map(({ copy }) => copy);
	await sql`
		with delayed as (
			insert into mail_outbox (kind, reference, copy, next_attempt_at, problem)
			select ${kind}, ${reference}, copy, ${nextAttemptAt}::bigint, problem
			from ${rowsAs("delayed", { copy: "integer", problem: "text" }, delayed)}
			on conflict (reference, kind, copy) do nothing
		)
		update mail_outbox set copies_left_out = ${copies}::integer[]
		where kind = ${kind} and reference = ${reference} and copy = 0`.execute(database);
}

/** @returns the mails that were marked */
export async function failMails(
	database: Database,
	entries: OutboxEntry[],
	{ now, problem }: { now: number; problem: string },
): Promise<OutboxRowKey[]> {
	const { rows } = await sql<OutboxRowKey>`
		update mail_outbox set failed_at = ${now}::bigint, problem = ${problem}
		${stillClaimed(entries)}
		returning mail_outbox.kind, mail_outbox.reference, mail_outbox.copy`.execute(database);
	return rows;
}

/** @returns the hour's new counts */
export async function addToCounts(
	database: Database,
	hourStartedAt: number,
	counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
	if (counts.size === 0) return new Map();
	// Sorted, to avoid deadlocks between gateways.
	const additions = [...counts.keys()].sort().map((counted) => ({ counted, added: counts.get(counted) ?? 0 }));
	const { rows } = await sql<{ counted: string; mails: number }>`
		insert into mail_counts (hour_started_at, counted, mails)
		select ${hourStartedAt}::bigint, counted, added
		from ${rowsAs("addition", { counted: "text", added: "bigint" }, additions)}
		on conflict (hour_started_at, counted) do update set mails = mail_counts.mails + excluded.mails
		returning counted, mails`.execute(database);
	return new Map(rows.map(({ counted, mails }) => [counted, mails]));
}

export async function deleteOldCounts(database: Database, time: number): Promise<void> {
	await database.deleteFrom("mail_counts").where("hour_started_at", "<", time).execute();
}

export async function deleteOldFailures(database: Database, time: number): Promise<void> {
	await database.deleteFrom("mail_outbox").where("failed_at", "<", time).execute();
}
