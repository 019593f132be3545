import { type RawBuilder, sql } from "kysely";

/** Selects the wanted plans and subscriptions, for the audit log. */
export function namedSubscriptions(merchantId: number): RawBuilder<unknown> {
	return sql`
		select lookup_id, name from plans join wanted using (lookup_id) where merchant_id = ${merchantId}
		union all select lookup_id, name from subscriptions join wanted using (lookup_id) where merchant_id = ${merchantId}`;
}
