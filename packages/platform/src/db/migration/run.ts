/* Offline migrations take alone the advisory lock that every connection of a gateway shares. */
import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { ConfigError } from "../../config-error.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import { inOrder, type Migrations, type OnlineStep } from "./migration.ts";
import { type MigrationDatabase, type PendingMigration, recordMigration, requireKnownSchema } from "./schema-record.ts";
import { admitGateways, excludeGateways } from "./serving.ts";

const refusals = {
	offline: (name: string) =>
		new ConfigError(
			`The migration ${name} is offline, because no gateway may serve while it runs. Stop all gateways, then run: npm run migrate -- offline`,
		),
	busy: (name: string, cause: unknown) =>
		new ConfigError(
			`The migration ${name} found no moment for its locks: end the transactions that are open for long (select * from ` +
				"pg_stat_activity order by xact_start), and run it again.",
			{ cause },
		),
	serving: (name: string) =>
		new ConfigError(
			`The migration ${name} is offline, and a gateway or a command is connected. Stop all gateways, and begin again.`,
		),
};

/** Sales wait behind a statement that waits for its lock. */
const lockWaitMs = 200;
const statementLimitMs = 800;

export interface RunOptions {
	/** Throws before an offline migration of an existing database. */
	onlyOnline?: boolean;
	report?: (line: string) => void;
	patienceMs?: number;
}

/** Runs in one process; the others wait. A failing migration is rolled back. */
export async function runMigrations(
	database: MigrationDatabase,
	migrations: Migrations,
	options: RunOptions = {},
): Promise<string[]> {
	// One connection, so that the lock is lost with the work.
	return database.connection().execute(async (connection) => {
		await sql`select pg_advisory_lock(${advisoryLocks.migration})`.execute(connection);
		try {
			const pending = await requireKnownSchema(connection, migrations);
			const isEmpty = pending.length === inOrder(migrations).length;
			const onlyOnline = options.onlyOnline === true && !isEmpty;
			for (const one of pending) await runOne(connection, one, { ...options, onlyOnline });
			return pending.map(({ migration }) => migration.name);
		} finally {
			await sql`select pg_advisory_unlock(${advisoryLocks.migration})`.execute(connection).catch(() => undefined);
		}
	});
}

async function runOne(connection: MigrationDatabase, pending: PendingMigration, options: RunOptions): Promise<void> {
	const { name, kind } = pending.migration;
	options.report?.(`${name}: begins (${kind})`);
	const startedAt = performance.now();
	if (kind === "online") await patiently(name, () => apply(connection, pending), options.patienceMs);
	else if (options.onlyOnline === true) throw refusals.offline(name);
	else await withoutGateways(connection, name, () => apply(connection, pending));
	options.report?.(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function withoutGateways(connection: MigrationDatabase, name: string, work: () => Promise<void>): Promise<void> {
	if (!(await excludeGateways(connection))) throw refusals.serving(name);
	try {
		await work();
	} finally {
		await admitGateways(connection).catch(() => undefined);
	}
}

async function apply(connection: MigrationDatabase, { migration, stepsDone }: PendingMigration): Promise<void> {
	await connection.transaction().execute(async (transaction) => {
		if (migration.kind === "offline") await migration.up(transaction as unknown as Kysely<unknown>);
		else await runSteps(transaction, migration.steps.slice(stepsDone));
		await recordMigration(transaction, migration);
	});
}

async function runSteps(transaction: MigrationDatabase, steps: readonly OnlineStep[]): Promise<void> {
	// Ends an autovacuum without making readers or writers wait.
	for (const { locks } of steps) {
		if (locks !== undefined) {
			await sql`lock table ${sql.table(locks)} in share update exclusive mode`.execute(transaction);
		}
	}
	await sql`
		select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true), set_config('statement_timeout', ${`${statementLimitMs}ms`}, true)`.execute(
		transaction,
	);
	for (const { statement } of steps) await sql.raw(statement).execute(transaction);
}

const retryPauseMs = 1_000;

/** Lock not available, deadlock, time limit. */
const busyStates = new Set(["55P03", "40P01", "57014"]);

async function patiently(name: string, attempt: () => Promise<void>, patienceMs = 600_000): Promise<void> {
	const startedAt = performance.now();
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			if (!(error instanceof Error && "code" in error && busyStates.has(String(error.code)))) throw error;
			if (performance.now() - startedAt > patienceMs) throw refusals.busy(name, error);
			await delay(retryPauseMs);
		}
	}
}
