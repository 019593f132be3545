import type { ShownReason } from "@cardseal/platform";
import type { Generated } from "kysely";

/** A row without a status counts unrecorded requests. A foreign key would lock the merchant's row. */
interface RequestLogTable {
	id: Generated<number>;
	merchant_id: number;
	/** Real time of the request, or of the first unrecorded one. */
	created_at: number;
	request_id: string | null;
	method: string | null;
	/** Has the names of its parameters, never their values. */
	route: string | null;
	status: number | null;
	reason: ShownReason | null;
	/** As PostgreSQL writes it: `3.2` */
	duration_ms: string | null;
	client_id: string | null;
	/** The transaction that the request made or named. */
	transaction_id: string | null;
	shed: number | null;
}

export interface RequestLogTables {
	request_log: RequestLogTable;
}
