import type { Database } from "@cardseal/platform/db";
import type { EventType, TransactionEventType } from "./event-types.ts";
import { insertEvents } from "./inbox.store.ts";

export interface NewEvent {
	type: Exclude<EventType, TransactionEventType>;
	merchantId: number;
	created: number;
	/** The object as its GET shows it. */
	data: object;
	/** Made with the event's position by default. */
	id?: string;
}

/** @param transaction makes the change as well */
export function emitEvent(transaction: Database, event: NewEvent): Promise<void> {
	return emitEvents(transaction, [event]);
}

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
