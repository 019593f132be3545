import type { Generated, GeneratedAlways } from "kysely";

/** The newest rows that a gateway has seen. */
export interface Seen {
	/** Real time, ms since 1970. */
	at: number;
	/** The id that a database shares with its backups and replicas. */
	installationId: string;
	transaction: SeenTransaction | null;
	eft: SeenTransaction | null;
	/** A position of the audit log, with its seal in hexadecimal digits. */
	auditHead: LostHead | null;
	/** The last file creation number of each originator of bank files. */
	fileNumbers: Record<string, number>;
}

export interface SeenTransaction {
	id: number;
	transactionId: string;
	/** Business time, ms since 1970. */
	createdAt: number;
}

export interface LostHead {
	sequence: number;
	seal: string;
}

/** Records that a restored database lacks, for the operator. */
export interface Missing {
	/** The transaction_id of the newest one seen. */
	transaction?: string;
	eft?: string;
	/** The sequence of the newest audit event. */
	auditEvent?: number;
	/** The number of just written transactions. */
	justWritten?: number;
}

/** An item that reconciling could not resolve. */
export interface OpenItem {
	/** A reference, an account or a file. */
	about: string;
	problem: string;
}

export interface RestoreTables {
	/** One row. */
	installation: {
		only_row: Generated<boolean>;
		installation_id: string;
	};
	/** Times at which gateways found the database older than the rows they had seen. */
	restores: {
		id: GeneratedAlways<number>;
		/** Real time, ms since 1970: the end of the lost window. */
		noticed_at: number;
		/** Real time, ms since 1970: the newest row's that the database still has, or earlier. */
		window_from: number;
		missing: Missing;
		/** Lost heads of the audit log that gateways had seen. */
		lost_heads: Generated<LostHead[]>;
		/** The last file creation numbers that the database still had, and those that gateways had seen. */
		kept_file_numbers: Record<string, number>;
		file_numbers: Generated<Record<string, number>>;
		reconciled_at: number | null;
		open_items: Generated<OpenItem[]>;
		finished_at: number | null;
		/** Proves, once finished, that the operator accepted the lost heads. */
		mac: Buffer | null;
	};
	/** Transactions that were written from a processor's list after a restore. */
	reconciled_transactions: {
		merchant_id: number;
		transaction_id: string;
		restore_id: number;
		reconciled_at: number;
	};
}

declare module "../db/schema.ts" {
	interface GatewayTables extends RestoreTables {}
}
