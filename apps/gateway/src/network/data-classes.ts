import type { DataClassesOf } from "@cardseal/vault";
import type { NetworkTables } from "./tables.ts";

export const networkData: DataClassesOf<NetworkTables> = {
	client_counts: {
		limit_name: "none",
		key: "personal",
		count: "none",
		ends_at: "none",
	},
};
