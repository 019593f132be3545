import type { Generated, GeneratedAlways } from "kysely";

export interface LostHead {
	sequence: number;
	/** Hexadecimal. */
	seal: string;
}

export interface Missing {
	transaction?: string;
	eft?: string;
	bankFile?: string;
	justWritten?: number;
}

export interface OpenItem {
	/** A reference, an account or a file. */
	about: string;
	problem: string;
}

export interface RestoreTables {
	installation: {
		only_row: Generated<boolean>;
		installation_id: string;
	};
	restores: {
		id: GeneratedAlways<number>;
		/** The lost window's end, real time, ms since 1970. */
		noticed_at: number;
		/** Real time, ms since 1970, of the newest remaining row, or earlier. */
		window_from: number;
		missing: Missing;
		lost_heads: Generated<LostHead[]>;
		/** The last file numbers in the database, and those seen. */
		kept_file_numbers: Record<string, number>;
		file_numbers: Generated<Record<string, number>>;
		reconciled_at: number | null;
		open_items: Generated<OpenItem[]>;
		finished_at: number | null;
		/** Proves that the operator accepted the lost heads. */
		mac: Buffer | null;
	};
	reconciled_transactions: {
		merchant_id: number;
		transaction_id: string;
		restore_id: number;
		reconciled_at: number;
	};
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends RestoreTables {}
}
