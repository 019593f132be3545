import type { Database } from "@cardseal/platform/db";
import { CompiledQuery, type Selectable, sql } from "kysely";
import type { Compared, Seen } from "./seen.ts";
import type { LostHead, RestoreTables } from "./tables.ts";

export type Restore = Selectable<RestoreTables["restores"]>;

export interface SeenNow extends Compared {
	openRestore: Pick<Restore, "id" | "noticed_at" | "window_from"> | null;
	/** A finished restore explains losses until this real time, ms since 1970. */
	explainedUntil: number;
	/** Older card tokens may have been used. Real time, ms since 1970; 0 without a restore. */
	tokensFrom: number;
}

/** An index is read from its end at constant cost. */
const readStatement = `
	/* prepare: read-seen */
	select
		(select installation_id from installation) as "installationId",
		(select row_to_json(newest) from (
			select id, transaction_id as "transactionId", created_at as "createdAt" from transactions order by id desc limit 1
		) newest) as transaction,
		(select row_to_json(newest) from (
			select id, transaction_id as "transactionId", created_at as "createdAt" from eft_transactions order by id desc limit 1
		) newest) as eft,
		(select coalesce(json_object_agg(originator_id, last_file_creation_number), '{}') from aft.originators) as "fileNumbers",
		(select json_object_agg(sequencename, coalesce(last_value, start_value - 1)) from pg_sequences
			where schemaname = current_schema()) as sequences,
		$1::text is null or exists (select from transactions where transaction_id = $1) as "hasTransaction",
		$2::text is null or exists (select from eft_transactions where transaction_id = $2) as "hasEft",
		(select count(*) from unnest($3::text[]) as written (id)
			where not exists (select from transactions where transaction_id = written.id)) as "justWrittenMissing",
		(select row_to_json(open) from (
			select id, noticed_at, window_from from restores where finished_at is null
		) open) as "openRestore",
		(select coalesce(max(least(noticed_at, finished_at)), 0) from restores) as "explainedUntil",
		(select coalesce(max(finished_at), 0) from restores) as "tokensFrom"`;

/** @param justWritten transaction_ids */
export async function readSeenNow(
	database: Database,
	seen: Seen | undefined,
	justWritten: readonly string[],
): Promise<SeenNow> {
	const parameters = [seen?.transaction?.transactionId ?? null, seen?.eft?.transactionId ?? null, justWritten];
	const { rows } = await database.executeQuery<SeenNow>(CompiledQuery.raw(readStatement, parameters));
	const [row] = rows;
	if (row === undefined) throw new Error("The database returned no row.");
	return row;
}

export async function readInstallationId(database: Database): Promise<string> {
	const { installation_id: id } = await database
		.selectFrom("installation")
		.select("installation_id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Returns the last time until which the database is complete. Times are ms since 1970; 0 without one. */
export async function findLastKept(
	database: Database,
	{ transaction, at }: Pick<Seen, "transaction" | "at">,
): Promise<number> {
	const { rows } = await sql<{ kept: number | null }>`
		select greatest(
			(select created_at from transactions
				where id <= ${transaction?.id ?? Number.MAX_SAFE_INTEGER}::bigint
					and created_at <= ${transaction?.createdAt ?? at}::bigint
				order by id desc limit 1),
			(select occurred_at from audit_log where occurred_at <= ${at}::bigint order by sequence desc limit 1)
		) as kept`.execute(database);
	return Math.min(rows[0]?.kept ?? 0, at);
}

/** Returns `undefined` if a restore is open. */
export async function insertRestore(
	transaction: Database,
	restore: Pick<Restore, "noticed_at" | "window_from" | "missing" | "kept_file_numbers">,
): Promise<number | undefined> {
	const { rows } = await sql<{ id: number }>`
		insert into restores (noticed_at, window_from, missing, kept_file_numbers)
		values (
			${restore.noticed_at}, ${restore.window_from}, ${JSON.stringify(restore.missing)}::jsonb,
			${JSON.stringify(restore.kept_file_numbers)}::jsonb
		)
		on conflict ((true)) where finished_at is null do nothing
		returning id`.execute(transaction);
	return rows[0]?.id;
}

/** Keeps the higher number of a bank file. Times are real, ms since 1970. */
export async function addToOpenRestore(
	database: Database,
	{ seenAt, windowFrom, fileNumbers }: { seenAt: number; windowFrom: number; fileNumbers: Seen["fileNumbers"] },
): Promise<void> {
	await sql`
		update restores set
			noticed_at = greatest(noticed_at, ${seenAt}::bigint),
			window_from = least(window_from, ${windowFrom}::bigint),
			file_numbers = file_numbers || coalesce((
				select jsonb_object_agg(given.key, given.value) from jsonb_each(${JSON.stringify(fileNumbers)}::jsonb) as given
				where not file_numbers ? given.key or (given.value::integer - coalesce((file_numbers ->> given.key)::integer, 0) + 9999) % 9999 < 5000
			), '{}')
		where finished_at is null`.execute(database);
}

export async function addLostHead(database: Database, head: LostHead): Promise<void> {
	const heads = JSON.stringify([head]);
	await sql`
		update restores set lost_heads = lost_heads || ${heads}::jsonb
		where finished_at is null and not lost_heads @> ${heads}::jsonb`.execute(database);
}

/** Accepting a head that is there would let somebody remove it later. */
export async function isHeadLost(database: Database, { sequence, seal }: LostHead): Promise<boolean> {
	const { rows } = await sql<{ lost: boolean }>`
		select not exists (select from audit_log where sequence = ${sequence} and seal = decode(${seal}, 'hex'))
			and not exists (select from audit_cutoffs where sequence >= ${sequence}) as lost`.execute(database);
	return rows[0]?.lost === true;
}

/** Returns the start of the lost windows of restores that were finished after a time, ms since 1970. */
export async function findLostFrom(database: Database, finishedAfter: number): Promise<number | undefined> {
	const { lost_from: lostFrom } = await database
		.selectFrom("restores")
		.select((row) => row.fn.min("window_from").as("lost_from"))
		.where("finished_at", ">", finishedAfter)
		.executeTakeFirstOrThrow();
	return lostFrom ?? undefined;
}

export function findOpenRestore(database: Database): Promise<Restore | undefined> {
	return database.selectFrom("restores").selectAll().where("finished_at", "is", null).executeTakeFirst();
}

export function listFinishedRestores(database: Database): Promise<Restore[]> {
	return database
		.selectFrom("restores")
		.selectAll()
		.where("finished_at", "is not", null)
		.orderBy("id", "desc")
		.execute();
}

export function lockOpenRestore(transaction: Database): Promise<Restore | undefined> {
	return transaction.selectFrom("restores").selectAll().where("finished_at", "is", null).forUpdate().executeTakeFirst();
}

export async function updateRestore(
	transaction: Database,
	id: number,
	{ open_items: items, ...values }: Partial<Pick<Restore, "reconciled_at" | "open_items" | "finished_at" | "mac">>,
): Promise<void> {
	const openItems = items && { open_items: JSON.stringify(items) as never };
	await transaction
		.updateTable("restores")
		.set({ ...values, ...openItems })
		.where("id", "=", id)
		.execute();
}
