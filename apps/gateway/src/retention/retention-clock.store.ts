import { sql } from "kysely";
import type { Database } from "../db/database.ts";

/** A time of the database's clock with the running time of gateways until then. */
export interface Checkpoint {
	runningMs: number;
	/** ms since 1970. */
	observedAt: number;
}

interface RetentionState {
	/** Present until an operator resumes retention. */
	stopReason: string | undefined;
	/** The newest time in records that gateways write often; ms since 1970. */
	newestRecord: number;
	/** The checkpoint with the longest running time. */
	latest: Checkpoint | undefined;
}

export async function readRetentionState(database: Database): Promise<RetentionState> {
	const stop = await findRetentionStop(database);
	const latest = await findCheckpoint(database, Number.MAX_SAFE_INTEGER);
	const { rows } = await sql<{ newest: number | null }>`
		/* prepare: newest-key */
		select max(created_at) as newest from idempotency_keys`.execute(database);
	const newestRecord = Math.max(rows[0]?.newest ?? 0, latest?.observedAt ?? 0);
	return { stopReason: stop?.reason, newestRecord, latest };
}

/** Finds the last checkpoint with at most this running time. */
export async function findCheckpoint(database: Database, maximumRunningMs: number): Promise<Checkpoint | undefined> {
	const { rows } = await sql<Checkpoint>`
		/* prepare: find-checkpoint */
		select running_ms as "runningMs", observed_at as "observedAt" from retention_checkpoints
		where running_ms <= ${Math.floor(maximumRunningMs)} order by running_ms desc limit 1`.execute(database);
	return rows[0];
}

/** Adds a checkpoint, unless another gateway has added it. */
export async function addCheckpoint(database: Database, { runningMs, observedAt }: Checkpoint): Promise<void> {
	await database
		.insertInto("retention_checkpoints")
		.values({ running_ms: Math.round(runningMs), observed_at: observedAt })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

export async function deleteCheckpoints(database: Database, beforeRunningMs: number): Promise<void> {
	await database.deleteFrom("retention_checkpoints").where("running_ms", "<", Math.floor(beforeRunningMs)).execute();
}

/** Stops retention; an earlier stop keeps its reason. */
export async function stopRetention(database: Database, stoppedAt: number, reason: string): Promise<void> {
	await database
		.insertInto("retention_stop")
		.values({ stopped_at: stoppedAt, reason })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/**
 * Moves records that are ahead of the database's clock back to it, and forgets running time that was counted from there. Returns
 * `false` when none was ahead.
 */
export async function moveRecordsBack(transaction: Database, now: number): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("idempotency_keys")
		.set({ created_at: now })
		.where("created_at", ">", now)
		.executeTakeFirst();
	const { numDeletedRows } = await transaction
		.deleteFrom("retention_checkpoints")
		.where("observed_at", ">", now)
		.executeTakeFirst();
	return numUpdatedRows + numDeletedRows > 0n;
}

/** Finds the stop of retention, until an operator resumes it. */
export async function findRetentionStop(database: Database) {
	const { rows } = await sql<{ stopped_at: number; reason: string }>`
		/* prepare: find-retention-stop */
		select stopped_at, reason from retention_stop`.execute(database);
	return rows[0];
}

/** Resumes retention. Returns `false` when it was not stopped. */
export async function resumeRetention(transaction: Database): Promise<boolean> {
	const { numDeletedRows } = await transaction.deleteFrom("retention_stop").executeTakeFirst();
	return numDeletedRows === 1n;
}
