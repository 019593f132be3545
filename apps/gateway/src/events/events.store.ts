import { type Selectable, sql } from "kysely";
import { rowsAs } from "../db/arrays/given-rows.ts";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import type { GatewayTables } from "../db/schema.ts";
import { eventIdsFrom } from "../ids.ts";

/** An event with its merchant's mode. */
export type StoredEvent = Omit<Selectable<GatewayTables["events"]>, "recorded_at" | "resends"> & {
	test_mode: boolean;
};

export async function findEvent(
	database: Database,
	merchantId: number,
	eventId: string,
): Promise<StoredEvent | undefined> {
	return storedEvents(database)
		.where("event_id", "=", eventId)
		.where("events.merchant_id", "=", merchantId)
		.executeTakeFirst();
}

/** Locks an event that is to be sent again, until the transaction ends. */
export function lockEvent(
	transaction: Database,
	merchantId: number,
	eventId: string,
): Promise<Pick<Selectable<GatewayTables["events"]>, "sequence" | "resends"> | undefined> {
	return transaction
		.selectFrom("events")
		.select(["sequence", "resends"])
		.where("event_id", "=", eventId)
		.where("merchant_id", "=", merchantId)
		.forUpdate()
		.executeTakeFirst();
}

/** Records that an event is sent again for an asker, a key of `resends`. `now` is real time. */
export async function recordResend(
	transaction: Database,
	eventId: string,
	{ asker, now }: { asker: string; now: number },
): Promise<void> {
	await sql`
		update events set resends = coalesce(resends, '{}') || jsonb_build_object(${asker}::text, ${now}::bigint)
		where event_id = ${eventId}`.execute(transaction);
}

/** Finds events of any merchants by their positions. */
export async function findEventsAt(
	database: Database,
	positions: { merchantId: number; sequence: number }[],
): Promise<StoredEvent[]> {
	const wanted = rowsAs(
		"wanted",
		{ merchant_id: "bigint", sequence: "bigint" },
		positions.map(({ merchantId, sequence }) => ({ merchant_id: merchantId, sequence })),
	);
	return storedEvents(database)
		.where(sql<boolean>`(events.merchant_id, sequence) in (select * from ${wanted})`)
		.execute();
}

function storedEvents(database: Database) {
	return database
		.selectFrom("events")
		.innerJoin("merchants", "merchants.id", "events.merchant_id")
		.select([
			"events.merchant_id",
			"sequence",
			"event_id",
			"type",
			"events.created_at",
			"of_transaction",
			"data",
			sql<boolean>`merchants.mode = 'demo'`.as("test_mode"),
		]);
}

/**
 * Leaves out positions of every merchant, for those that were given after the backup that was restored. The events that waited
 * in the backup had got positions as well.
 *
 * @param count the most events that can have been written since the backup
 */
export async function skipPositions(database: Database, count: number): Promise<void> {
	await sql`
		insert into event_sequences as counter (merchant_id, last_sequence)
		select id, ${count}::bigint + (select count(*) from event_inbox) from merchants
		on conflict (merchant_id) do update set last_sequence = counter.last_sequence + excluded.last_sequence`.execute(
		database,
	);
}

/** Deletes the events before a real time, ms since 1970. Their ids begin with their times. */
export async function deleteOldEvents(database: Database, before: number): Promise<void> {
	await deleteInSlices(database, "events", sql`event_id < ${eventIdsFrom(before)}`);
}
