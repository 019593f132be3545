import { eventIdsFrom } from "@cardseal/platform";
import { type Database, deleteInSlices, rowsAs } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Selectable, sql } from "kysely";

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

/** The asker is a key of `resends`. `now` is real time. */
export async function recordResend(
	transaction: Database,
	eventId: string,
	{ asker, now }: { asker: string; now: number },
): Promise<void> {
	await sql`
		update events set resends = coalesce(resends, '{}') || jsonb_build_object(${asker}::text, ${now}::bigint)
		where event_id = ${eventId}`.execute(transaction);
}

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
 * Skips positions given after the restored backup.
 * @param count the most events since the backup
 */
export async function skipPositions(database: Database, count: number): Promise<void> {
	await sql`
		insert into event_sequences as counter (merchant_id, last_sequence)
		select id, ${count}::bigint + (select count(*) from event_inbox) from merchants
		on conflict (merchant_id) do update set last_sequence = counter.last_sequence + excluded.last_sequence`.execute(
		database,
	);
}

/** `before` is real time, with which ids begin. */
export async function deleteOldEvents(database: Database, before: number): Promise<void> {
	await deleteInSlices(database, "events", sql`event_id < ${eventIdsFrom(before)}`);
}
