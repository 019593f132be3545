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

/** The payments of a finished day in one currency. Times are ms since 1970. */
interface PaymentDaySumsTable extends Figures {
	merchant_id: number;
	/** The day's midnights in the merchant's time zone, so that a sum is of no use in another one. */
	begins_at: number;
	ends_at: number;
	currency: string;
}

export interface OverviewTables {
	payment_day_sums: PaymentDaySumsTable;
	/** The sums of days with these times count no more, and are deleted. */
	changes_after_summing: {
		merchant_id: number;
		id: GeneratedAlways<number>;
		/** Rounded down to 15 minutes: every midnight is a multiple of them. */
		interval_start: number;
	};
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends OverviewTables {}
}
