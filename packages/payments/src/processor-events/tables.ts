import type { ProcessorEvent } from "@cardseal/vault";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface ProcessorEventFeedsTable {
	merchant_id: number;
	processor: string;
	/** Empty for the demo processor. */
	account: string;
	cursor: string | null;
	/** Real time, ms since 1970; the lease's end during a reading. */
	next_read_at: Generated<number>;
	/** `null` after a success. */
	problem: string | null;
}

/**
 * `unmatched`: unknown reference. `differing`: against what is recorded. The operator closes these, and
 * `invalid` ones.
 */
export type ProcessorEventState = "waiting" | "applied" | "unmatched" | "differing" | "invalid" | "closed";

/** Stored, so that a repeated processor event is applied once. */
interface ReceivedProcessorEventsTable {
	merchant_id: number;
	processor: string;
	account: string;
	notice_id: string;
	/** `unknown` if an invalid processor event names none. */
	kind: ProcessorEvent["kind"] | "unknown";
	/** `null` unless it is still needed. */
	body: ColumnType<ProcessorEvent | null, string | null, null>;
	state: Generated<ProcessorEventState>;
	/** Real time, ms since 1970, of the next attempt or the latest change. */
	next_attempt_at: number;
	attempts: Generated<number>;
	problem: string | null;
	/** Business time, ms since 1970. */
	received_at: number;
}

export type ReceivedProcessorEvent = Selectable<ReceivedProcessorEventsTable>;

export interface ProcessorEventTables {
	notice_feeds: ProcessorEventFeedsTable;
	received_notices: ReceivedProcessorEventsTable;
}
