import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../test/fixtures/database.ts";
import { openDatabase } from "./database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
	database = await createTestDatabase();
});

afterAll(() => database.drop());

/** A proxy to the database that can drop all traffic without closing connections, like a broken network. */
async function swallowingWay() {
	const target = new URL(database.url);
	const clients: Socket[] = [];
	const state = { swallows: false };
	const server = createServer((client) => {
		const far = connect(Number(target.port), target.hostname);
		clients.push(client);
		for (const socket of [client, far]) socket.on("error", () => socket.destroy());
		client.on("data", (bytes) => state.swallows || far.write(bytes)).on("close", () => far.destroy());
		far.on("data", (bytes) => state.swallows || client.write(bytes)).on("close", () => client.destroy());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = new URL(database.url);
	url.port = String((server.address() as AddressInfo).port);
	return { url: url.href, state, clients, close: () => server.close() };
}

test("a connection that does not respond is replaced", async () => {
	const way = await swallowingWay();
	const pool = openDatabase({ url: way.url, maximumConnections: 1, answerTimeoutMs: 300 });
	try {
		await sql`select 1`.execute(pool);
		way.state.swallows = true;
		await expect(sql`select ${2}::int`.execute(pool)).rejects.toThrow("timeout");
		way.state.swallows = false;
		expect((await sql`select ${3}::int as three`.execute(pool)).rows).toEqual([{ three: 3 }]);
		expect(way.clients[0]?.destroyed).toBe(true);
	} finally {
		await pool.destroy();
		way.close();
	}
});

test("PostgreSQL ends a statement that runs too long", async () => {
	const pool = openDatabase({ url: database.url, maximumConnections: 1, statementTimeoutMs: 50 });
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
