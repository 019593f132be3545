import type { DataClassesOf } from "@cardseal/vault";
import type { RestoreTables, RetentionTables } from "./tables.ts";

export const restoreData: DataClassesOf<RestoreTables> = {
	restores: {
		id: "none",
		noticed_at: "none",
		window_from: "none",
		missing: "pseudonym",
		lost_heads: "none",
		kept_file_numbers: "none",
		file_numbers: "none",
		reconciled_at: "none",
		open_items: "pseudonym",
		finished_at: "none",
		mac: "none",
	},
	reconciled_transactions: {
		merchant_id: "none",
		transaction_id: "pseudonym",
		restore_id: "none",
		reconciled_at: "none",
	},
};

export const retentionData: DataClassesOf<RetentionTables> = {
	retention_checkpoints: {
		running_ms: "none",
		observed_at: "none",
	},
	retention_stop: {
		is_only: "none",
		stopped_at: "none",
		reason: "none",
	},
	erased_payments: { table_name: "none", through_id: "none" },
};
