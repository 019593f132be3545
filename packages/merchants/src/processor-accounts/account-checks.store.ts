import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";

/** Per merchant and hour, on all gateways and by commands. */
export const maximumChecks = 20;
const windowMs = 60 * 60 * 1000;

/**
 * @param now real time, ms since 1970
 * @returns ms until there is room again; `undefined` within the limit
 */
export async function countCheck(
	database: Database,
	{ merchantId, now }: { merchantId: number; now: number },
): Promise<number | undefined> {
	const isNew = sql<boolean>`(checks.window_started_at not between ${now - windowMs + 1}::bigint and ${now}::bigint)`;
	const { rows } = await sql<{ window_started_at: number; count: number }>`
		insert into processor_account_checks as checks (merchant_id, window_started_at, count)
		values (${merchantId}, ${now}, 1)
		on conflict (merchant_id) do update set
			count = case when ${isNew} then 1 else least(checks.count, ${maximumChecks}::integer) + 1 end,
			window_started_at = case when ${isNew} then excluded.window_started_at else checks.window_started_at end
		returning window_started_at, count`.execute(database);
	const [window] = rows;
	if (window === undefined || window.count <= maximumChecks) return undefined;
	return window.window_started_at + windowMs - now;
}
