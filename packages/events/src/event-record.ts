import type { Database } from "@cardseal/platform/db";
import { z } from "@hono/zod-openapi";
import { type EventType, eventTypes, type TransactionEventType } from "./event-types.ts";
import type { StoredEvent } from "./events.store.ts";

export interface EventRecord {
	id: string;
	sequence: number;
	type: EventType;
	created: number;
	test_mode: boolean;
	data: object;
}

/** A kind is a type's part before the full stop. */
export function eventOf<Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) {
	type OfKind = Extract<EventType, Kind | `${Kind}.${string}`>;
	const types = eventTypes.filter((type): type is OfKind => type.split(".")[0] === kind);
	return z.object({
		id: z.string().openapi({
			description: "The event's id, the same in every delivery",
			example: "evt_019abc12de3f4a5b6c7d8e9f0a1b",
		}),
		sequence: z.int().openapi({
			description:
				"The position among your events, from 1. Events of one object are in the order of its changes. Numbers are left " +
				"out only when the gateway is restored from a backup",
			example: 17,
		}),
		type: z.enum(types).openapi({ description: "What happened" }),
		created: z.int().openapi({ description: "When it happened, in milliseconds since 1970" }),
		test_mode: z.boolean(),
		data,
	});
}

/** A PENDING transaction is stored with its event. */
export interface TransactionEvent {
	id: number;
	type: Exclude<TransactionEventType, "transaction.pending" | "transaction.action_required">;
}

/** Returns transactions as at the events, in order. */
export type TransactionRecordsAt = (database: Database, events: TransactionEvent[]) => Promise<object[]>;

export interface EventReading {
	database: Database;
	transactionRecordsAt: TransactionRecordsAt;
}

export async function eventRecords(
	{ database, transactionRecordsAt }: EventReading,
	stored: StoredEvent[],
): Promise<EventRecord[]> {
	const ofTransactions = stored.filter(({ of_transaction: id }) => id !== null);
	const records = await transactionRecordsAt(
		database,
		ofTransactions.map(({ of_transaction: id, type }) => ({ id, type }) as TransactionEvent),
	);
	const recordOf = new Map(ofTransactions.map((event, index) => [event, records[index]]));
	return stored.map((event) => ({
		id: event.event_id,
		sequence: event.sequence,
		type: event.type,
		created: event.created_at,
		test_mode: event.test_mode,
		data: (recordOf.get(event) ?? event.data) as object,
	}));
}
