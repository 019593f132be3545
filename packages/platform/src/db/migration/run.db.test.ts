import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrations as released } from "../../../../../apps/gateway/src/schema/schema.ts";
import { createTestDatabase, execute, type TestDatabase } from "../../../../../test/fixtures/database.ts";
import { ConfigError } from "../../config-error.ts";
import { type Database, openDatabase } from "../database.ts";
import type { Migrations, OfflineMigration, OnlineStep } from "./migration.ts";
import { type RunOptions, runMigrations } from "./run.ts";
import { readSchemaState, requireKnownSchema } from "./schema-record.ts";
import { holdSchema, SchemaNotServed } from "./serving.ts";

const rows = 2_000;

let home: TestDatabase;
/** The connection of a migration. */
let database: Database;
/** Another process's. */
let other: Database;

beforeEach(async () => {
	home = await createTestDatabase();
	database = openDatabase({ url: home.url, maximumConnections: 1 });
	other = openDatabase({ url: home.url, maximumConnections: 2 });
	await execute(
		home.url,
		`create table things (id bigint primary key, width bigint not null);
		insert into things select n, n from generate_series(1, ${rows}) as n`,
	);
});

afterEach(async () => {
	await database.destroy();
	await other.destroy();
	await home.drop();
});

const addArea: OnlineStep = {
	kind: "change",
	locks: "things",
	statement: "alter table things add column area bigint not null default 0, add column fills bigint not null default 0",
};

const fillArea: OnlineStep = {
	kind: "change",
	locks: "things",
	statement: "update things set area = width * width, fills = fills + 1 where area = 0",
};

const indexArea: OnlineStep = {
	kind: "change",
	locks: "things",
	statement: "create unique index things_by_area on things (area)",
};

/** This version's migrations, and those of the previous one. */
const online = (...steps: OnlineStep[]): Migrations => ({
	...previous,
	online: { ...previous.online, "9000_area": steps },
});
const previous = released;

const run = (migrations: Migrations, { on = database, ...options }: RunOptions & { on?: Database } = {}) =>
	runMigrations(on.withTables(), migrations, options);

async function count(condition: string): Promise<number> {
	const { rows: found } = await sql<{ count: number }>`
		select count(*) from ${sql.raw(`things where ${condition}`)}`.execute(other);
	return found[0]?.count ?? 0;
}

const pendingOf = async (migrations: Migrations) =>
	(await requireKnownSchema(other.withTables(), migrations)).map(({ migration }) => migration.name);

/** Runs work while another transaction has written to the table and does not end. */
async function besideWriter(work: () => Promise<void>): Promise<void> {
	await other.transaction().execute(async (transaction) => {
		await sql`update things set width = width where id = 1`.execute(transaction);
		await work();
	});
}

describe("an online migration", () => {
	test("runs its steps once, and the previous version accepts the tables", async () => {
		const migrations = online(addArea, fillArea, indexArea);
		expect(await pendingOf(migrations)).toEqual(["9000_area"]);
		expect(await run(migrations, { onlyOnline: true })).toEqual(["9000_area"]);
		expect(await count("area = id * id and fills = 1")).toBe(rows);
		expect(await run(migrations)).toEqual([]);
		expect(await pendingOf(migrations)).toEqual([]);
		expect(await pendingOf(previous)).toEqual([]);
		expect(await readSchemaState(other.withTables(), previous)).toMatchObject({ state: "current" });
		await execute(home.url, "alter table things drop column fills");
		await expect(pendingOf(previous)).rejects.toThrow("missing column things.fills");
	});

	test("changes nothing when its process dies, and runs again", async () => {
		const migrations = online(addArea, fillArea, indexArea);
		// Ends the connection at a row in the middle.
		await execute(
			home.url,
			`create table deadly as select 1400::bigint as id;
			create function die() returns trigger language plpgsql as $$ begin
				if exists (select from deadly where deadly.id = old.id) then
					perform pg_terminate_backend(pg_backend_pid()), pg_sleep(30);
				end if;
				return new;
			end $$;
			create trigger dying before update on things for each row execute function die()`,
		);
		await expect(run(migrations)).rejects.toThrow();
		// A gateway of the previous version may start meanwhile.
		expect(await pendingOf(previous)).toEqual([]);
		expect(await pendingOf(migrations)).toEqual(["9000_area"]);
		expect(await readSchemaState(other.withTables(), migrations)).toMatchObject({ state: "older" });
		await execute(home.url, "delete from deadly");
		await run(migrations);
		expect(await count("fills = 1 and area = id * id")).toBe(rows);
	});

	test("continues behind the steps that 0.1.0 did before it was killed", async () => {
		const migrations = online(addArea, fillArea, indexArea);
		await run(migrations);
		await execute(
			home.url,
			`drop index things_by_area;
			update applied_migrations set steps_done = 2, is_finished = false,
				catalog = array_remove(catalog, 'unique index things.things_by_area') where name = '9000_area'`,
		);
		expect(await pendingOf(previous)).toEqual([]);
		expect(await run(migrations)).toEqual(["9000_area"]);
		expect(await count("fills = 1")).toBe(rows);
		expect(await pendingOf(migrations)).toEqual([]);
		await execute(home.url, "drop index things_by_area");
		await expect(pendingOf(migrations)).rejects.toThrow("missing unique index things.things_by_area");
	});

	test("runs once when two processes run it at once", async () => {
		const migrations = online(addArea, fillArea, indexArea);
		const ran = await Promise.all([run(migrations), run(migrations, { on: other })]);
		expect(ran.toSorted((one, two) => one.length - two.length)).toEqual([[], ["9000_area"]]);
		expect(await count("fills = 1")).toBe(rows);
	});

	test("gives up behind a long transaction without making others wait, and succeeds after it", async () => {
		const migrations = online(addArea);
		const seller = openDatabase({ url: home.url, maximumConnections: 1 });
		let sales = 0;
		await besideWriter(async () => {
			let isOver = false;
			const waiting = run(migrations, { patienceMs: 1_500 }).finally(() => {
				isOver = true;
			});
			const refused = expect(waiting).rejects.toThrow(/found no moment for its locks: end the transactions/);
			while (!isOver) {
				// Would wait for the end of the long transaction, behind a change that waits without a limit.
				await sql`update things set width = width where id = 2`.execute(seller);
				sales += 1;
			}
			await refused;
		});
		await seller.destroy();
		expect(sales).toBeGreaterThan(1);
		expect(await run(migrations)).toEqual(["9000_area"]);
	});
});

describe("an offline migration", () => {
	const dropWidth: OfflineMigration = {
		async up(transaction: Kysely<unknown>) {
			await sql`alter table things drop column width`.execute(transaction);
		},
	};
	const offline: Migrations = { ...previous, offline: { ...previous.offline, "9000_narrow": dropWidth } };

	/** A gateway of the version whose last offline migration is named. */
	const gatewayOf = (newest: string) =>
		openDatabase({
			url: home.url,
			maximumConnections: 1,
			onConnect: (connection) => holdSchema(connection, newest),
		});
	const serve = (gateway: Database) => sql`select 1`.execute(gateway);

	test("is refused beside the online ones, and while a gateway is connected", async () => {
		const refused = run(offline, { onlyOnline: true });
		await expect(refused).rejects.toThrow(ConfigError);
		await expect(refused).rejects.toThrow("9000_narrow is offline, because no gateway may serve");
		const gateway = gatewayOf("0001_initial");
		await serve(gateway);
		await expect(run(offline)).rejects.toThrow(/9000_narrow is offline, and a gateway or a command is connected/);
		await gateway.destroy();
		// PostgreSQL may end the connection, with its lock, a little later.
		await expect.poll(() => run(offline).catch(String), { timeout: 20_000 }).toEqual(["9000_narrow"]);
	});

	test("lets no gateway in while it runs, and none of the previous version afterwards", async () => {
		const gateways = [gatewayOf("0001_initial"), gatewayOf("0001_initial"), gatewayOf("9000_narrow")];
		const [early, previousOne, newOne] = gateways as [Database, Database, Database];
		const refusing: OfflineMigration = {
			async up(transaction) {
				await dropWidth.up(transaction);
				await expect(serve(early)).rejects.toThrow(SchemaNotServed);
			},
		};
		// The recorded hash is that of the second call, which meets no database.
		const narrow = { up: onlyFirst(refusing.up, dropWidth.up) };
		await run({ ...previous, offline: { ...previous.offline, "9000_narrow": narrow } });
		await expect(serve(previousOne)).rejects.toThrow(/has the migration 9000_narrow/);
		await serve(newOne);
		await expect(pendingOf(previous)).rejects.toThrow("which is newer than this version");
		for (const gateway of gateways) await gateway.destroy();
	});

	test("changes nothing when it fails", async () => {
		const failing: OfflineMigration = {
			async up(transaction) {
				await dropWidth.up(transaction);
				await sql`select 1 / 0`.execute(transaction);
			},
		};
		await expect(run({ ...previous, offline: { ...previous.offline, "9000_narrow": failing } })).rejects.toThrow(
			"division by zero",
		);
		expect(await pendingOf(offline)).toEqual(["9000_narrow"]);
		expect(await count("width = id")).toBe(rows);
	});
});

/** Calls one function at the first call, and another one later. */
function onlyFirst(first: OfflineMigration["up"], later: OfflineMigration["up"]): OfflineMigration["up"] {
	let calls = 0;
	return (transaction) => (calls++ === 0 ? first : later)(transaction);
}
