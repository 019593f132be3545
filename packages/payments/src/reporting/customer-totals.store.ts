import { type Database, readList } from "@cardseal/platform/db";
import { sql } from "kysely";

export interface CustomerTotal {
	currency: string;
	/** Approved sales and captures that were not voided. */
	paid_count: number;
	paid_cents: number;
	refunded_cents: number;
}

export async function sumCustomerPayments(
	database: Database,
	merchantId: number,
	customerLookupId: string,
): Promise<CustomerTotal[]> {
	const sums = sql<CustomerTotal>`
		select currency, count(*) as paid_count, sum(amount_cents)::bigint as paid_cents,
			sum(refunded_cents)::bigint as refunded_cents
		from transactions
		where merchant_id = ${merchantId} and customer_lookup_id = ${customerLookupId}
			and status = 'APPROVED' and type in ('sale', 'capture') and voided_by is null
		group by currency
		order by currency`;
	const { rows } = await readList(database, merchantId, (reading) => sums.execute(reading));
	return rows;
}
