import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog, readConfig, startGateway } from "../../apps/gateway/src/index.ts";
import { withDatabase } from "../../apps/gateway/src/operator/database.ts";
import { type Database, openDatabase } from "../../packages/platform/src/db/database.ts";
import { type Client, cardToken, goodCard, salePath, signIn } from "../fixtures/client.ts";
import { type OwnServer, startOwnServer } from "../fixtures/database/own-server.ts";
import { execute } from "../fixtures/database.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { runOperator } from "../fixtures/operator.ts";
import { root } from "../run/command.ts";

// A PostgreSQL with the roles of deploy/postgres/roles.sql and a certificate of a new authority.

let server: OwnServer;
let dataDirectory: string;
let environment: Record<string, string>;
let gateway: TestGateway;
let owner: Database;

const verified = () => `?sslmode=verify-full&sslrootcert=${server.authorityFile}`;

const migrate = (verb: string) => runOperator(["migrate", verb], environment);

/** Starts a gateway that must not start. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
	const config = readConfig({ ...environment, SANDBOX: "1", HOST: "127.0.0.1", PORT: "0", ...settings });
	const started = startGateway(config, createLog({ level: "silent" }));
	return started.then(
		async (unexpected) => {
			await unexpected.stop();
			return "It started.";
		},
		(error: Error) => error.message,
	);
}

beforeAll(async () => {
	server = await startOwnServer("localhost");
	const roles = await readFile(join(root, "deploy/postgres/roles.sql"), "utf8");
	for (const statement of roles.replaceAll(/^--.*$/gm, "").split(";")) {
		if (statement.trim() !== "") await execute(server.url("postgres", "postgres"), statement);
	}
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-roles-"));
	environment = {
		DATA_DIR: dataDirectory,
		DATABASE_URL: server.url("cardseal", "cardseal", verified()),
		MIGRATION_DATABASE_URL: server.url("cardseal_owner", "cardseal", verified()),
	};
});

afterAll(async () => {
	await gateway?.stop();
	await owner?.destroy();
	await server.stop();
	await rm(dataDirectory, { recursive: true });
});

describe("a gateway whose role does not own the tables", () => {
	test("does not create them, and names the command that does", async () => {
		expect(await refusalOf({})).toMatch(/permission denied .*MIGRATION_DATABASE_URL and run npm run migrate/);
	});

	test("starts after npm run migrate, and takes payments", async () => {
		expect(await migrate("status")).toMatchObject({
			code: 1,
			output: expect.stringMatching(/0001_initial +offline +has not run/),
		});
		expect(await migrate("online")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Ran 0001_initial\b/) });
		expect(await migrate("status")).toMatchObject({ code: 0, stdout: "Every migration has run.\n" });
		owner = openDatabase({ url: server.url("cardseal_owner", "cardseal", verified()), maximumConnections: 1 });
		const home = {
			url: environment.DATABASE_URL ?? "",
			dataDirectory,
			tables: owner.withTables(),
			remove: async () => undefined,
		};
		gateway = await startTestGateway({ database: home });
		await useEverything(await signIn(gateway.url, gateway.demo));
	});

	test("adds to the audit log through the audit role alone", async () => {
		await expect
			.poll(async () => (await sql<{ count: number }>`select count(*) from audit_log`.execute(owner)).rows[0]?.count)
			.toBeGreaterThan(0);
		const { rows } = await sql`
			select pg_get_userbyid(proowner) as owner from pg_proc where proname = 'seal_audit_events'`.execute(owner);
		expect(rows).toEqual([{ owner: "cardseal_audit" }]);
	});

	test("has a role that is no superuser, and may sign in as no other", async () => {
		const { rows } = await sql`
			select rolname, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as has_power, rolcanlogin
			from pg_roles where rolname like 'cardseal%' order by rolname`.execute(owner);
		expect(rows).toEqual([
			{ rolname: "cardseal", has_power: false, rolcanlogin: true },
			{ rolname: "cardseal_audit", has_power: false, rolcanlogin: false },
			{ rolname: "cardseal_owner", has_power: false, rolcanlogin: true },
		]);
	});

	test("has rights on every table", async () => {
		const { rows } = await sql`
			select oid::regclass from pg_class
			where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
				and not has_table_privilege('cardseal', oid, 'select')`.execute(owner);
		expect(rows).toEqual([]);
	});

	test.each([
		"create table mine ()",
		"create temporary table mine ()",
		"create schema mine",
		"create function mine() returns void language sql as ''",
		"drop table plans",
		"truncate plans",
		"alter table plans add column mine text",
		"alter table audit_log disable trigger all",
		"create index mine on plans (name)",
		"update audit_log set type = 'x'",
		"delete from audit_log",
		"insert into audit_log select 1",
		"update audit_inbox set type = 'x'",
		"delete from audit_inbox",
		"insert into audit_cutoffs select 1",
		"delete from transactions",
		"delete from eft_entries",
		"update card_entries set account = 'x'",
		"delete from eft_mandates",
		"update applied_migrations set name = name",
		"create or replace function seal_audit_events(bigint[], bigint[], bigint[], bytea[]) returns void language sql as ''",
		"set role cardseal_audit",
		"set role cardseal_owner",
		"set session_replication_role = replica",
		"copy plans to program 'cat'",
	])("may not: %s", async (statement) => {
		await expect(execute(server.url("cardseal", "cardseal", verified()), statement)).rejects.toMatchObject({
			code: "42501",
		});
	});

	test("cannot leave a gap in the audit log, which would leave no position for later events", async () => {
		const seal =
			"select seal_audit_events(array[9007199254740991], array[1::bigint], array[0::bigint], array[repeat('x', 32)::bytea])";
		await expect(execute(server.url("cardseal", "cardseal", verified()), seal)).rejects.toMatchObject({
			code: "23001",
		});
	});

	test("leaves what only the owner may do to commands that connect as the owner", async () => {
		const config = readConfig(environment);
		const roleOf = (asOwner: boolean) =>
			withDatabase(config, async (database) => (await sql`select current_user as role`.execute(database)).rows, {
				asOwner,
			});
		expect(await roleOf(false)).toEqual([{ role: "cardseal" }]);
		expect(await roleOf(true)).toEqual([{ role: "cardseal_owner" }]);
		const pruned = await runOperator(["audit", "prune", "--before", "2020-01-01"], environment);
		expect(pruned).toMatchObject({ code: 0, stdout: "No event is that old.\n" });
	});
});

describe("P-18 a database by TLS", () => {
	const addressed = (search: string) => refusalOf({ DATABASE_URL: server.url("cardseal", "cardseal", search) });

	test("is refused when another authority signed its certificate", async () => {
		expect(await addressed("?sslmode=verify-full")).toMatch(
			/^The database at localhost:\d+\/cardseal cannot be used: .*; add sslrootcert=FILE with the authority of its certificate/,
		);
	});

	test("is refused when its certificate names another host", async () => {
		await server.rename("db.example");
		await expect
			.poll(() => addressed(verified()))
			.toMatch(/cannot be used: .*db\.example.*; name the host of its certificate in DATABASE_URL/);
	});

	test("takes no connection without TLS", async () => {
		const client = new pg.Client({ connectionString: server.url("cardseal", "cardseal", "") });
		await expect(client.connect()).rejects.toThrow("no encryption");
	});
});

/** Calls what writes to most tables. */
async function useEverything(client: Client): Promise<void> {
	const post = async (path: string, body: object) => {
		const answer = await client.post(path, body);
		expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
		return answer.body;
	};
	const token = await cardToken(gateway.demo.public_key);
	const sale = await post(salePath, { amount: 31, token, email: "payer@example.com", metadata: { order: "1" } });
	expect(sale).toMatchObject({ transaction_result: "APPROVED" });
	await post(`/transaction-service/refund/${sale.transaction_id}`, { amount: 3 });
	const customer = await post("/customer-service/customer", { email: "payer@example.com" });
	await post(`/customer-service/customer/${customer.lookup_id}/card`, goodCard);
	expect((await client.get("/transaction-service/transaction")).status).toBe(200);
}
