import type { DataClassesOf } from "@cardseal/vault";
import type { MetadataTables } from "./tables.ts";

export const metadataData: DataClassesOf<MetadataTables> = {
	metadata_entries: {
		merchant_id: "none",
		subject: "none",
		key: "personal",
		value: "personal",
		created_at: "none",
		id: "pseudonym",
	},
};
