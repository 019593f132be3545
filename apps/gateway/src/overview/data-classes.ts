import type { DataClassesOf } from "@cardseal/vault";
import type { OverviewTables } from "./tables.ts";

export const overviewData: DataClassesOf<OverviewTables> = {
	payment_sums: {
		merchant_id: "none",
		interval_start: "none",
		currency: "none",
		pending_count: "none",
		approved_count: "financial",
		approved_cents: "financial",
		declined_count: "financial",
		declined_cents: "financial",
		refunded_count: "financial",
		refunded_cents: "financial",
	},
	payment_sums_progress: { merchant_id: "none", summed_from: "none", summed_until: "none" },
	changes_after_summing: { merchant_id: "none", id: "none", interval_start: "none" },
};
