import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Rank } from "./role.ts";

/** A staff member as signing in needs them. */
export interface SigningStaff extends Rank {
	id: number;
	merchantId: number;
	email: string;
	name: string;
	passwordHash: string;
	hasSecondFactor: boolean;
}

/** The staff member with an e-mail address, however its letters are written. */
export async function findStaffByEmail(database: Database, email: string): Promise<SigningStaff | undefined> {
	const row = await database
		.selectFrom("staff")
		.selectAll()
		.where(sql<string>`lower(email)`, "=", email.toLowerCase())
		.where("removed_at", "is", null)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	return {
		id: row.id,
		merchantId: row.merchant_id,
		email: row.email,
		name: row.name,
		role: row.role,
		isPrimaryOwner: row.is_primary_owner,
		passwordHash: row.password_hash,
		hasSecondFactor: row.second_factor_secret !== null,
	};
}

/**
 * Counts an attempt to sign in before it is known whether it is right, so that a burst of them cannot outrun the count. The
 * one that reaches the limit locks the account, unless it turns out to be right. Times are real, ms since 1970.
 *
 * @returns whether the attempt may be made: `false` while the account is locked
 */
export async function claimAttempt(
	database: Database,
	staffId: number,
	{ now, limit, lockedUntil }: { now: number; limit: number; lockedUntil: number },
): Promise<boolean> {
	const { rows } = await sql`
		update staff
		set failed_sign_ins = counted.attempts,
			locked_until = case when counted.attempts >= ${limit}::integer then ${lockedUntil}::bigint end
		from (
			select id, case when locked_until is null then failed_sign_ins + 1 else 1 end as attempts from staff
			where id = ${staffId}::bigint and (locked_until is null or locked_until <= ${now}::bigint)
			for update
		) as counted
		where staff.id = counted.id
		returning staff.id`.execute(database);
	return rows.length > 0;
}

/** Takes back the count of one attempt that was right, while another step of the sign-in is still to come. */
export async function giveAttemptBack(database: Database, staffId: number): Promise<void> {
	await database
		.updateTable("staff")
		.set((eb) => ({ failed_sign_ins: sql`greatest(${eb.ref("failed_sign_ins")} - 1, 0)`, locked_until: null }))
		.where("id", "=", staffId)
		.execute();
}

/** Forgets the failed attempts of somebody who is in. */
export async function forgetAttempts(database: Database, staffId: number): Promise<void> {
	await database
		.updateTable("staff")
		.set({ failed_sign_ins: 0, locked_until: null })
		.where("id", "=", staffId)
		.execute();
}
