/* Every start compares the recorded version, hash and catalog. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
	DummyDriver,
	type Generated,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	sql,
} from "kysely";
import { z } from "zod";
import { ConfigError } from "../../config-error.ts";
import { inOrder, type Migrations, type NamedMigration } from "./migration.ts";

const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");

const { version: gatewayVersion } = z.object({ version: z.string() }).parse(JSON.parse(manifest));

interface AppliedMigration {
	name: string;
	kind: "offline" | "online";
	statements_hash: string;
	gateway_version: string;
	/** Steps of a migration that 0.1.0 did not finish. */
	steps_done: Generated<number>;
	is_finished: Generated<boolean>;
	catalog: string[];
}

export type MigrationDatabase = Kysely<{ applied_migrations: AppliedMigration }>;

async function hashStatements(migration: NamedMigration): Promise<string> {
	const hash = createHash("sha256");
	if (migration.kind === "online") return hash.update(JSON.stringify(migration.steps)).digest("hex");
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

export async function recordMigration(database: MigrationDatabase, migration: NamedMigration): Promise<void> {
	const row = {
		name: migration.name,
		kind: migration.kind,
		statements_hash: await hashStatements(migration),
		gateway_version: gatewayVersion,
		is_finished: true,
		catalog: await readCatalog(database),
	};
	await database
		.insertInto("applied_migrations")
		.values(row)
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
}

export interface PendingMigration {
	migration: NamedMigration;
	stepsDone: number;
}

/**
 * Accepts online migrations of a newer version.
 * @returns the migrations that have to run
 * @throws ConfigError for another version's schema
 */
export async function requireKnownMigrations(
	database: MigrationDatabase,
	migrations: Migrations,
): Promise<PendingMigration[]> {
	return findPending(await readSchema(database), migrations);
}

/**
 * Checks also for changes. Additional tables and indexes are allowed, unless an index is unique.
 * @returns the migrations that have to run
 * @throws ConfigError for another version's schema, or a changed one
 */
export async function requireKnownSchema(
	database: MigrationDatabase,
	migrations: Migrations,
): Promise<PendingMigration[]> {
	const schema = await readSchema(database);
	const pending = await findPending(schema, migrations);
	const differences = compareCatalogs(schema.recorded, schema.catalog);
	if (differences.length > 0) throw new ConfigError(changedByHand(differences));
	return pending;
}

export interface SchemaState {
	/** `newer`: it has an unknown offline migration. */
	state: "current" | "older" | "newer";
	writtenBy: string | undefined;
}

/** Compares names alone, for a cheap health check. */
export async function readSchemaState(database: MigrationDatabase, migrations: Migrations): Promise<SchemaState> {
	const applied = await database
		.selectFrom("applied_migrations")
		.select(["name", "kind", "gateway_version", "is_finished"])
		.orderBy("name")
		.execute();
	const writtenBy = applied.at(-1)?.gateway_version;
	const known = inOrder(migrations);
	const names = new Set(known.map(({ name }) => name));
	if (applied.some(({ name, kind }) => kind === "offline" && !names.has(name))) return { state: "newer", writtenBy };
	const done = applied.filter(({ name, is_finished }) => is_finished && names.has(name));
	return { state: done.length < known.length ? "older" : "current", writtenBy };
}

type FoundSchema = Awaited<ReturnType<typeof readSchema>>;

async function findPending({ applied, catalog }: FoundSchema, migrations: Migrations): Promise<PendingMigration[]> {
	const known = inOrder(migrations);
	if (applied.length === 0 && catalog.some((line) => line.startsWith("column merchants."))) {
		throw new ConfigError(madeOtherwise("an unknown version", known[0]?.name ?? ""));
	}
	for (const [place, { name, kind, statements_hash, gateway_version }] of applied.entries()) {
		const migration = known[place];
		if (migration === undefined && kind === "online") continue;
		if (migration === undefined) throw new ConfigError(madeByNewer(applied.at(-1)?.gateway_version ?? "", name));
		if (migration.name !== name || (await hashStatements(migration)) !== statements_hash) {
			throw new ConfigError(madeOtherwise(`version ${gateway_version}`, name));
		}
	}
	return known.flatMap((migration, place): PendingMigration[] => {
		const row = applied[place];
		return row?.is_finished === true ? [] : [{ migration, stepsDone: row?.steps_done ?? 0 }];
	});
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
	const named = differences.slice(0, 4).join("; ");
	const others = differences.length - 4;
	const more = others > 0 ? `; and ${others} more` : "";
	return `The tables were changed since version ${gatewayVersion} wrote them (${named}${more}): undo the change, or restore a backup.`;
}

/** One snapshot shows a migration whole or not at all. */
async function readSchema(database: MigrationDatabase) {
	return await database
		.transaction()
		.setIsolationLevel("repeatable read")
		.execute(async (transaction) => ({
			...((await hasRecord(transaction)) ? await readRecord(transaction) : { applied: [], recorded: [] }),
			catalog: await readCatalog(transaction),
		}));
}

/** Every start reads this. `recorded` is the newest catalog, as JSON: pg parses thousands of array elements slowly. */
async function readRecord(database: MigrationDatabase) {
	const applied = await database
		.selectFrom("applied_migrations")
		.select(["name", "kind", "statements_hash", "gateway_version", "steps_done", "is_finished"])
		.orderBy("name")
		.execute();
	const newest = await database
		.selectFrom("applied_migrations")
		.select(sql<string[]>`to_json(catalog)`.as("catalog"))
		.orderBy("name", "desc")
		.limit(1)
		.executeTakeFirst();
	return { applied, recorded: newest?.catalog ?? [] };
}

async function hasRecord(database: MigrationDatabase): Promise<boolean> {
	const { rows } = await sql<{ exists: boolean }>`
		select to_regclass(quote_ident(current_schema()) || '.applied_migrations') is not null as exists`.execute(database);
	return rows[0]?.exists === true;
}

/** Leaves out expressions, which depend on PostgreSQL's version, and NOT NULL constraints, listed since 18. */
async function readCatalog(database: MigrationDatabase): Promise<string[]> {
	const { rows } = await sql<{ line: string }>`
		with schema as (
			select oid, case when nspname = current_schema() then '' else nspname || ':' end as prefix
			from pg_namespace where nspname in (current_schema(), 'vault')
		),
		tables as (
			select pg_class.oid, prefix || relname as name from pg_class join schema on relnamespace = schema.oid
			where relkind in ('r', 'p')
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
		where not exists (
			select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
		)`.execute(database);
	return rows.map(({ line }) => line).sort();
}

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
