import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Replicas, startReplicas } from "../../../../test/fixtures/database/replicas.ts";
import { type Database, openDatabase } from "./database.ts";
import { explainDatabaseFailure } from "./explain-failure.ts";
import { isDatabaseFailure, isOutcomeUnknown } from "./failure.ts";

let replicas: Replicas;

beforeAll(async () => {
	replicas = await startReplicas();
});
afterAll(() => replicas.stop());

async function portOf(database: Database): Promise<number> {
	const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(database);
	return Number(rows[0]?.port);
}

const portIn = (server: string) => Number(server.split(":")[1]);

test("connections lead to the primary, wherever its URL names it", async () => {
	const { primary, standby, url } = replicas;
	for (const servers of [
		[primary, standby],
		[standby, primary],
	]) {
		const pool = openDatabase({ url: url(...servers), maximumConnections: 2 });
		try {
			expect(await Promise.all([portOf(pool), portOf(pool)])).toEqual([portIn(primary), portIn(primary)]);
		} finally {
			await pool.destroy();
		}
	}
});

test("a server that does not answer is passed over", async () => {
	const sockets: Socket[] = [];
	const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
	await once(silent, "listening");
	const { port } = silent.address() as AddressInfo;
	const pool = openDatabase({ url: replicas.url(`127.0.0.1:${port}`, replicas.primary), maximumConnections: 1 });
	try {
		expect(await portOf(pool)).toBe(portIn(replicas.primary));
	} finally {
		await pool.destroy();
		for (const socket of sockets) socket.destroy();
		silent.close();
	}
});

test("without a server that takes writes no statement is sent, and the failure says so", async () => {
	const pool = openDatabase({ url: replicas.url(replicas.standby, "127.0.0.1:1"), maximumConnections: 1 });
	try {
		const error: unknown = await sql`select 1`.execute(pool).catch((reason: unknown) => reason);
		expect([isDatabaseFailure(error), isOutcomeUnknown(error)]).toEqual([true, false]);
		expect(explainDatabaseFailure(error)).toBe(
			`The database cannot be used: ${replicas.standby} takes no writes; ` +
				"name the primary server in DATABASE_URL as well, or promote a standby.",
		);
	} finally {
		await pool.destroy();
	}
});

test("after the primary was killed and the standby promoted, the same pool writes to the new primary", async () => {
	const pool = openDatabase({ url: replicas.url(replicas.primary, replicas.standby), maximumConnections: 2 });
	try {
		await sql`create table written ()`.execute(pool);
		replicas.killPrimary();
		const insert = () => sql`insert into written default values`.execute(pool);
		const failure = () =>
			insert().then(
				() => undefined,
				(error: unknown) => error,
			);
		// Its processes notice the end of the first one a moment later.
		await expect.poll(failure).toSatisfy(isDatabaseFailure);
		await replicas.promote();
		await sql`create table written_there ()`.execute(pool);
		expect(await portOf(pool)).toBe(portIn(replicas.standby));
	} finally {
		await pool.destroy();
	}
});
