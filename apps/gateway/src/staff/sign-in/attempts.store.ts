import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { BrowserStanding } from "./known-browser.ts";

/** Whose account an attempt is made at, and what they know of the browser that makes it. */
export interface AttemptedAccount {
	staffId: number;
	browser: BrowserStanding;
}

/** The columns that count failed sign-ins: those of strangers lock no browser out that its owner signed in with before. */
const countOf = {
	unknown: { failed: sql.ref("failed_sign_ins"), lockedUntil: sql.ref("locked_until") },
	known: { failed: sql.ref("known_failed_sign_ins"), lockedUntil: sql.ref("known_locked_until") },
} as const;

/**
 * Counts an attempt to sign in before it is known whether it is right, so that a burst of them cannot outrun the count. The
 * one that reaches the limit locks the account, unless it turns out to be right. Times are real, ms since 1970.
 *
 * @returns whether the attempt may be made: `false` while the account is locked
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

/** Takes back the count of one attempt that was right, while another step of the sign-in is still to come. */
export async function giveAttemptBack(database: Database, { staffId, browser }: AttemptedAccount): Promise<void> {
	const { failed, lockedUntil } = countOf[browser];
	await sql`
		update staff set ${failed} = greatest(${failed} - 1, 0), ${lockedUntil} = null
		where id = ${staffId}::bigint`.execute(database);
}

/** Forgets the failed attempts of somebody who is in. */
export async function forgetAttempts(database: Database, { staffId, browser }: AttemptedAccount): Promise<void> {
	const { failed, lockedUntil } = countOf[browser];
	await sql`update staff set ${failed} = 0, ${lockedUntil} = null where id = ${staffId}::bigint`.execute(database);
}
