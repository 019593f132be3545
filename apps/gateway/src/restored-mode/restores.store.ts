import { CompiledQuery, type Selectable, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { LostHead, RestoreTables, Seen } from "./tables.ts";

export type Restore = Selectable<RestoreTables["restores"]>;

export interface SeenNow extends Omit<Seen, "at"> {
	hasTransaction: boolean;
	hasEft: boolean;
	hasAuditHead: boolean;
	justWrittenMissing: number;
	openRestore: Pick<Restore, "id" | "noticed_at" | "window_from"> | null;
	/** A finished restore explains losses until this real time, ms since 1970. */
	explainedUntil: number;
	/** Older card tokens may have been used. Real time, ms since 1970; 0 without a restore. */
	tokensFrom: number;
}

/** An index is read from its end at constant cost. The last audit event is never pruned. */
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
		(select row_to_json(newest) from (
			select sequence, encode(seal, 'hex') as seal from audit_log order by sequence desc limit 1
		) newest) as "auditHead",
		(select coalesce(json_object_agg(originator_id, last_file_creation_number), '{}') from aft.originators) as "fileNumbers",
		$1::text is null or exists (select from transactions where transaction_id = $1) as "hasTransaction",
		$2::text is null or exists (select from eft_transactions where transaction_id = $2) as "hasEft",
		$3::bigint is null or exists (select from audit_log where sequence = $3 and seal = decode($4, 'hex'))
			or exists (select from audit_cutoffs where sequence >= $3) and exists (select from audit_log where sequence > $3)
			as "hasAuditHead",
		(select count(*) from unnest($5::text[]) as written (id)
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
	const { transaction, eft, auditHead } = seen ?? {};
	const parameters = [
		transaction?.transactionId ?? null,
		eft?.transactionId ?? null,
		auditHead?.sequence ?? null,
		auditHead?.seal ?? null,
		justWritten,
	];
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
	{ transaction, auditHead, at }: Pick<Seen, "transaction" | "auditHead" | "at">,
): Promise<number> {
	const { rows } = await sql<{ kept: number | null }>`
		select greatest(
			(select created_at from transactions
				where id <= ${transaction?.id ?? Number.MAX_SAFE_INTEGER}::bigint
					and created_at <= ${transaction?.createdAt ?? at}::bigint
				order by id desc limit 1),
			(select occurred_at from audit_log
				where sequence <= ${auditHead?.sequence ?? Number.MAX_SAFE_INTEGER}::bigint and occurred_at <= ${at}::bigint
				order by sequence desc limit 1)
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

/** Times are real, ms since 1970. */
interface SeenBefore {
	seenAt: number;
	windowFrom: number;
	lostHead?: LostHead;
	fileNumbers: Seen["fileNumbers"];
}

/** Keeps the higher number of a bank file. */
export async function addToOpenRestore(
	database: Database,
	{ seenAt, windowFrom, lostHead, fileNumbers }: SeenBefore,
): Promise<void> {
	const head = JSON.stringify(lostHead === undefined ? [] : [lostHead]);
	await sql`
		update restores set
			noticed_at = greatest(noticed_at, ${seenAt}::bigint),
			window_from = least(window_from, ${windowFrom}::bigint),
			lost_heads = case when lost_heads @> ${head}::jsonb then lost_heads else lost_heads || ${head}::jsonb end,
			file_numbers = file_numbers || coalesce((
				select jsonb_object_agg(given.key, given.value) from jsonb_each(${JSON.stringify(fileNumbers)}::jsonb) as given
				where not file_numbers ? given.key or (given.value::integer - coalesce((file_numbers ->> given.key)::integer, 0) + 9999) % 9999 < 5000
			), '{}')
		where finished_at is null`.execute(database);
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
