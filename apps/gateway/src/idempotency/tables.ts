import type { Generated } from "kysely";

/** One row for each Idempotency-Key that a merchant used on a route. */
interface IdempotencyKeysTable {
	merchant_id: number;
	route: string;
	key: string;
	/** A keyed hash of what the first request asks for. */
	fingerprint: Buffer;
	/** The card transaction that the request made; null for a request whose work is one database transaction. */
	transaction_id: string | null;
	/** Null while the card transaction has no outcome. */
	response_status: Generated<number | null>;
	response_body: Generated<string | null>;
	/** Real time, ms since 1970. */
	created_at: number;
}

export interface IdempotencyTables {
	idempotency_keys: IdempotencyKeysTable;
}
