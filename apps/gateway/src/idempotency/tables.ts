/** One row for each Idempotency-Key a merchant used on a route. */
interface IdempotencyKeysTable {
	merchant_id: number;
	route: string;
	key: string;
	fingerprint: Buffer;
	/** The card transaction that it stands for; null for a request that is answered when its database transaction ends. */
	transaction_id: string | null;
	/** Null while the charge runs. */
	response_status: number | null;
	response_body: string | null;
	created_at: number;
}

export interface IdempotencyTables {
	idempotency_keys: IdempotencyKeysTable;
}
