import type { Generated } from "kysely";

declare module "../tables.ts" {
	interface TransactionsTable {
		/** The sum of approved refunds. */
		refunded_cents: Generated<number>;
		/** The sum of refunds without an outcome. */
		refunding_cents: Generated<number>;
	}
}
