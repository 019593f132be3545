import type { GeneratedAlways } from "kysely";
import type { Figures } from "./payment-sums.store.ts";

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
