import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseProxy } from "../../../../test/fixtures/api/database-proxy.ts";
import { createTestDatabase } from "../../../../test/fixtures/database.ts";
import { openDatabase } from "./database.ts";
import { isDatabaseFailure } from "./failure.ts";
import { DeadlinePassed, withinDeadline } from "./request-deadline.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
	database = await createTestDatabase();
});

afterAll(() => database.drop());

test("a connection that does not respond is replaced", async () => {
	const way = await databaseProxy(database.url);
	const pool = openDatabase({ url: way.url, maximumConnections: 1, answerTimeoutMs: 3_000 });
	try {
		await sql`select 1`.execute(pool);
		way.swallow("open");
		await expect(sql`select ${2}::int`.execute(pool)).rejects.toThrow("timeout");
		await expect.poll(() => way.connections()).toBe(0);
		expect((await sql`select ${3}::int as three`.execute(pool)).rows).toEqual([{ three: 3 }]);
	} finally {
		await pool.destroy();
		await way.stop();
	}
});

/** Returns a message of PostgreSQL's protocol, version 3. */
function message(type: string, body: Buffer): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(body.length + 4);
	return Buffer.concat([Buffer.from(type), length, body]);
}

test("a connection that PostgreSQL ends as soon as it is made rejects its query and ends no process", async () => {
	const isSignedIn = [message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))];
	const isEnded = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));
	// In one packet, so that the client reads the end before anything listens to it.
	const server = createServer((socket) => {
		socket.on("error", () => undefined).once("data", () => socket.end(Buffer.concat([...isSignedIn, isEnded])));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const pool = openDatabase({ url: `postgres://user@127.0.0.1:${port}/database`, maximumConnections: 1 });
	try {
		await expect(sql`select 1`.execute(pool)).rejects.toThrow();
	} finally {
		await pool.destroy();
		server.close();
	}
});

test("a request that waits for a lock gives up at its deadline, and PostgreSQL stops waiting as well", async () => {
	const [holder, waiter] = [1, 1].map((maximumConnections) => openDatabase({ url: database.url, maximumConnections }));
	if (holder === undefined || waiter === undefined) throw new Error("There are two.");
	const waiting = async () => {
		const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
			and database = (select oid from pg_database where datname = current_database())`.execute(holder);
		return rows.length;
	};
	try {
		await sql`select pg_advisory_lock(1)`.execute(holder);
		const request = withinDeadline(300, () => sql`select pg_advisory_lock(1)`.execute(waiter));
		await expect(request).rejects.toSatisfy(isDatabaseFailure);
		await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
	} finally {
		await waiter.destroy();
		await holder.destroy();
	}
});

test("no statement is sent after the deadline of its request", async () => {
	const pool = openDatabase({ url: database.url, maximumConnections: 1 });
	const given = Promise.withResolvers<void>();
	let late: Promise<unknown> | undefined;
	try {
		const request = withinDeadline(1, () => {
			late = given.promise.then(() => sql`create table too_late ()`.execute(pool));
			return late;
		});
		await expect(request).rejects.toThrow(DeadlinePassed);
		given.resolve();
		await expect(late).rejects.toThrow(DeadlinePassed);
		const { rows } = await sql`select to_regclass('too_late') as found`.execute(pool);
		expect(rows).toEqual([{ found: null }]);
	} finally {
		await pool.destroy();
	}
});

test("a connection to a server that has become read-only is replaced", async () => {
	const pool = openDatabase({ url: database.url, maximumConnections: 1 });
	const write = () => sql`insert into written default values`.execute(pool);
	try {
		await sql`create table written ()`.execute(pool);
		// Stands for the failover: a new connection reaches the server that takes writes.
		await sql`set default_transaction_read_only = on`.execute(pool);
		await expect(write()).rejects.toSatisfy(isDatabaseFailure);
		await write();
	} finally {
		await pool.destroy();
	}
});

test("PostgreSQL ends a statement that runs too long", async () => {
	const pool = openDatabase({ url: database.url, maximumConnections: 1, statementTimeoutMs: 1_000 });
	try {
		await expect(sql`select pg_sleep(30)`.execute(pool)).rejects.toThrow("statement timeout");
		expect((await sql`select 1 as one`.execute(pool)).rows).toEqual([{ one: 1 }]);
	} finally {
		await pool.destroy();
	}
});

test("only marked statements are prepared", async () => {
	const pool = openDatabase({ url: database.url, maximumConnections: 1 });
	try {
		await sql`/* prepare: asks-for-it */ select ${1}::int`.execute(pool);
		await sql`select ${1}::int + 1`.execute(pool);
		const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(pool);
		expect(rows).toEqual([{ name: "asks-for-it" }]);
	} finally {
		await pool.destroy();
	}
});

test("P-13 the gateway has no types for the vault's tables", async () => {
	const pool = openDatabase({ url: database.url, maximumConnections: 1 });
	try {
		// @ts-expect-error: the table exists, but only the vault has its type.
		expect(await pool.selectFrom("vault.stored_cards").selectAll().execute()).toEqual([]);
	} finally {
		await pool.destroy();
	}
});
