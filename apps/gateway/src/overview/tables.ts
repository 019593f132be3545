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

/** The payments of a quarter of an hour in one currency. Only quarters with payments have rows. */
interface PaymentSumsTable extends Figures {
	merchant_id: number;
	/** Its beginning, ms since 1970. */
	quarter: number;
	currency: string;
}

export interface OverviewTables {
	payment_sums: PaymentSumsTable;
	summed_payments: {
		merchant_id: number;
		/** The end of the last quarter that was summed, ms since 1970. */
		through: number;
	};
	/** Changes of payments after their quarter may have been summed. */
	late_payment_changes: {
		merchant_id: number;
		id: GeneratedAlways<number>;
		quarter: number;
	};
}
