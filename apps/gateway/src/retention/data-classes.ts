import type { DataClassesOf } from "@cardseal/vault";
import type { RetentionTables } from "./tables.ts";

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
};
