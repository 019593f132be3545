import type { ColumnType, Generated } from "kysely";
import type { EventType } from "./event-types.ts";

interface EventColumns {
	merchant_id: number;
	type: EventType;
	/** The business clock. */
	created_at: number;
	/**
	 * The numeric id of the transaction that an event of `transaction.…` is about. Its outcome is final, so its record at the
	 * time of the event follows from its row, and a charge writes it once.
	 */
	of_transaction: number | null;
	/** The object of any other event, as JSON. */
	data: ColumnType<unknown, string | null, never>;
}

/** Events that wait for their position: written with a change, and moved to `events` within moments. */
interface EventInboxTable extends EventColumns {
	id: Generated<number>;
}

interface EventsTable extends EventColumns {
	/** Position among the merchant's events, from 1, without gaps. */
	sequence: number;
	/** `evt_…` */
	event_id: string;
	/** Real time. */
	recorded_at: number;
}

/** The last position that was given, also when its event was deleted. */
interface EventSequencesTable {
	merchant_id: number;
	last_sequence: number;
}

export interface EventTables {
	event_inbox: EventInboxTable;
	events: EventsTable;
	event_sequences: EventSequencesTable;
}
