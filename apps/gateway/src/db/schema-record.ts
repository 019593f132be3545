import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { z } from "zod";
import { ConfigError } from "../config.ts";

/** Differences that a message names. */
const namedDifferences = 4;

const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");

const { version: gatewayVersion } = z.object({ version: z.string() }).parse(JSON.parse(manifest));

interface AppliedMigration {
	name: string;
	/** The hash of the statements that ran. */
	statements_hash: string;
	gateway_version: string;
	/** The schema after the migration, one object per line. */
	catalog: string[];
}

export interface MigrationTables {
	applied_migrations: AppliedMigration;
	kysely_migration: { name: string };
}

/** Returns the hash of a migration's statements, which it sends to no database. */
async function hashStatements(migration: Migration): Promise<string> {
	const hash = createHash("sha256");
	const recorder = new Kysely<unknown>({
		dialect: {
			createAdapter: () => new PostgresAdapter(),
			createDriver: () => new DummyDriver(),
			createIntrospector: (database) => new PostgresIntrospector(database),
			createQueryCompiler: () => new PostgresQueryCompiler(),
		},
		log: ({ query }) => void hash.update(JSON.stringify([query.sql, query.parameters])),
	});
	await migration.up(recorder);
	return hash.digest("hex");
}

/** Returns a migration that records its hash, its version and the resulting schema in the same transaction. */
export function recorded(name: string, migration: Migration): Migration {
	return {
		async up(database: Kysely<MigrationTables>) {
			await migration.up(database);
			await database
				.insertInto("applied_migrations")
				.values({
					name,
					statements_hash: await hashStatements(migration),
					gateway_version: gatewayVersion,
					catalog: await readCatalog(database),
				})
				.execute();
		},
	};
}

/**
 * Checks that migrations of this version made the schema.
 *
 * @returns `true` if every migration has run
 * @throws ConfigError that says which version made the schema
 */
export async function requireKnownMigrations(
	database: Kysely<MigrationTables>,
	migrations: Record<string, Migration>,
): Promise<boolean> {
	return isNewest(await readSchema(database), migrations);
}

/**
 * Checks that migrations of this version made the schema, and that it has not changed since. Additional tables and indexes are
 * allowed, unless an index is unique.
 *
 * @returns `true` if every migration has run
 * @throws ConfigError that says which version made the schema, or what has changed
 */
export async function requireKnownSchema(
	database: Kysely<MigrationTables>,
	migrations: Record<string, Migration>,
): Promise<boolean> {
	const schema = await readSchema(database);
	const hasRunAll = await isNewest(schema, migrations);
	const newest = schema.applied.at(-1);
	const differences = newest === undefined ? [] : compareCatalogs(newest.catalog, schema.catalog);
	if (differences.length > 0) throw new ConfigError(changedByHand(differences));
	return hasRunAll;
}

/** The schema of a database, compared with this version's migrations. */
export interface SchemaState {
	/** `older`: migrations have to run. `newer`: it has migrations that this version does not know. */
	state: "current" | "older" | "newer";
	/** The version whose migration came last; `undefined` for an empty database. */
	writtenBy: string | undefined;
}

/** Compares the names of migrations alone, which is cheap enough for a health check. */
export async function readSchemaState(
	database: Kysely<MigrationTables>,
	migrations: Record<string, Migration>,
): Promise<SchemaState> {
	const applied = await database
		.selectFrom("applied_migrations")
		.select(["name", "gateway_version"])
		.orderBy("name")
		.execute();
	const writtenBy = applied.at(-1)?.gateway_version;
	if (applied.some(({ name }) => migrations[name] === undefined)) return { state: "newer", writtenBy };
	return { state: applied.length < Object.keys(migrations).length ? "older" : "current", writtenBy };
}

type FoundSchema = Awaited<ReturnType<typeof readSchema>>;

async function isNewest({ executed, applied }: FoundSchema, migrations: Record<string, Migration>): Promise<boolean> {
	const newest = applied.at(-1);
	if (newest === undefined) {
		if (executed.length > 0) throw new ConfigError(madeOtherwise("an unknown version", executed[0] ?? ""));
		return false;
	}
	for (const { name, statements_hash, gateway_version } of applied) {
		const migration = migrations[name];
		if (migration === undefined) throw new ConfigError(madeByNewer(newest.gateway_version, name));
		if ((await hashStatements(migration)) !== statements_hash) {
			throw new ConfigError(madeOtherwise(`version ${gateway_version}`, name));
		}
	}
	return applied.length === Object.keys(migrations).length;
}

function madeByNewer(version: string, migration: string): string {
	return (
		`The database was written by version ${version}, which is newer than this version ${gatewayVersion} (it has the migration ` +
		`${migration}): start version ${version} or newer, or restore a backup from before the upgrade.`
	);
}

function madeOtherwise(version: string, migration: string): string {
	return (
		`The database was written by ${version}, whose migration ${migration} differs from that of this version ${gatewayVersion}: ` +
		"start the version that wrote it, or use another DATA_DIR or DATABASE_URL for a new database."
	);
}

function changedByHand(differences: string[]): string {
	const named = differences.slice(0, namedDifferences).join("; ");
	const others = differences.length - namedDifferences;
	const more = others > 0 ? `; and ${others} more` : "";
	return `The tables were changed since version ${gatewayVersion} wrote them (${named}${more}): undo the change, or restore a backup.`;
}

/** One snapshot, so that a migration by another gateway is seen whole or not at all. */
async function readSchema(database: Kysely<MigrationTables>) {
	return await database
		.transaction()
		.setIsolationLevel("repeatable read")
		.execute(async (transaction) => ({
			executed: (await hasTable(transaction, "kysely_migration"))
				? (await transaction.selectFrom("kysely_migration").select("name").orderBy("name").execute()).map(
						({ name }) => name,
					)
				: [],
			applied: (await hasTable(transaction, "applied_migrations"))
				? await transaction.selectFrom("applied_migrations").selectAll().orderBy("name").execute()
				: [],
			catalog: await readCatalog(transaction),
		}));
}

async function hasTable(database: Kysely<MigrationTables>, name: keyof MigrationTables): Promise<boolean> {
	const { rows } = await sql<{ exists: boolean }>`
		select to_regclass(quote_ident(current_schema()) || '.' || ${name}::text) is not null as exists`.execute(database);
	return rows[0]?.exists === true;
}

/**
 * Returns the columns, constraints, indexes, triggers and functions. Expressions are left out: their text may change with the
 * version of PostgreSQL. So are the constraints of NOT NULL, which PostgreSQL lists since 18.
 */
async function readCatalog(database: Kysely<MigrationTables>): Promise<string[]> {
	const { rows } = await sql<{ line: string }>`
		with schema as (
			select oid, case when nspname = current_schema() then '' else nspname || ':' end as prefix
			from pg_namespace where nspname in (current_schema(), 'vault')
		),
		tables as (
			select pg_class.oid, prefix || relname as name from pg_class join schema on relnamespace = schema.oid
			where relkind in ('r', 'p') and relname not like 'kysely\\_migration%'
		)
		select 'column ' || name || '.' || attname || ' ' || format_type(atttypid, atttypmod)
			|| case when attnotnull then ' not null' else '' end
			|| case when atthasdef then ' with default' else '' end
			|| case when attidentity <> '' then ' identity' else '' end as line
		from tables join pg_attribute on attrelid = tables.oid where attnum > 0 and not attisdropped
		union all
		select 'constraint ' || name || '.' || conname from tables join pg_constraint on conrelid = tables.oid
		where contype in ('c', 'f', 'p', 'u', 'x')
		union all
		select case when indisunique then 'unique index ' else 'index ' end || name || '.' || relname
		from tables join pg_index on indrelid = tables.oid join pg_class on pg_class.oid = indexrelid where indisvalid
		union all
		select 'trigger ' || name || '.' || tgname from tables join pg_trigger on tgrelid = tables.oid
		where not tgisinternal and tgenabled <> 'D'
		union all
		select 'function ' || prefix || proname || ' ' || md5(prosrc) from pg_proc join schema on pronamespace = schema.oid
		where not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(database);
	return rows.map(({ line }) => line).sort();
}

/** Returns what is missing, and what was added and could make a statement fail. */
function compareCatalogs(expected: string[], found: string[]): string[] {
	const tables = new Set(expected.map(tableOf));
	const [known, present] = [new Set(expected), new Set(found)];
	const missing = expected.filter((line) => !present.has(line));
	const added = found.filter(
		(line) => !known.has(line) && /^(?:column|constraint|unique|trigger) /.test(line) && tables.has(tableOf(line)),
	);
	return [...missing.map((line) => `missing ${line}`), ...added.map((line) => `added ${line}`)];
}

function tableOf(line: string): string | undefined {
	return /^(?:unique )?\w+ ([^.]+)\./.exec(line)?.[1];
}
