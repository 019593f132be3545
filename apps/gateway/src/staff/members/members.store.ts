import { type Insertable, sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { BrowserStanding } from "../sign-in/known-browser.ts";
import type { Rank, Role } from "./role.ts";

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

/** The hashes of a staff member's password and of those before it, the newest first. */
export interface StaffPasswords {
	current: string;
	former: string[];
}

export async function findPasswords(database: Database, staffId: number): Promise<StaffPasswords | undefined> {
	const row = await database
		.selectFrom("staff")
		.select(["password_hash as current", "former_password_hashes as former"])
		.where("id", "=", staffId)
		.executeTakeFirst();
	return row;
}

/**
 * Gives a staff member another password, and their account back, unless a second factor guards it as well: with the attempts
 * forgotten, a mailbox that strangers read would be a way to ever more guesses at its codes. `now` is ms since 1970.
 */
export async function setPassword(
	transaction: Database,
	staffId: number,
	{ hash, former, now }: { hash: string; former: string[]; now: number },
): Promise<void> {
	await transaction
		.updateTable("staff")
		.set({
			password_hash: hash,
			former_password_hashes: former,
			password_changed_at: now,
		})
		.where("id", "=", staffId)
		.execute();
	await transaction
		.updateTable("staff")
		.set({ failed_sign_ins: 0, locked_until: null, known_failed_sign_ins: 0, known_locked_until: null })
		.where("id", "=", staffId)
		.where("second_factor_secret", "is", null)
		.execute();
}

/** A staff member as their colleagues see them. Times are ms since 1970. */
export interface ListedStaff extends Rank {
	id: number;
	email: string;
	name: string;
	hasSecondFactor: boolean;
	createdAt: number;
	/** Of their sessions; null without any. */
	lastSeenAt: number | null;
}

function listed(database: Database, merchantId: number) {
	return database
		.selectFrom("staff")
		.select(["id", "email", "name", "role", "is_primary_owner as isPrimaryOwner", "created_at as createdAt"])
		.select(sql<boolean>`second_factor_secret is not null`.as("hasSecondFactor"))
		.select((eb) =>
			eb
				.selectFrom("staff_sessions")
				.select((inner) => inner.fn.max("last_seen_at").as("at"))
				.whereRef("staff_sessions.staff_id", "=", "staff.id")
				.as("lastSeenAt"),
		)
		.where("merchant_id", "=", merchantId)
		.where("removed_at", "is", null);
}

/** A merchant's staff, the oldest first. */
export function listStaff(database: Database, merchantId: number): Promise<ListedStaff[]> {
	return listed(database, merchantId).orderBy("id").execute();
}

/** Whether somebody has come to be a merchant's primary owner. */
export async function hasPrimaryOwner(database: Database, merchantId: number): Promise<boolean> {
	const row = await database
		.selectFrom("staff")
		.select("id")
		.where("merchant_id", "=", merchantId)
		.where("is_primary_owner", "=", true)
		.executeTakeFirst();
	return row !== undefined;
}

/**
 * Has several staff members to itself until the transaction ends; in one order, so that two who change each other never wait
 * for each other in a circle.
 */
export async function lockStaff(transaction: Database, ids: number[]): Promise<void> {
	await transaction.selectFrom("staff").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate().execute();
}

/** One of a merchant's staff; in a transaction nobody else changes them until it ends. */
export function findStaff(
	database: Database,
	{ merchantId, id }: { merchantId: number; id: number },
): Promise<ListedStaff | undefined> {
	return listed(database, merchantId)
		.where("id", "=", id)
		.$if(database.isTransaction, (query) => query.forNoKeyUpdate())
		.executeTakeFirst();
}

/** Returns the new row's id. */
export async function insertStaffMember(
	transaction: Database,
	member: Insertable<GatewayTables["staff"]>,
): Promise<number> {
	const { id } = await transaction.insertInto("staff").values(member).returning("id").executeTakeFirstOrThrow();
	return id;
}

export async function setRole(transaction: Database, staffId: number, role: Role): Promise<void> {
	await transaction.updateTable("staff").set({ role }).where("id", "=", staffId).execute();
}

/** Lets a staff member in no more. The row stays, since records name it; what could let somebody in goes. */
export async function removeStaff(transaction: Database, staffId: number, now: number): Promise<void> {
	await transaction
		.updateTable("staff")
		.set({
			removed_at: now,
			password_hash: "",
			former_password_hashes: [],
			second_factor_secret: null,
			last_second_factor_step: null,
		})
		.where("id", "=", staffId)
		.execute();
	await transaction.deleteFrom("recovery_codes").where("staff_id", "=", staffId).execute();
}
