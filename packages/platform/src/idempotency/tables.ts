import type { Generated } from "kysely";

interface IdempotencyKeysTable {
	merchant_id: number;
	route: string;
	key: string;
	fingerprint: Buffer;
	transaction_id: string | null;
	/** Null until there is an outcome. */
	response_status: Generated<number | null>;
	response_body: Generated<string | null>;
	/** Real time, ms since 1970. */
	created_at: number;
}

export interface IdempotencyTables {
	idempotency_keys: IdempotencyKeysTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends IdempotencyTables {}
}
