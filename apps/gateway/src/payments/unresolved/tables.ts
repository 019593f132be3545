import type { Notice } from "@cardseal/vault";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface NoticeFeedsTable {
	merchant_id: number;
	processor: string;
	/** Empty for the demo processor, which has one account for each merchant. */
	account: string;
	cursor: string | null;
	/** Real time, ms since 1970, of the next reading; the lease's end during one. */
	next_read_at: Generated<number>;
	/** The last failure of reading; `null` after a success. */
	problem: string | null;
}

/**
 * `unmatched`: unknown reference. `differing`: against what is recorded. `invalid`: malformed. The operator
 * closes these.
 */
export type NoticeState = "waiting" | "applied" | "unmatched" | "differing" | "invalid" | "closed";

/** Every received notice, so that a repeated one is applied once. */
interface ReceivedNoticesTable {
	merchant_id: number;
	processor: string;
	account: string;
	/** The processor's own id. */
	notice_id: string;
	/** `unknown` if an invalid notice names none. */
	kind: Notice["kind"] | "unknown";
	/** `null` once it is applied or closed, and of an invalid notice. */
	body: ColumnType<Notice | null, string | null, null>;
	state: Generated<NoticeState>;
	/** Real time, ms since 1970, of the next attempt, the lease's end, or the latest change. */
	next_attempt_at: number;
	attempts: Generated<number>;
	problem: string | null;
	/** Business time, ms since 1970. */
	received_at: number;
}

export type ReceivedNotice = Selectable<ReceivedNoticesTable>;

export interface NoticeTables {
	notice_feeds: NoticeFeedsTable;
	received_notices: ReceivedNoticesTable;
}
