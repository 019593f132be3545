import type { DataClassesOf } from "@cardseal/vault";
import type { CardTestingTables } from "./tables.ts";

export const cardTestingData: DataClassesOf<CardTestingTables> = {
	card_testing_attempts: {
		reference: "pseudonym",
		merchant_id: "none",
		card: "pseudonym",
		bin: "pseudonym",
		address: "pseudonym",
		customer: "pseudonym",
		email: "pseudonym",
		is_small: "none",
		result: "none",
		at: "none",
		expires_at: "none",
	},
	card_testing_freezes: {
		bin: "pseudonym",
		merchant_id: "none",
		frozen_until: "none",
	},
};
