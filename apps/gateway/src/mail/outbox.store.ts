import { sql } from "kysely";
import { claimDueRows } from "../db/claim.ts";
import type { Database } from "../db/database.ts";
import type { MailKind } from "./mail-kind.ts";

/** By what a row of the outbox is known: a mail goes out once for each kind and reference. */
export interface OutboxKey {
	kind: MailKind;
	/** What the mail is about, in the terms of its kind. */
	reference: string;
}

/** A row of the outbox that was taken up. */
export interface OutboxEntry extends OutboxKey {
	/** How often it was taken up, this time included. */
	attempts: number;
	/** What stood in its way when it was taken up last, if anything did. */
	problem: string | null;
	/** The blind copies that were one too many for their address, by their places. */
	copiesLeftOut: number[];
}

/**
 * Claims due mails for this worker. Times are of the clock that mail follows, in ms since 1970.
 *
 * @param claim.kinds the kinds that this gateway can send; a newer gateway may have queued others
 */
export async function claimDueMail(
	database: Database,
	{ kinds, ...claim }: { kinds: string[]; now: number; claimedUntil: number; limit: number },
): Promise<OutboxEntry[]> {
	return claimDueRows<OutboxEntry>(database, {
		...claim,
		table: "mail_outbox",
		key: ["kind", "reference"],
		dueAt: "next_attempt_at",
		where: sql`failed_at is null and kind = any(${kinds}::text[])`,
		set: sql`attempts = attempts + 1`,
		returning: sql`mail_outbox.kind, mail_outbox.reference, attempts, problem, copies_left_out as "copiesLeftOut"`,
	});
}

/** When the next mail of these kinds has its turn, ms since 1970. */
export async function findNextTurn(database: Database, kinds: string[]): Promise<number | undefined> {
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

/** Rows as the columns of `unnest`. */
function columnsOf(keys: OutboxKey[]) {
	return sql`unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ reference }) => reference)}::text[])
		as named (kind, reference)`;
}

/** Puts mails into the outbox, to be sent at once. One that waits there already stays as it is. */
export async function queueMail(database: Database, keys: OutboxKey[]): Promise<void> {
	if (keys.length === 0) return;
	await sql`
		insert into mail_outbox (kind, reference) select kind, reference from ${columnsOf(keys)}
		on conflict (reference, kind) do nothing`.execute(database);
}

/** Takes mails out: they were sent, or are not wanted any more. */
export async function removeMails(database: Database, keys: OutboxKey[]): Promise<void> {
	if (keys.length === 0) return;
	await sql`
		delete from mail_outbox using ${columnsOf(keys)}
		where mail_outbox.kind = named.kind and mail_outbox.reference = named.reference`.execute(database);
}

/** The rows of these entries, as long as nobody else has taken them up since. */
function stillTaken(entries: OutboxEntry[]) {
	const kinds = entries.map(({ kind }) => kind);
	const references = entries.map(({ reference }) => reference);
	const attempts = entries.map((entry) => entry.attempts);
	return sql`
		from unnest(${kinds}::text[], ${references}::text[], ${attempts}::integer[]) as taken (kind, reference, attempts)
		where (mail_outbox.kind, mail_outbox.reference, mail_outbox.attempts)
			= (taken.kind, taken.reference, taken.attempts)`;
}

/**
 * Has mails wait for another turn, unless somebody else has taken them up or out since. `problem` is why; `nextAttemptAt` is
 * ms since 1970. With `isCounted` false this attempt was none.
 */
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
		${stillTaken(entries)}`.execute(database);
}

/** Keeps in mind which blind copies are left out, by their places, for all further attempts. */
export async function leaveOutCopies(
	database: Database,
	{ kind, reference }: OutboxKey,
	places: number[],
): Promise<void> {
	await database
		.updateTable("mail_outbox")
		.set({ copies_left_out: places })
		.where("kind", "=", kind)
		.where("reference", "=", reference)
		.execute();
}

/**
 * Gives mails up, unless somebody else has taken them up or out since: a gateway that stood still for too long decides
 * nothing any more. They stay to be seen until `deleteOldFailures`. `now` is ms since 1970.
 *
 * @returns those that were given up
 */
export async function failMails(
	database: Database,
	entries: OutboxEntry[],
	{ now, problem }: { now: number; problem: string },
): Promise<OutboxKey[]> {
	const { rows } = await sql<OutboxKey>`
		update mail_outbox set failed_at = ${now}::bigint, problem = ${problem}
		${stillTaken(entries)}
		returning mail_outbox.kind, mail_outbox.reference`.execute(database);
	return rows;
}

/**
 * Adds to the counts of an hour.
 *
 * @returns the counts after that, by name
 */
export async function addToCounts(
	database: Database,
	hourStartedAt: number,
	counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
	if (counts.size === 0) return new Map();
	// In one order, so that two gateways that count the same names never wait for each other in a circle.
	const names = [...counts.keys()].sort();
	const added = names.map((name) => counts.get(name) ?? 0);
	const { rows } = await sql<{ counted: string; mails: number }>`
		insert into mail_counts (hour_started_at, counted, mails)
		select ${hourStartedAt}::bigint, counted, added
		from unnest(${names}::text[], ${added}::bigint[]) as addition (counted, added)
		on conflict (hour_started_at, counted) do update set mails = mail_counts.mails + excluded.mails
		returning counted, mails`.execute(database);
	return new Map(rows.map(({ counted, mails }) => [counted, mails]));
}

/** Forgets the counts of hours that began before `time`, ms since 1970. */
export async function deleteOldCounts(database: Database, time: number): Promise<void> {
	await database.deleteFrom("mail_counts").where("hour_started_at", "<", time).execute();
}

/** Forgets mails that were given up before `time`, ms since 1970. */
export async function deleteOldFailures(database: Database, time: number): Promise<void> {
	await database.deleteFrom("mail_outbox").where("failed_at", "<", time).execute();
}
