import type { DataClassesOf } from "@cardseal/vault";
import type { CardFormTables } from "./tables.ts";

export const cardFormData: DataClassesOf<CardFormTables> = {
	widget_origins: {
		merchant_id: "none",
		origin: "none",
		created_at: "none",
	},
	widget_sessions: {
		id: "pseudonym",
		merchant_id: "none",
		origin: "none",
		client_network: "personal",
		language: "none",
		created_at: "none",
		expires_at: "none",
	},
};
