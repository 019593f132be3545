import type { Rank, Role } from "@cardseal/merchants";
import { withAsciiDomain } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import { deleteSecondFactors, hasSecondFactorSql } from "../second-factor/second-factor.store.ts";

export interface SigningStaff extends Rank {
	id: number;
	merchantId: number;
	email: string;
	name: string;
	passwordHash: string;
	hasSecondFactor: boolean;
}

/** Ignores case. */
export async function findStaffByEmail(database: Database, email: string): Promise<SigningStaff | undefined> {
	const row = await database
		.selectFrom("staff")
		.selectAll()
		.select(hasSecondFactorSql.as("has_second_factor"))
		.where(sql<string>`lower(email)`, "=", withAsciiDomain(email).toLowerCase())
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
		hasSecondFactor: row.has_second_factor,
	};
}

export interface ListedStaff extends Rank {
	id: number;
	email: string;
	name: string;
	hasSecondFactor: boolean;
	createdAt: number;
	/** The last change to a higher role; null without one. */
	raisedAt: number | null;
	/** In any of their sessions; null without one. */
	lastSeenAt: number | null;
}

function listed(database: Database, merchantId: number) {
	return database
		.selectFrom("staff")
		.select([
			"id",
			"email",
			"name",
			"role",
			"is_primary_owner as isPrimaryOwner",
			"created_at as createdAt",
			"raised_at as raisedAt",
		])
		.select(hasSecondFactorSql.as("hasSecondFactor"))
		.select((eb) =>
			eb
				.selectFrom("staff_sessions")
				.select((inner) => inner.fn.max("last_seen_at").as("at"))
				.whereRef("staff_sessions.staff_id", "=", "staff.id")
				.as("lastSeenAt"),
		)
		.where(sql<boolean>`merchant_id = staff_merchant_of(${merchantId})`)
		.where("removed_at", "is", null);
}

/** Oldest first. A live merchant has the staff of its demo twin. */
export function listStaff(database: Database, merchantId: number): Promise<ListedStaff[]> {
	return listed(database, merchantId).orderBy("id").execute();
}

/** The demo twin of a live merchant, and otherwise itself. */
export async function getStaffMerchantId(database: Database, merchantId: number): Promise<number> {
	const row = await database
		.selectFrom("merchants")
		.select(sql<number>`coalesce(demo_twin_id, id)`.as("id"))
		.where("id", "=", merchantId)
		.executeTakeFirstOrThrow();
	return row.id;
}

export async function hasPrimaryOwner(database: Database, merchantId: number): Promise<boolean> {
	const row = await database
		.selectFrom("staff")
		.select("id")
		.where("merchant_id", "=", merchantId)
		.where("is_primary_owner", "=", true)
		.executeTakeFirst();
	return row !== undefined;
}

/** One order avoids deadlocks. */
export async function lockStaff(transaction: Database, ids: number[]): Promise<void> {
	await transaction.selectFrom("staff").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate().execute();
}

export interface StaffId {
	merchantId: number;
	id: number;
}

export function findStaff(database: Database, { merchantId, id }: StaffId): Promise<ListedStaff | undefined> {
	return listed(database, merchantId).where("id", "=", id).executeTakeFirst();
}

export function lockStaffMember(transaction: Database, { merchantId, id }: StaffId): Promise<ListedStaff | undefined> {
	return listed(transaction, merchantId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertStaffMember(
	transaction: Database,
	member: Insertable<GatewayTables["staff"]>,
): Promise<number> {
	const { id } = await transaction.insertInto("staff").values(member).returning("id").executeTakeFirstOrThrow();
	return id;
}

/** @param raisedAt `undefined` for a lower role */
export async function setRole(
	transaction: Database,
	staffId: number,
	role: Role,
	raisedAt: number | undefined,
): Promise<void> {
	const change = raisedAt === undefined ? { role } : { role, raised_at: raisedAt };
	await transaction.updateTable("staff").set(change).where("id", "=", staffId).execute();
}

/** The row stays because records name it; its credentials are deleted. */
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
	await deleteSecondFactors(transaction, staffId);
}
