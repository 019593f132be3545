import type { DataClassesOf } from "@cardseal/vault";
import type { OverviewTables } from "./tables.ts";

export const overviewData: DataClassesOf<OverviewTables> = {
	payment_sums: {
		merchant_id: "none",
		quarter: "none",
		currency: "none",
		approved_count: "financial",
		approved_cents: "financial",
		declined_count: "financial",
		declined_cents: "financial",
		refunded_count: "financial",
		refunded_cents: "financial",
	},
	summed_payments: { merchant_id: "none", through: "none" },
	late_payment_changes: { merchant_id: "none", id: "none", quarter: "none" },
};
