import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { BrowserStanding } from "./known-browser.ts";

export interface AttemptedAccount {
	staffId: number;
	browser: BrowserStanding;
}

/** Failures from unknown browsers do not lock out a browser that the owner signed in with. */
const countOf = {
	unknown: { failed: sql.ref("failed_sign_ins"), lockedUntil: sql.ref("locked_until") },
	known: { failed: sql.ref("known_failed_sign_ins"), lockedUntil: sql.ref("known_locked_until") },
} as const;

/**
 * Counts before the result is known, so that a burst cannot outrun the count.
 *
 * @returns `false` while the account is locked
 */
export async function claimAttempt(
	database: Database,
	{ staffId, browser }: AttemptedAccount,
	{ now, limit, lockedUntil }: { now: number; limit: number; lockedUntil: number },
): Promise<boolean> {
	const columns = countOf[browser];
	const { rows } = await sql`
		update staff
		set ${columns.failed} = counted.attempts,
			${columns.lockedUntil} = case when counted.attempts >= ${limit}::integer then ${lockedUntil}::bigint end
		from (
			select id, case when ${columns.lockedUntil} is null then ${columns.failed} + 1 else 1 end as attempts from staff
			where id = ${staffId}::bigint and (${columns.lockedUntil} is null or ${columns.lockedUntil} <= ${now}::bigint)
			for update
		) as counted
		where staff.id = counted.id
		returning staff.id`.execute(database);
	return rows.length > 0;
}

/** For a sign-in step that another one follows. */
export async function giveAttemptBack(database: Database, { staffId, browser }: AttemptedAccount): Promise<void> {
	const { failed, lockedUntil } = countOf[browser];
	await sql`
		update staff set ${failed} = greatest(${failed} - 1, 0), ${lockedUntil} = null
		where id = ${staffId}::bigint`.execute(database);
}

export async function forgetAttempts(database: Database, { staffId, browser }: AttemptedAccount): Promise<void> {
	const { failed, lockedUntil } = countOf[browser];
	await sql`update staff set ${failed} = 0, ${lockedUntil} = null where id = ${staffId}::bigint`.execute(database);
}
