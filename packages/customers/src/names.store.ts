import { type RawBuilder, sql } from "kysely";

/** Selects the wanted customers and cards, for the audit log. */
export function namedCustomers(merchantId: number): RawBuilder<unknown> {
	return sql`
		select lookup_id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), company, email) as name
			from customers join wanted using (lookup_id) where merchant_id = ${merchantId} and erased_at is null
		union all select lookup_id, card_type || ' •••• ' || card_suffix
			from cards join wanted using (lookup_id) where merchant_id = ${merchantId}`;
}
