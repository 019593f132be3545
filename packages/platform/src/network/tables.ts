/** A crash of the database empties this unlogged table. */
export interface ClientCountsTable {
	limit_name: string;
	key: string;
	count: number;
	/** Real time. */
	ends_at: number;
}

declare module "../db/schema.ts" {
	interface GatewayTables {
		client_counts: ClientCountsTable;
	}
}
