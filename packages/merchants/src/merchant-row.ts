import type { Selectable } from "kysely";
import type { Merchant } from "./merchant.ts";
import type { MerchantsTable } from "./tables.ts";

export function merchantOf(row: Selectable<MerchantsTable>): Merchant {
	return {
		id: row.id,
		publicId: row.merchant_id,
		name: row.name,
		statementText: row.statement_text,
		mode: row.mode,
		timeZone: row.time_zone,
		currencies: row.currencies,
		hostedFormOnly: row.hosted_form_only,
		threeDSecure: {
			rule: row.three_d_secure,
			aboveCents: row.three_d_secure_above,
			outside: row.three_d_secure_outside,
		},
		rejectsAvsNoMatch: row.rejects_avs_no_match,
		rejectsCvvNoMatch: row.rejects_cvv_no_match,
		cardTesting: { isOn: row.card_testing_on, limits: row.card_testing_limits },
	};
}
