import { joined, partsOf } from "../services.ts";

/** A new column with data about a person is listed here, in its service's manifest or in `personal-columns.db.test.ts`. */
export const personalColumns = {
	audit_inbox: ["client_address"],
	audit_log: ["client_address"],
	client_counts: ["key"],
	idempotency_keys: ["response_body"],
	mailbox: ["to_address", "blind_copies", "subject", "text", "html"],
	metadata_entries: ["key", "value"],
	widget_sessions: ["browser", "client_network"],
	...joined(partsOf("personalColumns")),
} as const satisfies Record<string, readonly string[]>;

export type PersonalTable = keyof typeof personalColumns;

/** Columns that are erased by an empty text. */
export const requiredColumns: Record<string, readonly string[]> = joined(partsOf("requiredPersonalColumns"));

/** The data that services have about a customer besides these columns. */
export const personalData = partsOf("personalData").flat();
