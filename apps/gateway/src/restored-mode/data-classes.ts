import type { DataClassesOf } from "@cardseal/vault";
import type { RestoreTables } from "./tables.ts";

export const restoreData: DataClassesOf<RestoreTables> = {
	installation: {
		only_row: "none",
		installation_id: "none",
	},
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
