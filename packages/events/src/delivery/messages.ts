import { type Database, isDatabaseFailure } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import { type EventReading, eventRecords } from "../event-record.ts";
import type { EventType } from "../event-types.ts";
import { findEventsAt, type StoredEvent } from "../events.store.ts";
import type { ClaimedDelivery } from "./deliveries.store.ts";

export interface MessageReading extends EventReading {
	database: Database;
	log: Logger;
}

/** The body is missing if the event cannot be read. */
export interface Message {
	id: string;
	type: EventType;
	body: Buffer<ArrayBuffer> | undefined;
}

export async function readMessages(options: MessageReading, claimed: ClaimedDelivery[]) {
	const nameOf = ({ merchantId, sequence }: { merchantId: number; sequence: number }) => `${merchantId}|${sequence}`;
	const stored = await findEventsAt(options.database, claimed);
	const bodies = await bodiesOf(options, stored);
	const messages = stored.map((event, index): [string, Message] => [
		nameOf({ merchantId: event.merchant_id, sequence: event.sequence }),
		{ id: event.event_id, type: event.type, body: bodies[index] },
	]);
	const found = new Map(messages);
	return (delivery: ClaimedDelivery) => found.get(nameOf(delivery));
}

/** Halves a failed batch until the broken event is alone. */
async function bodiesOf(options: MessageReading, stored: StoredEvent[]): Promise<Message["body"][]> {
	try {
		const records = await eventRecords(options, stored);
		return records.map((record) => Buffer.from(JSON.stringify(record)));
	} catch (error) {
		if (isDatabaseFailure(error)) throw error;
		if (stored.length === 1) {
			options.log.error({ err: error, event: stored[0]?.event_id }, "an event cannot be read");
			return [undefined];
		}
		const half = Math.ceil(stored.length / 2);
		const first = await bodiesOf(options, stored.slice(0, half));
		return [...first, ...(await bodiesOf(options, stored.slice(half)))];
	}
}
