import type { DeclineWords } from "@cardseal/customers";
import type { Database } from "@cardseal/platform/db";
import type { DeclineCode } from "@cardseal/vault";
import { sql } from "kysely";

/** A bounded part of the merchant's declines. */
const readDeclines = 200;

export async function findDeclineWords(
	database: Database,
	{ merchantId, processor, code }: { merchantId: number; processor: string; code: DeclineCode },
): Promise<DeclineWords | undefined> {
	const { rows } = await sql<DeclineWords>`
		select message, decline_class as "declineClass"
		from (
			select id from declined_transactions where merchant_id = ${merchantId} order by id desc limit ${readDeclines}
		) newest
		join transactions using (id)
		where processor = ${processor} and decline_code = ${code} and message is not null
			and card_testing_reason is null and type in ('sale', 'authorization')
		order by id desc
		limit 1`.execute(database);
	return rows[0];
}
