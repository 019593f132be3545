import { type RawBuilder, sql } from "kysely";

/** Selects the wanted invited people and staff, for the audit log. */
export function namedStaff(merchantId: number): RawBuilder<unknown> {
	return sql`
		select lookup_id, email as name from staff_invitations join wanted using (lookup_id)
			where merchant_id = staff_merchant_of(${merchantId})
		union all select lookup_id, name from staff join wanted on invitation_id = lookup_id
			where merchant_id = staff_merchant_of(${merchantId})`;
}

/** Includes removed staff. */
export function staffName(merchantId: number, id: RawBuilder<unknown>): RawBuilder<string | null> {
	return sql`(select name from staff where merchant_id = staff_merchant_of(${merchantId}) and staff.id::text = ${id})`;
}
