import { type RawBuilder, sql } from "kysely";
import { ConfigError } from "../../config-error.ts";
import type { MigrationDatabase } from "./schema-record.ts";

const fewerRights: Readonly<Record<string, string>> = {
	applied_migrations: "select",
	// Only the audit role's function appends; the owner prunes.
	audit_inbox: "select, insert",
	audit_log: "select",
	audit_cutoffs: "select",
	transactions: "select, insert, update",
	// Another id would stop every gateway.
	installation: "select",
	// A finished restore explains lost rows.
	restores: "select, insert, update",
};

const ownSchemas = ["vault", "demo_processor", "demo_rail", "aft"];

/** Triggers that keep rows, such as a ledger's. */
const [neverChanged, neverDeleted] = ["never_changed", "never_deleted"];

/** The bit of `pg_trigger.tgtype` of row triggers. */
const judgesRows = 1;

interface Relation {
	name: string;
	never_changes: boolean;
	never_deleted: boolean;
}

const sealFunction = "seal_audit_events(bigint[], bigint[], bigint[], bytea[])";

/**
 * Requires the tables' owner and a member of the audit role. New tables have no rights.
 * @throws ConfigError when a role is missing
 */
export async function grantRights(database: MigrationDatabase, servingRole: string): Promise<void> {
	// It cannot sign in.
	const auditRole = `${servingRole}_audit`;
	await requireRoles(database, servingRole, auditRole);
	await database.transaction().execute(async (transaction) => {
		const run = (statement: RawBuilder<unknown>) => statement.execute(transaction);
		const [serving, audit] = [sql.id(servingRole), sql.id(auditRole)];
		for (const { name, relations, sequences } of await listSchemas(transaction)) {
			const schema = sql.id(name);
			await run(sql`grant usage on schema ${schema} to ${serving}, ${audit}`);
			for (const relation of relations) {
				const table = sql.id(name, relation.name);
				await run(sql`revoke all on ${table} from ${serving}, ${audit}`);
				await run(sql`grant ${sql.raw(rightsOn(relation))} on ${table} to ${serving}`);
			}
			for (const sequence of sequences) {
				await run(sql`grant usage, select, update on sequence ${sql.id(name, sequence)} to ${serving}`);
			}
		}
		await run(sql`grant select, insert on audit_log to ${audit}`);
		await run(sql`grant select on audit_cutoffs to ${audit}`);
		await run(sql`grant select, delete on audit_inbox to ${audit}`);
		await giveSealing(transaction, auditRole, servingRole);
	});
}

function rightsOn({ name, never_changes: neverChanges, never_deleted: staysForever }: Relation): string {
	const usual = neverChanges ? "" : staysForever ? ", update" : ", update, delete";
	return fewerRights[name] ?? `select, insert${usual}`;
}

async function requireRoles(database: MigrationDatabase, ...roles: string[]): Promise<void> {
	const { rows } = await sql<{ role: string }>`
		select role from unnest(${roles}::text[]) as role
		where not exists (select from pg_roles where rolname = role)`.execute(database);
	const [missing] = rows;
	if (missing === undefined) return;
	throw new ConfigError(
		`There is no role ${missing.role}: create the roles of docs/operate/database.md, then run npm run migrate -- online`,
	);
}

async function listSchemas(database: MigrationDatabase) {
	const { rows } = await sql<{ name: string; relations: Relation[]; sequences: string[] }>`
		select nspname as name,
			coalesce(json_agg(json_build_object(
				'name', relname,
				'never_changes', exists (
					select from pg_trigger
					where tgrelid = pg_class.oid and tgname = ${neverChanged} and tgtype & ${judgesRows}::int = 0
				),
				'never_deleted', exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = ${neverDeleted})
			)) filter (where relkind in ('r', 'p')), '[]') as relations,
			coalesce(json_agg(relname) filter (where relkind = 'S'), '[]') as sequences
		from pg_namespace join pg_class on relnamespace = pg_namespace.oid
		where (nspname = current_schema() or nspname = any(${ownSchemas}::text[])) and pg_has_role(relowner, 'usage')
		group by nspname`.execute(database);
	return rows;
}

async function giveSealing(transaction: MigrationDatabase, auditRole: string, servingRole: string): Promise<void> {
	const { rows } = await sql<{ owner: string; schema: string }>`
		select pg_get_userbyid(proowner) as owner, current_schema() as schema
		from pg_proc where oid = ${sealFunction}::regprocedure`.execute(transaction);
	const [found] = rows;
	if (found === undefined) throw new Error("There is no function that seals audit events.");
	const [audit, schema, seal] = [sql.id(auditRole), sql.id(found.schema), sql.raw(sealFunction)];
	if (found.owner !== auditRole) {
		// A new owner needs the right to create.
		await sql`grant create on schema ${schema} to ${audit}`.execute(transaction);
		await sql`alter function ${seal} owner to ${audit}`.execute(transaction);
		await sql`revoke create on schema ${schema} from ${audit}`.execute(transaction);
	}
	await sql`grant execute on function ${seal} to ${sql.id(servingRole)}`.execute(transaction);
}
