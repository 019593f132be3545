import type { DataClassesOf } from "@cardseal/vault";
import type { IdempotencyTables } from "./tables.ts";

export const idempotencyData: DataClassesOf<IdempotencyTables> = {
	idempotency_keys: {
		merchant_id: "none",
		route: "none",
		key: "pseudonym",
		fingerprint: "pseudonym",
		transaction_id: "pseudonym",
		response_status: "none",
		response_body: "personal",
		created_at: "none",
	},
};
