import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { ConfigError } from "../../config-error.ts";
import type { BackfillStep, ChangeStep, IndexStep, OnlineStep } from "./migration.ts";
import type { MigrationDatabase } from "./schema-record.ts";

/** While a statement waits for a lock, every later statement on the table waits behind it: sales as well. */
const lockWaitMs = 200;
/** The time in which a change or a slice has to end, its lock waits included: a sale may wait for it. */
const statementLimitMs = 800;
/** The wait before a change is tried again, so that sales go on between. */
const retryPauseMs = 1_000;
const defaultPatienceMs = 600_000;

/** A slice is made larger or smaller until it takes about this long. */
const sliceGoalMs = 100;
const firstSliceRows = 500;
const largestSliceRows = 5_000;
/** Below it, the time is that of the commit: on a slow disk, fewer rows would not make a slice shorter. */
const smallestSliceRows = 100;

/** A lock was not available, a deadlock, a statement that took too long: another try may succeed. */
const busyStates = new Set(["55P03", "40P01", "57014"]);

interface StepContext {
	/** The migration's name. */
	name: string;
	filledThrough: string | null;
	patienceMs: number | undefined;
	recordDone: (database: MigrationDatabase) => Promise<void>;
}

/** Runs a step of an online migration, which may have begun before, and records its end. */
export async function runStep(connection: MigrationDatabase, step: OnlineStep, context: StepContext): Promise<void> {
	if (step.kind === "change") return runChange(connection, step, context);
	if (step.kind === "index") await buildIndex(connection, step);
	else await backfill(connection, step, context);
	await context.recordDone(connection);
}

async function runChange(connection: MigrationDatabase, step: ChangeStep, context: StepContext): Promise<void> {
	const attempt = () =>
		connection.transaction().execute(async (transaction) => {
			// Ends an autovacuum of the table, for which nothing that reads or writes rows has to wait.
			if (step.locks !== undefined) {
				await sql`lock table ${sql.table(step.locks)} in share update exclusive mode`.execute(transaction);
			}
			await limitTime(transaction);
			await sql.raw(step.statement).execute(transaction);
			await context.recordDone(transaction);
		});
	await patiently(context, attempt);
}

/** No sale waits for an index that is built concurrently, so its locks and statements have no limit. */
async function buildIndex(connection: MigrationDatabase, { name, on, isUnique }: IndexStep): Promise<void> {
	const { rows } = await sql<{ is_valid: boolean }>`
		select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.execute(connection);
	// The process that built it died before it could record that.
	if (rows[0]?.is_valid === true) return;
	// Left by a build that did not end.
	if (rows[0] !== undefined) await sql`drop index concurrently ${sql.id(name)}`.execute(connection);
	const unique = sql.raw(isUnique ? "unique" : "");
	await sql`create ${unique} index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(connection);
}

/** Fills rows slice by slice. Sales have the disk for as long as each slice took. */
async function backfill(connection: MigrationDatabase, step: BackfillStep, context: StepContext): Promise<void> {
	let rows = firstSliceRows;
	let through = context.filledThrough;
	for (;;) {
		const startedAt = performance.now();
		const attempt = () => fillSlice(connection, step, { name: context.name, after: through, rows });
		const onBusy = () => {
			rows = Math.max(1, Math.floor(rows / 2));
		};
		const last = await patiently(context, attempt, onBusy);
		if (last === null) return;
		through = last;
		const ms = performance.now() - startedAt;
		rows = nextSliceRows(rows, ms);
		await delay(ms);
	}
}

/** Returns the size of the next slice. Pure. */
export function nextSliceRows(rows: number, ms: number): number {
	if (ms > 2 * sliceGoalMs) return Math.min(rows, Math.max(smallestSliceRows, Math.floor(rows / 2)));
	return ms < sliceGoalMs ? Math.min(largestSliceRows, rows * 2) : rows;
}

/** Fills the rows behind a key, and stores how far it came. Returns the last key; null behind the last row. */
async function fillSlice(
	connection: MigrationDatabase,
	{ table, key, set, where }: BackfillStep,
	{ name, after, rows }: { name: string; after: string | null; rows: number },
): Promise<string | null> {
	return connection.transaction().execute(async (transaction) => {
		await limitTime(transaction);
		const id = sql.id(key);
		const behind = after === null ? sql`true` : sql`${id} > ${after}`;
		const found = await sql<{ last: string | null }>`
			select max(${id})::text as last
			from (select ${id} from ${sql.table(table)} where ${behind} order by ${id} limit ${rows}) as slice`.execute(
			transaction,
		);
		const last = found.rows[0]?.last ?? null;
		if (last === null) return null;
		await sql`
			update ${sql.table(table)} set ${sql.raw(set)}
			where ${behind} and ${id} <= ${last} and (${sql.raw(where)})`.execute(transaction);
		await transaction
			.updateTable("applied_migrations")
			.set({ filled_through: last })
			.where("name", "=", name)
			.execute();
		return last;
	});
}

async function limitTime(transaction: MigrationDatabase): Promise<void> {
	await sql`
		select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true), set_config('statement_timeout', ${`${statementLimitMs}ms`}, true)`.execute(
		transaction,
	);
}

/**
 * Repeats a transaction that other transactions keep from its locks.
 *
 * @throws ConfigError when it found no moment
 */
async function patiently<Result>(
	{ name, patienceMs = defaultPatienceMs }: StepContext,
	attempt: () => Promise<Result>,
	onBusy?: () => void,
): Promise<Result> {
	const startedAt = performance.now();
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			if (!isBusy(error)) throw error;
			if (performance.now() - startedAt > patienceMs) throw tooBusy(name, error);
			onBusy?.();
			await delay(retryPauseMs);
		}
	}
}

function isBusy(error: unknown): boolean {
	return error instanceof Error && "code" in error && busyStates.has(String(error.code));
}

function tooBusy(name: string, cause: unknown): ConfigError {
	return new ConfigError(
		`The migration ${name} found no moment for its locks: end the transactions that are open for long (select * from ` +
			"pg_stat_activity order by xact_start), and run it again. It continues where it stopped.",
		{ cause },
	);
}
