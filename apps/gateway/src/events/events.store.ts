import { type Selectable, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { GatewayTables } from "../db/schema.ts";

/** An event with its merchant's mode. */
export type StoredEvent = Omit<Selectable<GatewayTables["events"]>, "recorded_at" | "resent_at"> & {
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
): Promise<Pick<Selectable<GatewayTables["events"]>, "sequence" | "resent_at"> | undefined> {
	return transaction
		.selectFrom("events")
		.select(["sequence", "resent_at"])
		.where("event_id", "=", eventId)
		.where("merchant_id", "=", merchantId)
		.forUpdate()
		.executeTakeFirst();
}

/** Records that an event is sent again. `now` is real time. */
export async function recordResend(transaction: Database, eventId: string, now: number): Promise<void> {
	await transaction.updateTable("events").set({ resent_at: now }).where("event_id", "=", eventId).execute();
}

/** Finds events of any merchants by their positions. */
export async function findEventsAt(
	database: Database,
	positions: { merchantId: number; sequence: number }[],
): Promise<StoredEvent[]> {
	const merchants = positions.map(({ merchantId }) => merchantId);
	const sequences = positions.map(({ sequence }) => sequence);
	return storedEvents(database)
		.where(
			sql<boolean>`(events.merchant_id, sequence) in (select * from unnest(${merchants}::bigint[], ${sequences}::bigint[]))`,
		)
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

/** Rows of a merchant per statement: few, so that its locks and log writes do not delay charges. */
const sliceRows = 5_000;

/**
 * Deletes the events recorded before a time. A merchant's events are recorded in their order, so the oldest are found by
 * their positions.
 *
 * @param before real time, ms since 1970
 */
export async function deleteOldEvents(database: Database, before: number): Promise<void> {
	const deletion = sql`
		delete from events using (
			select old.merchant_id, old.sequence
			from event_sequences counter
			cross join lateral (
				select recorded_at from events where merchant_id = counter.merchant_id order by sequence limit 1
			) oldest
			cross join lateral (
				select merchant_id, sequence, recorded_at from events where merchant_id = counter.merchant_id
				order by sequence limit ${sliceRows}
			) old
			where oldest.recorded_at < ${before} and old.recorded_at < ${before}
			limit ${sliceRows}
		) old
		where (events.merchant_id, events.sequence) = (old.merchant_id, old.sequence)`;
	for (;;) {
		const { numAffectedRows = 0n } = await deletion.execute(database);
		if (numAffectedRows === 0n) return;
	}
}
