/** Unlogged: after a crash of the database, windows begin again. */
export interface ClientCountsTable {
	/** The name of the limit. */
	limit_name: string;
	/** The client's network, or a fingerprint of its id. */
	key: string;
	count: number;
	/** Real time. */
	ends_at: number;
}

export interface NetworkTables {
	client_counts: ClientCountsTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends NetworkTables {}
}
