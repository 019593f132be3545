import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { disableStoredEndpoint, insertEndpoint } from "../endpoints/endpoints.store.ts";
import {
	type Attempt,
	claimDeliveries,
	deleteOldAttempts,
	deleteStrayDeliveries,
	listAttempts,
	recordAttempts,
} from "./deliveries.store.ts";

const now = 1_800_000_000_000;

let tables: TestTables;
let database: Database;
let merchantId: number;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
	merchantId = await insertMerchant(tables.database);
});

afterEach(async () => {
	for (const table of ["webhook_deliveries", "webhook_endpoints"] as const) {
		await tables.database.deleteFrom(table).execute();
	}
});

afterAll(() => tables.drop());

/** Inserts an endpoint with one event that is due then. */
async function addEndpoint(lookupId: string, dueAt = now): Promise<number> {
	const { id } = await insertEndpoint(database, {
		lookup_id: lookupId,
		merchant_id: merchantId,
		url: "https://shop.example.com/",
		types: null,
		description: null,
		created_at: now,
	});
	const delivery = { endpoint_id: id, sequence: 1, slots: 1, due_at: dueAt };
	await tables.database.insertInto("webhook_deliveries").values(delivery).execute();
	return id;
}

function claim(by: Database) {
	const limits = { slots: 10, perMerchant: 10, held: new Map(), perEndpoint: 8, perFailingEndpoint: 8 };
	return claimDeliveries(by, { now, claimedUntil: now + 30_000, ...limits });
}

/** Returns the endpoints whose row and deliveries are unlocked. */
async function unlocked(): Promise<number[]> {
	const { rows } = await sql<{ id: number }>`
		select id from webhook_endpoints join webhook_deliveries on endpoint_id = id order by id
		for update of webhook_endpoints, webhook_deliveries skip locked`.execute(database);
	return rows.map(({ id }) => id);
}

test("a claim locks only the endpoints of what it claims, and waits for no lock", async () => {
	const due = await addEndpoint("due");
	const later = await addEndpoint("later", now + 1);
	const [lockedRow, lockedEvent] = [await addEndpoint("locked row"), await addEndpoint("locked event")];
	await database.transaction().execute(async (other: Database) => {
		await sql`select from webhook_endpoints where id = ${lockedRow} for update`.execute(other);
		await sql`select from webhook_deliveries where endpoint_id = ${lockedEvent} for update`.execute(other);
		await database.transaction().execute(async (transaction: Database) => {
			expect((await claim(transaction)).map(({ endpointId }) => endpointId)).toEqual([due]);
			expect(await unlocked()).toEqual([later]);
		});
	});
	expect((await claim(database)).map(({ endpointId }) => endpointId)).toEqual([lockedRow, lockedEvent]);
});

function failed(endpointId: number): Attempt {
	return {
		endpointId,
		sequence: 1,
		eventId: "evt_1",
		type: "plan.created",
		attempt: 1,
		attemptedAt: now,
		status: 500,
		durationMs: 1,
		error: "status",
		response: "",
		nextAt: now + 1,
	};
}

test("results lock endpoints in the order of their ids, and only then the deliveries", async () => {
	const ids = [await addEndpoint("1"), await addEndpoint("2"), await addEndpoint("3")];
	const [first = 0, second, third = 0] = ids;
	let recorded: Promise<unknown> = Promise.resolve();
	await database.transaction().execute(async (other: Database) => {
		await sql`select from webhook_endpoints where id = ${second} for update`.execute(other);
		recorded = recordAttempts(database, [...ids].reverse().map(failed), { outagePauseMs: 1 });
		await expect
			.poll(async () => {
				const { rows } = await sql`
					select from pg_stat_activity
					where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
				return rows.length;
			})
			.toBe(1);
		const { rows } = await sql<{ id: number }>`
			select id from webhook_endpoints order by id for update skip locked`.execute(database);
		expect(rows.map(({ id }) => id)).toEqual([third]);
		const deliveries = await sql`select from webhook_deliveries for update skip locked`.execute(database);
		expect(deliveries.rows).toHaveLength(3);
	});
	await recorded;
	const { rows } = await sql<{ id: number }>`
		select id from webhook_endpoints where failing_since = ${now} order by id`.execute(database);
	expect(rows.map(({ id }) => id)).toEqual([first, second, third]);
});

test("what waits for a disabled endpoint, or is about a deleted event, is deleted", async () => {
	const url = "https://shop.example.com/";
	const [enabled, disabled] = [await addEndpoint("enabled"), await addEndpoint("disabled")];
	await disableStoredEndpoint(database, { id: disabled, url }, "gone");
	await sql`
		insert into events (merchant_id, sequence, event_id, type, created_at, recorded_at, data)
		values (${merchantId}, 1, 'evt_1', 'plan.created', ${now}, ${now}, '{}')`.execute(database);
	const ofDeletedEvent = { endpoint_id: enabled, sequence: 2, slots: 1, due_at: now };
	await tables.database.insertInto("webhook_deliveries").values(ofDeletedEvent).execute();
	await deleteStrayDeliveries(database);
	const left = await tables.database.selectFrom("webhook_deliveries").select(["endpoint_id", "sequence"]).execute();
	expect(left).toEqual([{ endpoint_id: enabled, sequence: 1 }]);
});

test("attempts before a time are deleted", async () => {
	const id = await addEndpoint("tried");
	await tables.database.deleteFrom("webhook_attempts").execute();
	const attempts = [now - 2, now - 1, now].map((attemptedAt) => ({ ...failed(id), attemptedAt }));
	await recordAttempts(database, attempts, { outagePauseMs: 1 });
	await deleteOldAttempts(database, now);
	const left = await tables.database.selectFrom("webhook_attempts").select("attempted_at").execute();
	expect(left).toEqual([{ attempted_at: now }]);
});

test("X-45 slow lists of attempts leave connections to others", async () => {
	const list = { merchantId, endpointId: 0, eventId: undefined };
	const { lists } = await database.transaction().execute(async (transaction) => {
		await sql`lock table webhook_attempts in access exclusive mode`.execute(transaction);
		const lists = Array.from({ length: 32 }, () => listAttempts(database, list, { limit: 25, beyond: undefined }));
		await sql`select 1`.execute(database);
		return { lists };
	});
	expect((await Promise.all(lists)).flat()).toEqual([]);
});
