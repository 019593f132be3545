import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../db/database.ts";
import { type Caller, operator } from "./event.ts";
import { createFailedAttempts, type FailedAttempt } from "./failed-attempts.ts";
import { readHead } from "./head-file.ts";
import { pruneLog } from "./prune.ts";
import { recordEvent } from "./record.ts";
import { createSealer } from "./seal.ts";
import { verifyChain } from "./verify.ts";

const mac = (message: string) => createHmac("sha256", "key of the audit log").update(message).digest();
const caller: Caller = { actor: { kind: "client", clientId: "c1" }, clientAddress: "203.0.113.9", requestId: "r1" };
const day = 86_400_000;

let tables: TestTables;
let directory: string;
let clocks: ReturnType<typeof testClocks>;

beforeEach(async () => {
	tables = await openTestTables();
	directory = await mkdtemp(join(tmpdir(), "cardseal-audit-"));
	clocks = testClocks();
});

afterEach(async () => {
	await tables.drop();
	await rm(directory, { recursive: true });
});

function headFile(gateway = "a"): string {
	return join(directory, `${gateway}.json`);
}

function sealer(gateway = "a", database: Database = tables.database) {
	return createSealer({ database, mac, clock: clocks.real, headFile: headFile(gateway) });
}

async function record(...objects: string[]): Promise<void> {
	for (const object of objects) {
		await recordEvent(tables.database, clocks, { type: "origin.allowed", object, merchantId: 1, caller });
	}
}

async function sealed(): Promise<{ sequence: number; object: string | null }[]> {
	return tables.database.selectFrom("audit_log").select(["sequence", "object"]).orderBy("sequence").execute();
}

async function brokenAt(anchors = [] as { sequence: number; seal: string }[]): Promise<number | undefined> {
	return (await verifyChain(tables.database, mac, anchors)).broken?.sequence;
}

/** Runs a change that the triggers refuse, as the owner of the tables. */
async function asOwner(statement: ReturnType<typeof sql>): Promise<void> {
	await tables.database.transaction().execute(async (transaction) => {
		const tablesOfTheLog = ["audit_log", "audit_cutoffs"].map((table) => sql.id(table));
		for (const table of tablesOfTheLog) await sql`alter table ${table} disable trigger user`.execute(transaction);
		await statement.execute(transaction);
		for (const table of tablesOfTheLog) await sql`alter table ${table} enable trigger user`.execute(transaction);
	});
}

/** Returns the database, which the owner of the tables changes right after the first row is read. */
function afterFirstRead(change: ReturnType<typeof sql>): Database {
	const reads: object[] = [];
	return tables.database.withPlugin({
		transformQuery({ node, queryId }) {
			if (node.kind === "SelectQueryNode") reads.push(queryId);
			return node;
		},
		async transformResult({ result, queryId }) {
			if (queryId === reads[0]) await asOwner(change);
			return result;
		},
	});
}

/** Stores a cutoff without the key, at an event that is still there. */
function forgedCutoffAt(sequence: number): ReturnType<typeof sql> {
	return sql`insert into audit_cutoffs select sequence, seal, sealed_at, seal from audit_log where sequence = ${sequence}`;
}

describe("sealing", () => {
	test("P-37 moves all events into one chain, in order", async () => {
		const seal = await sealer();
		await record("one", "two");
		await seal();
		await record("three");
		await seal();
		expect(await sealed()).toEqual([
			{ sequence: 1, object: "one" },
			{ sequence: 2, object: "two" },
			{ sequence: 3, object: "three" },
		]);
		expect(await verifyChain(tables.database, mac, [])).toMatchObject({
			broken: undefined,
			events: 3,
			waiting: { events: 0, since: null },
		});
	});

	test("P-36 stores actor, event, object, both times, address and request", async () => {
		clocks.business.advance(30 * day);
		const [real, business] = [clocks.real.stop(), clocks.business.stop()];
		await recordEvent(tables.database, clocks, {
			type: "card.changed",
			object: "card",
			details: { customer: "customer", fields: ["is_default"] },
			merchantId: 7,
			caller,
		});
		clocks.real.advance(500);
		await (await sealer())();
		expect(await tables.database.selectFrom("audit_log").selectAll().executeTakeFirst()).toEqual({
			sequence: 1,
			event_id: expect.any(Number),
			type: "card.changed",
			merchant_id: 7,
			actor_kind: "client",
			actor_id: "c1",
			object: "card",
			details: { customer: "customer", fields: ["is_default"] },
			times: 1,
			client_address: "203.0.113.9",
			request_id: "r1",
			occurred_at: real,
			business_at: business,
			sealed_at: real + 500,
			seal: expect.any(Buffer),
		});
	});

	test("an event is stored with its change or not at all", async () => {
		const { database }: { database: Database } = tables;
		const change = database.transaction().execute(async (transaction) => {
			await recordEvent(transaction, clocks, { type: "token.revoked", object: "t", merchantId: 1, caller });
			throw new Error("the change failed");
		});
		await expect(change).rejects.toThrow("the change failed");
		await (await sealer())();
		expect(await sealed()).toEqual([]);
	});

	test("P-37 two gateways that seal at the same time make one chain", async () => {
		const sealers = [await sealer("a"), await sealer("b")];
		const objects = Array.from({ length: 40 }, (_, index) => String(index));
		await Promise.all([
			...objects.map((object) => record(object)),
			...objects.map((_, index) => sealers[index % 2]?.()),
		]);
		await sealers[0]?.();
		const all = await sealed();
		expect(all.map(({ object }) => object).toSorted()).toEqual(objects.toSorted());
		expect(await verifyChain(tables.database, mac, [])).toMatchObject({ broken: undefined, events: 40 });
	});

	test("an interrupted seal neither loses nor repeats events", async () => {
		await record("one", "two");
		const seal = await sealer();
		await sql`alter table audit_inbox rename column id to id_away`.execute(tables.database);
		await expect(seal()).rejects.toThrow();
		await sql`alter table audit_inbox rename column id_away to id`.execute(tables.database);
		await sql`create function cut_off() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(
			tables.database,
		);
		await sql`create trigger cut_off after insert on audit_log execute function cut_off()`.execute(tables.database);
		await expect(seal()).rejects.toThrow();
		expect(await sealed()).toEqual([]);
		expect(await readHead(headFile())).toBeUndefined();
		await sql`drop trigger cut_off on audit_log`.execute(tables.database);
		await seal();
		expect((await sealed()).map(({ object }) => object)).toEqual(["one", "two"]);
		expect(await brokenAt()).toBeUndefined();
	});

	test("seals more events than fit in one transaction", async () => {
		await sql`
			insert into audit_inbox (type, actor_kind, occurred_at, business_at)
			select 'gateway.started', 'system', n, n from generate_series(1, 2500) n`.execute(tables.database);
		await (await sealer())();
		expect(await verifyChain(tables.database, mac, [])).toMatchObject({ broken: undefined, events: 2_500 });
	});
});

describe("the head that a gateway stores", () => {
	test("P-37 is the head of the last event, whichever gateway has sealed it", async () => {
		const [one, other] = [await sealer("a"), await sealer("b")];
		await record("one", "two");
		await one();
		await other();
		const { head } = await verifyChain(tables.database, mac, []);
		expect(await readHead(headFile("a"))).toEqual(head);
		expect(await readHead(headFile("b"))).toEqual(head);
	});

	test("P-37 X-46 detects a truncated end, and stops sealing", async () => {
		const seal = await sealer();
		await record("one", "two", "three");
		await seal();
		const kept = await readHead(headFile());
		await asOwner(sql`delete from audit_log where sequence > 1`);
		await record("four");
		await expect(seal()).rejects.toThrow(/lost or changed event 3.*npm run audit -- verify/);
		await expect((await sealer())()).rejects.toThrow("lost or changed event 3");
		expect(await sealed()).toEqual([{ sequence: 1, object: "one" }]);
		expect(await readHead(headFile())).toEqual(kept);
		expect(await brokenAt(kept && [kept])).toBe(2);
	});

	test("P-37 X-46 stays when the end is truncated while the gateway reads it", async () => {
		await record("one", "two");
		await (await sealer())();
		const kept = await readHead(headFile());
		const seal = await sealer("a", afterFirstRead(sql`delete from audit_log where sequence = 2`));
		await expect(seal()).rejects.toThrow("lost or changed event 2");
		expect(await readHead(headFile())).toEqual(kept);
	});

	test("P-37 X-46 stays when a truncated end comes back while the gateway reads it", async () => {
		await record("one", "two");
		await (await sealer())();
		const kept = await readHead(headFile());
		await sql`create table away as select * from audit_log where sequence = 2`.execute(tables.database);
		await asOwner(sql`delete from audit_log where sequence = 2`);
		const seal = await sealer("a", afterFirstRead(sql`insert into audit_log select * from away`));
		await expect(seal()).rejects.toThrow("lost or changed event 2");
		expect(await readHead(headFile())).toEqual(kept);
	});

	test("P-37 X-46 is remembered while the file cannot be written", async () => {
		const seal = await sealer();
		await record("one");
		await seal();
		const away = `${directory}.away`;
		await rename(directory, away);
		await record("two");
		await expect(seal()).rejects.toThrow("ENOENT");
		await asOwner(sql`delete from audit_log where sequence = 2`);
		await rename(away, directory);
		await expect(seal()).rejects.toThrow(/event 2.*--head 2:[0-9a-f]{64}/);
		expect(await readHead(headFile())).toMatchObject({ sequence: 2 });
		await expect((await sealer())()).rejects.toThrow("lost or changed event 2");
	});

	test("P-37 X-46 a lost event is reported while the file cannot be written", async () => {
		const seal = await sealer();
		await record("one", "two");
		await rename(directory, `${directory}.away`);
		await expect(seal()).rejects.toThrow("ENOENT");
		await asOwner(sql`delete from audit_log where sequence = 2`);
		const failure = await seal().catch((error: unknown) => error);
		expect(failure).toMatchObject({
			message: expect.stringContaining("lost or changed event 2"),
			cause: { code: "ENOENT" },
		});
		await rename(`${directory}.away`, directory);
	});

	test("is stored once the file can be written again, without a new event", async () => {
		const seal = await sealer();
		const away = `${directory}.away`;
		await rename(directory, away);
		await record("one");
		await expect(seal()).rejects.toThrow("ENOENT");
		await rename(away, directory);
		expect(await readHead(headFile())).toBeUndefined();
		await seal();
		expect(await readHead(headFile())).toMatchObject({ sequence: 1 });
	});

	test("P-37 X-46 stays when a forged cutoff explains a truncated end", async () => {
		const seal = await sealer();
		await record("one", "two", "three");
		await seal();
		const kept = await readHead(headFile());
		await asOwner(forgedCutoffAt(3));
		await asOwner(sql`delete from audit_log where sequence > 1`);
		await expect(seal()).rejects.toThrow("lost or changed event 3");
		expect(await readHead(headFile())).toEqual(kept);
	});

	test("P-37 X-46 stays when a forged cutoff explains a removed beginning", async () => {
		const seal = await sealer("a");
		await record("one", "two", "three");
		await seal();
		const kept = await readHead(headFile("a"));
		await record("four");
		await (await sealer("b"))();
		await asOwner(forgedCutoffAt(3));
		await asOwner(sql`delete from audit_log where sequence < 4`);
		await expect(seal()).rejects.toThrow("lost or changed event 3");
		expect(await readHead(headFile("a"))).toEqual(kept);
	});

	test("P-37 X-46 stays when another gateway has sealed behind a truncated end", async () => {
		const seal = await sealer("a");
		await record("one", "two");
		await seal();
		const kept = await readHead(headFile("a"));
		await asOwner(sql`delete from audit_log where sequence = 2`);
		await record("three", "four");
		await (await sealer("b"))();
		await expect(seal()).rejects.toThrow("lost or changed event 2");
		expect(await readHead(headFile("a"))).toEqual(kept);
	});

	test("P-37 X-46 stays when its event comes back in front of events that another gateway sealed without it", async () => {
		const [seal, other] = [await sealer("a"), await sealer("b")];
		await record("one");
		await seal();
		await other();
		await record("two");
		await seal();
		const kept = await readHead(headFile("a"));
		await sql`create table away as select * from audit_log where sequence = 2`.execute(tables.database);
		await asOwner(sql`delete from audit_log where sequence = 2`);
		await record("three", "four");
		await other();
		await asOwner(sql`delete from audit_log where sequence = 2`);
		await asOwner(sql`insert into audit_log select * from away`);
		await expect(seal()).rejects.toThrow("lost or changed event 3");
		expect(await readHead(headFile("a"))).toEqual(kept);
	});

	test("P-37 X-46 stays when a changed end comes back while the gateway reads it", async () => {
		const seal = await sealer();
		await record("one", "two");
		await seal();
		const kept = await readHead(headFile());
		await sql`create table away as select * from audit_log where sequence = 2`.execute(tables.database);
		await asOwner(sql`update audit_log set seal = sha256(seal) where sequence = 2`);
		const back = sql`update audit_log set seal = away.seal from away where audit_log.sequence = away.sequence`;
		await expect((await sealer("a", afterFirstRead(back)))()).rejects.toThrow("lost or changed event 2");
		expect(await readHead(headFile())).toEqual(kept);
		await seal();
	});

	test("moves over more events of another gateway than fit in one transaction", async () => {
		const [seal, other] = [await sealer("a"), await sealer("b")];
		await record("first");
		await seal();
		await sql`
			insert into audit_inbox (type, actor_kind, occurred_at, business_at)
			select 'gateway.started', 'system', n, n from generate_series(1, 500) n`.execute(tables.database);
		await other();
		await record("last");
		await seal();
		expect(await readHead(headFile("a"))).toMatchObject({ sequence: 502 });
		expect(await brokenAt()).toBeUndefined();
	});

	test("stays while an operator has not accepted its loss, and is forgotten afterwards", async () => {
		let judged: "waits" | "accepted" = "waits";
		const options = { database: tables.database, mac, clock: clocks.real, headFile: headFile() };
		const seal = await createSealer({ ...options, judgeLostHead: async () => judged });
		await record("one", "two");
		await seal();
		const kept = await readHead(headFile());
		await asOwner(sql`delete from audit_log where sequence = 2`);
		await record("three");
		await seal();
		expect(await sealed()).toEqual([{ sequence: 1, object: "one" }]);
		expect(await readHead(headFile())).toEqual(kept);
		judged = "accepted";
		await seal();
		expect(await sealed()).toEqual([
			{ sequence: 1, object: "one" },
			{ sequence: 2, object: "three" },
		]);
		expect(await readHead(headFile())).not.toEqual(kept);
		expect(await brokenAt()).toBeUndefined();
	});

	test("is refused when the file contains no head", async () => {
		await writeFile(headFile(), "{}");
		await expect(sealer()).rejects.toThrow("cannot be read");
		expect(await readFile(headFile(), "utf8")).toBe("{}");
	});
});

describe("the database", () => {
	test.each([
		["an update of a sealed event", sql`update audit_log set object = 'two' where sequence = 1`],
		["an update that changes nothing", sql`update audit_log set object = object`],
		["the removal of a sealed event", sql`delete from audit_log where sequence = 1`],
		["the emptying of the log", sql`truncate audit_log`],
		["the emptying of everything", sql`truncate audit_log, audit_inbox, audit_cutoffs`],
		["an update of a waiting event", sql`update audit_inbox set object = 'two'`],
		["the removal of a waiting event", sql`delete from audit_inbox`],
		["the emptying of the inbox", sql`truncate audit_inbox`],
		["the removal of a cutoff", sql`delete from audit_cutoffs`],
	])("P-37 refuses %s", async (_what, statement) => {
		await record("sealed");
		await (await sealer())();
		await record("waiting");
		await expect(statement.execute(tables.database)).rejects.toMatchObject({ code: "23001" });
		expect(await sealed()).toEqual([{ sequence: 1, object: "sealed" }]);
	});

	test("P-37 X-46 detects changes by the owner of the tables", async () => {
		await record("one", "two", "three", "four");
		await (await sealer())();
		await asOwner(sql`update audit_log set object = 'five' where sequence = 3`);
		expect(await brokenAt()).toBe(3);
		await asOwner(sql`delete from audit_log where sequence = 2`);
		expect(await brokenAt()).toBe(2);
	});
});

describe("pruning", () => {
	const prune = (before: number) => {
		return pruneLog({ database: tables.database, mac, clocks }, before, operator("ada"));
	};

	/** Seals two events two years ago, and two now. */
	async function twoOldEvents(): Promise<void> {
		const seal = await sealer();
		clocks.real.advance(-730 * day);
		await record("one", "two");
		await seal();
		clocks.real.advance(730 * day);
		await record("three", "four");
		await seal();
	}

	test("P-38 every event is kept for a year, by the command and by the database", async () => {
		await twoOldEvents();
		expect(await prune(clocks.real.now() - 366 * day)).toBe("too young");
		// As from a gateway whose clock runs ahead.
		clocks.real.advance(400 * day);
		await expect(prune(clocks.real.now() - 370 * day)).rejects.toMatchObject({ code: "23001" });
		expect(await sealed()).toHaveLength(4);
	});

	test("P-37 P-38 the rest can be verified, and the log records the operator", async () => {
		await twoOldEvents();
		expect(await prune(clocks.real.now() - 400 * day)).toEqual({ through: 2 });
		await (await sealer())();
		expect(await sealed()).toEqual([
			{ sequence: 3, object: "three" },
			{ sequence: 4, object: "four" },
			{ sequence: 5, object: null },
		]);
		const last = await tables.database.selectFrom("audit_log").selectAll().where("sequence", "=", 5).execute();
		expect(last).toMatchObject([{ type: "audit.pruned", actor_id: "ada", details: { through: 2 } }]);
		expect(await brokenAt()).toBeUndefined();
		expect(await prune(clocks.real.now() - 400 * day)).toBeUndefined();
	});

	test("P-37 P-38 X-46 is refused when events were made older than they are", async () => {
		await twoOldEvents();
		await asOwner(sql`update audit_log set sealed_at = ${clocks.real.now() - 500 * day} where sequence = 3`);
		expect(await prune(clocks.real.now() - 400 * day)).toBe("broken");
		expect(await sealed()).toHaveLength(4);
		expect(await brokenAt()).toBe(3);
	});

	test("P-37 X-46 cannot be forged without the key", async () => {
		await record("one", "two");
		await (await sealer())();
		await asOwner(forgedCutoffAt(1));
		await asOwner(sql`delete from audit_log where sequence = 1`);
		expect(await brokenAt()).toBe(1);
	});

	test("is accepted by a gateway that did not run meanwhile", async () => {
		await twoOldEvents();
		const [old] = await tables.database.selectFrom("audit_log").selectAll().where("sequence", "=", 1).execute();
		await writeFile(headFile("b"), JSON.stringify({ sequence: 1, seal: old?.seal.toString("hex") }));
		await prune(clocks.real.now() - 400 * day);
		await (await sealer("b"))();
		expect(await readHead(headFile("b"))).toMatchObject({ sequence: 5 });
	});
});

describe("failed attempts", () => {
	const attempt = (address: string, object: string | null = null): FailedAttempt => ({
		type: "client_authentication.failed",
		object,
		merchantId: object === null ? null : 1,
		caller: { actor: { kind: "nobody" }, clientAddress: address, requestId: "r" },
	});

	async function rows() {
		return tables.database
			.selectFrom("audit_inbox")
			.select(["client_address", "object", "times"])
			.orderBy("id")
			.execute();
	}

	test("P-35 are written at the first attempt, and counted after a minute", async () => {
		const failed = createFailedAttempts(tables.database, clocks);
		clocks.real.stop();
		failed.count(attempt("203.0.113.9"));
		failed.count(attempt("203.0.113.9", "client"));
		await failed.write();
		for (let time = 1; time <= 5; time++) failed.count(attempt("203.0.113.9"));
		await failed.write();
		const first = [
			{ client_address: "203.0.113.9", object: null, times: 1 },
			{ client_address: "203.0.113.9", object: "client", times: 1 },
		];
		expect(await rows()).toEqual(first);
		clocks.real.advance(60_000);
		await failed.write();
		expect(await rows()).toEqual([...first, { client_address: "203.0.113.9", object: null, times: 5 }]);
		failed.count(attempt("203.0.113.9"));
		await failed.write();
		expect(await rows()).toHaveLength(4);
	});

	test("a million attempts from ten thousand networks leave about two hundred rows a minute", async () => {
		const failed = createFailedAttempts(tables.database, clocks);
		clocks.real.stop();
		for (let time = 0; time < 1_000_000; time++) {
			const network = time % 10_000;
			failed.count(attempt(`198.51.${network >> 8}.${network & 255}`));
			if (time % 100_000 === 0) await failed.write();
		}
		clocks.real.advance(60_000);
		await failed.write();
		const written = await rows();
		expect(written.length).toBeLessThanOrEqual(202);
		expect(written.reduce((sum, { times }) => sum + times, 0)).toBe(1_000_000);
	});

	test("X-48 of a signed-in member stay in the merchant's log, however many networks others come from", async () => {
		const failed = createFailedAttempts(tables.database, clocks);
		for (let network = 0; network < 200; network++) failed.count(attempt(`2001:db8:0:${network.toString(16)}::1`));
		const actor = { kind: "staff", userId: 7 } as const;
		const caller = { actor, clientAddress: "203.0.113.9", requestId: "r" };
		for (const route of ["POST /credentials", "POST /origins"])
			failed.count({ type: "step_up.failed", object: "7", details: { route }, merchantId: 1, caller });
		await failed.write();
		const own = tables.database.selectFrom("audit_inbox").select(["object", "merchant_id", "times"]);
		expect(await own.where("object", "is not", null).execute()).toEqual([{ object: "7", merchant_id: 1, times: 2 }]);
	});

	test("are counted together for all addresses of one network", async () => {
		const failed = createFailedAttempts(tables.database, clocks);
		for (const host of ["1", "2", "ffff"]) failed.count(attempt(`2001:db8:1:2::${host}`));
		await failed.write();
		expect(await rows()).toEqual([{ client_address: "2001:db8:1:2::/64", object: null, times: 3 }]);
	});

	test("stay counted while the database fails, and are written before a stop", async () => {
		const failed = createFailedAttempts(tables.database, clocks);
		failed.count(attempt("203.0.113.9"));
		await sql`alter table audit_inbox rename to audit_inbox_away`.execute(tables.database);
		await expect(failed.write()).rejects.toThrow("audit_inbox");
		await sql`alter table audit_inbox_away rename to audit_inbox`.execute(tables.database);
		await failed.write();
		failed.count(attempt("203.0.113.9"));
		await failed.write({ all: true });
		expect((await rows()).map(({ times }) => times)).toEqual([1, 1]);
	});
});
