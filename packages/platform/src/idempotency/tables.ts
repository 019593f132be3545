import type { Generated } from "kysely";

interface IdempotencyKeysTable {
	merchant_id: number;
	route: string;
	key: string;
	fingerprint: Buffer;
	transaction_id: string | null;
	response_status: Generated<number | null>;
	response_body: Generated<string | null>;
	/** Real time. */
	created_at: number;
}

declare module "../db/schema.ts" {
	interface GatewayTables {
		idempotency_keys: IdempotencyKeysTable;
	}
}
