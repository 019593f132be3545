import type { Generated } from "kysely";

export interface RetentionTables {
	/** The running time of gateways, by the database's clock. */
	retention_checkpoints: {
		running_ms: number;
		/** ms since 1970. */
		observed_at: number;
	};
	/** At most one row, while retention is stopped. */
	retention_stop: {
		is_only: Generated<boolean>;
		/** ms since 1970. */
		stopped_at: number;
		reason: string;
	};
}

declare module "../db/schema.ts" {
	interface GatewayTables extends RetentionTables {}
}
