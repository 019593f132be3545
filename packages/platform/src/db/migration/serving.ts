import { sql } from "kysely";
import type pg from "pg";
import { ConfigError } from "../../config-error.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import type { MigrationDatabase } from "./schema-record.ts";

export class SchemaNotServed extends ConfigError {}

const refusals = {
	running: () => new SchemaNotServed("An offline migration is running: start this gateway when it has ended."),
	ahead: (name: string) =>
		new SchemaNotServed(
			`A newer version has changed the tables (it has the migration ${name}), and this version cannot serve beside it: ` +
				"start the newer version, or restore a backup from before the upgrade.",
		),
};

/**
 * Shares the lock in every connection, so a gateway that was cut off cannot return to other tables.
 * @param newest the last offline migration of this version
 * @throws SchemaNotServed
 */
export async function holdSchema(client: pg.ClientBase, newest: string): Promise<void> {
	// The second statement's snapshot is taken under the lock.
	const found: unknown = await client.query(`
		select pg_try_advisory_lock_shared(${advisoryLocks.serving}) as is_held;
		select max(name) as newest from applied_migrations where kind = 'offline'`);
	const [lock, applied] = found as [pg.QueryResult<{ is_held: boolean }>, pg.QueryResult<{ newest: string | null }>];
	if (lock.rows[0]?.is_held !== true) throw refusals.running();
	const ran = applied.rows[0]?.newest ?? "";
	if (ran > newest) throw refusals.ahead(ran);
}

export async function excludeGateways(connection: MigrationDatabase): Promise<boolean> {
	const { rows } = await sql<{ is_held: boolean }>`
		select pg_try_advisory_lock(${advisoryLocks.serving}) as is_held`.execute(connection);
	return rows[0]?.is_held === true;
}

export async function admitGateways(connection: MigrationDatabase): Promise<void> {
	await sql`select pg_advisory_unlock(${advisoryLocks.serving})`.execute(connection);
}
