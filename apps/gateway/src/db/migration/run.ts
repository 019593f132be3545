/*
 * Online migrations are lists of steps, recorded one by one, beside gateways of the previous version; offline ones take alone the
 * advisory lock that every connection of a gateway shares. `grants.ts` gives the serving role its rights. A prepared statement
 * names its columns, because PostgreSQL refuses one whose result a new column changes.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { ConfigError } from "../../config-error.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import { inOrder, type Migrations, type NamedMigration, type OnlineMigration } from "./migration.ts";
import {
	type MigrationDatabase,
	type PendingMigration,
	recordMigration,
	recordStep,
	requireKnownSchema,
} from "./schema-record.ts";
import { admitGateways, excludeGateways } from "./serving.ts";
import { runStep } from "./steps.ts";

const refusals = {
	offline: (name: string) =>
		new ConfigError(
			`The migration ${name} is offline, because no gateway may serve while it runs. Stop all gateways, then run: npm run migrate -- offline`,
		),
	serving: (name: string) =>
		new ConfigError(
			`The migration ${name} is offline, and a gateway or a command is connected. Stop all gateways, and begin again.`,
		),
};

/** The wait before the next look whether another process has ended its migrations. */
const lockPauseMs = 250;

export interface RunOptions {
	/** Stops before the first offline migration, with an error. An empty database has no gateway to disturb. */
	onlyOnline?: boolean;
	/** Called for each migration and step. */
	report?: (line: string) => void;
	/** Gives up a change or a slice of a backfill that waits so long for locks. */
	patienceMs?: number;
}

/**
 * Runs what has not run, in the order of names. Several processes may call this at once: one runs, the others wait. A
 * process that dies is no obstacle: the next one continues with the step that did not end.
 *
 * @returns the names of the migrations that ran
 * @throws ConfigError when another version wrote the schema, it was changed by hand, or an offline migration may not run
 * @throws the error of a failing migration. An offline one is rolled back, an online one keeps the steps that are done
 */
export async function runMigrations(
	database: MigrationDatabase,
	migrations: Migrations,
	options: RunOptions = {},
): Promise<string[]> {
	// One connection holds the lock and runs everything, so that the lock is lost with the connection that works.
	return database.connection().execute(async (connection) => {
		await lock(connection);
		const ran: string[] = [];
		try {
			let pending = await requireKnownSchema(connection, migrations);
			const isEmpty = pending.length === inOrder(migrations).length;
			const onlyOnline = options.onlyOnline === true && !isEmpty;
			for (; pending[0] !== undefined; pending = await requireKnownSchema(connection, migrations)) {
				await runOne(connection, pending[0], { ...options, onlyOnline });
				ran.push(pending[0].migration.name);
			}
			return ran;
		} finally {
			await sql`select pg_advisory_unlock(${advisoryLocks.migration})`.execute(connection).catch(() => undefined);
		}
	});
}

/** Asks again and again: a statement that waits for the lock holds a snapshot, which an index that is being built waits for. */
async function lock(connection: MigrationDatabase): Promise<void> {
	for (;;) {
		const { rows } = await sql<{ is_held: boolean }>`
			select pg_try_advisory_lock(${advisoryLocks.migration}) as is_held`.execute(connection);
		if (rows[0]?.is_held === true) return;
		await delay(lockPauseMs);
	}
}

async function runOne(connection: MigrationDatabase, pending: PendingMigration, options: RunOptions): Promise<void> {
	const { migration, begun } = pending;
	options.report?.(`${migration.name}: ${begun === undefined ? "begins" : "continues"} (${migration.kind})`);
	const startedAt = performance.now();
	if (migration.kind === "online") await runOnline(connection, migration, begun, options);
	else if (options.onlyOnline === true) throw refusals.offline(migration.name);
	else await runOffline(connection, migration);
	options.report?.(`${migration.name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function runOffline(
	connection: MigrationDatabase,
	migration: NamedMigration & { kind: "offline" },
): Promise<void> {
	if (!(await excludeGateways(connection))) throw refusals.serving(migration.name);
	try {
		await connection.transaction().execute(async (transaction) => {
			await migration.up(transaction as unknown as Kysely<unknown>);
			await recordMigration(transaction, migration);
		});
	} finally {
		await admitGateways(connection).catch(() => undefined);
	}
}

async function runOnline(
	connection: MigrationDatabase,
	migration: NamedMigration & OnlineMigration & { kind: "online" },
	begun: PendingMigration["begun"],
	{ report, patienceMs }: RunOptions,
): Promise<void> {
	const { name, steps } = migration;
	if (begun === undefined) await recordMigration(connection, migration);
	let filledThrough = begun?.filledThrough ?? null;
	for (const [place, step] of steps.entries()) {
		if (place < (begun?.stepsDone ?? 0)) continue;
		report?.(`${name}: step ${place + 1} of ${steps.length}`);
		await runStep(connection, step, {
			name,
			filledThrough,
			patienceMs,
			recordDone: (database) => recordStep(database, name, place + 1, steps.length),
		});
		filledThrough = null;
	}
}
