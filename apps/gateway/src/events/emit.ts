import type { Database } from "../db/database.ts";
import type { EventType, TransactionEventType } from "./event-types.ts";
import { insertEvents } from "./inbox.store.ts";

/** A change of an object that is not a card transaction. Transactions write their events with their outcomes. */
export interface NewEvent {
	type: Exclude<EventType, TransactionEventType>;
	merchantId: number;
	/** Business time, ms since 1970. */
	created: number;
	/** The object as its GET shows it after the change. */
	data: object;
	/** Default: an id that is made with the event's position. */
	id?: string;
}

/**
 * Writes an event for the merchant's own programs; it gets its position in the merchant's sequence after the commit.
 *
 * @param transaction makes the change as well, so that neither exists without the other
 */
export function emitEvent(transaction: Database, event: NewEvent): Promise<void> {
	return emitEvents(transaction, [event]);
}

/** Writes events in their order; see `emitEvent`. */
export async function emitEvents(transaction: Database, events: NewEvent[]): Promise<void> {
	await insertEvents(
		transaction,
		events.map(({ type, merchantId, created, data, id = null }) => ({
			merchant_id: merchantId,
			type,
			created_at: created,
			data: JSON.stringify(data),
			event_id: id,
		})),
	);
}
