/**
 * The metadata of transactions and customers, one row for each key, in the order of their lists. A trigger writes it with
 * the row that has the metadata, so a row without any costs nothing.
 */
interface MetadataEntriesTable {
	merchant_id: number;
	/** The table of the row. */
	subject: "transactions" | "customers";
	key: string;
	/** In lower case. */
	value: string;
	created_at: number;
	/** The id of the row. */
	id: number;
}

export interface MetadataTables {
	metadata_entries: MetadataEntriesTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends MetadataTables {}
}
