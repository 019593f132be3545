/** One row per key, in the order of the lists of transactions and customers. A trigger writes it. */
interface MetadataEntriesTable {
	merchant_id: number;
	subject: "transactions" | "customers";
	key: string;
	value: string;
	created_at: number;
	id: number;
}

declare module "../db/schema.ts" {
	interface GatewayTables {
		metadata_entries: MetadataEntriesTable;
	}
}
