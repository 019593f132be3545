import type { Notice } from "@cardseal/vault";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface NoticeFeedsTable {
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
export type NoticeState = "waiting" | "applied" | "unmatched" | "differing" | "invalid" | "closed";

/** Stored, so that a repeated notice is applied once. */
interface ReceivedNoticesTable {
	merchant_id: number;
	processor: string;
	account: string;
	notice_id: string;
	/** `unknown` if an invalid notice names none. */
	kind: Notice["kind"] | "unknown";
	/** `null` unless it is still needed. */
	body: ColumnType<Notice | null, string | null, null>;
	state: Generated<NoticeState>;
	/** Real time, ms since 1970, of the next attempt or the latest change. */
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
