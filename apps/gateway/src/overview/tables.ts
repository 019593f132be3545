import type { GeneratedAlways } from "kysely";

/** Counts, and amounts in whole cents. */
export interface Figures {
	approved_count: number;
	approved_cents: number;
	declined_count: number;
	declined_cents: number;
	refunded_count: number;
	refunded_cents: number;
}

/** The payments of 15 minutes in one currency. Times are ms since 1970. */
interface PaymentSumsTable extends Figures {
	merchant_id: number;
	interval_start: number;
	currency: string;
	/** The interval counts as not summed while it has any. */
	pending_count: number;
}

export interface OverviewTables {
	payment_sums: PaymentSumsTable;
	payment_sums_progress: {
		merchant_id: number;
		summed_from: number;
		summed_until: number;
	};
	/** Intervals to sum again. */
	changes_after_summing: {
		merchant_id: number;
		id: GeneratedAlways<number>;
		interval_start: number;
	};
}

declare module "../db/schema.ts" {
	interface GatewayTables extends OverviewTables {}
}
