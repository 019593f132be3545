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

declare module "../db/schema.ts" {
	interface GatewayTables {
		idempotency_keys: IdempotencyKeysTable;
	}
}
