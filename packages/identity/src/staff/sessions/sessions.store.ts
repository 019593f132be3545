import { type Merchant, merchantOf, type Rank } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import type { Insertable } from "kysely";
import { hasAuthenticatorSql, hasPasskeySql } from "../passkeys/passkeys.store.ts";

export interface SecondFactors {
	hasSecondFactor: boolean;
	hasAuthenticator: boolean;
	hasPasskey: boolean;
}

/** Times are real. */
export interface SessionRow {
	sessionId: string;
	secondFactorDone: boolean;
	steppedUpAt: number | null;
	createdAt: number;
	lastSeenAt: number;
	staff: Rank & { id: number; merchantId: number; email: string; name: string } & SecondFactors;
	/** The member's own, and its live merchant if it is a demo twin. */
	merchants: [Merchant, ...Merchant[]];
}

export async function insertSession(
	transaction: Database,
	session: Insertable<GatewayTables["staff_sessions"]>,
): Promise<void> {
	await transaction.insertInto("staff_sessions").values(session).execute();
}

/** Ignores a session that has expired, is idle since before `idleSince`, or whose member was removed. */
export async function findSession(
	database: Database,
	{ by, now, idleSince }: { by: { tokenHash: Buffer } | { sessionId: string }; now: number; idleSince: number },
): Promise<SessionRow | undefined> {
	const [row, ...further] = await database
		.selectFrom("staff_sessions")
		.innerJoin("staff", "staff.id", "staff_sessions.staff_id")
		.innerJoin("merchants", (join) =>
			join.on((eb) =>
				eb.or([
					eb("merchants.id", "=", eb.ref("staff.merchant_id")),
					eb("merchants.demo_twin_id", "=", eb.ref("staff.merchant_id")),
				]),
			),
		)
		.selectAll("merchants")
		.select([
			"staff_sessions.session_id",
			"staff_sessions.second_factor_done",
			"staff_sessions.stepped_up_at",
			"staff_sessions.created_at as signed_in_at",
			"staff_sessions.last_seen_at",
			"staff.id as staff_id",
			"staff.merchant_id as staff_merchant_id",
			"staff.email",
			"staff.name as staff_name",
			"staff.role",
			"staff.is_primary_owner",
		])
		.select([hasAuthenticatorSql.as("has_authenticator"), hasPasskeySql.as("has_passkey")])
		.where((eb) => ("tokenHash" in by ? eb("token_hash", "=", by.tokenHash) : eb("session_id", "=", by.sessionId)))
		.where("expires_at", ">", now)
		.where("last_seen_at", ">", idleSince)
		.where("removed_at", "is", null)
		.orderBy((eb) => eb("merchants.id", "=", eb.ref("staff.merchant_id")), "desc")
		.execute();
	if (row === undefined) return undefined;
	return {
		sessionId: row.session_id,
		secondFactorDone: row.second_factor_done,
		steppedUpAt: row.stepped_up_at,
		createdAt: row.signed_in_at,
		lastSeenAt: row.last_seen_at,
		staff: {
			id: row.staff_id,
			merchantId: row.staff_merchant_id,
			email: row.email,
			name: row.staff_name,
			role: row.role,
			isPrimaryOwner: row.is_primary_owner,
			...secondFactorsOf({ hasAuthenticator: row.has_authenticator, hasPasskey: row.has_passkey }),
		},
		merchants: [merchantOf(row), ...further.map(merchantOf)],
	};
}

/** Last used first. Omits sessions idle since before `idleSince`. */
export function listSessions(
	database: Database,
	{ staffId, now, idleSince }: { staffId: number; now: number; idleSince: number },
) {
	return database
		.selectFrom("staff_sessions")
		.select(["session_id", "created_at", "last_seen_at", "client_address", "user_agent"])
		.where("staff_id", "=", staffId)
		.where("expires_at", ">", now)
		.where("last_seen_at", ">", idleSince)
		.orderBy("last_seen_at", "desc")
		.execute();
}

export async function touchSession(database: Database, sessionId: string, now: number): Promise<void> {
	await database.updateTable("staff_sessions").set({ last_seen_at: now }).where("session_id", "=", sessionId).execute();
}

function secondFactorsOf(factors: { hasAuthenticator: boolean; hasPasskey: boolean }): SecondFactors {
	return { ...factors, hasSecondFactor: factors.hasAuthenticator || factors.hasPasskey };
}

export interface SecondFactorState extends SecondFactors {
	secondFactorDone: boolean;
}

/** Locks both until the transaction ends; `undefined` when the session has ended. */
export async function lockSession(
	transaction: Database,
	{ staffId, sessionId }: { staffId: number; sessionId: string },
): Promise<SecondFactorState | undefined> {
	// Every change of a sign-in locks the member first, to avoid deadlocks.
	const member = await transaction
		.selectFrom("staff")
		.select([hasAuthenticatorSql.as("hasAuthenticator"), hasPasskeySql.as("hasPasskey")])
		.where("id", "=", staffId)
		.forNoKeyUpdate()
		.executeTakeFirst();
	const session = await transaction
		.selectFrom("staff_sessions")
		.select("second_factor_done as secondFactorDone")
		.where("session_id", "=", sessionId)
		.forUpdate()
		.executeTakeFirst();
	return session && member && { ...session, ...secondFactorsOf(member) };
}

/** Returns `false` when the session has ended. */
export async function replaceToken(
	transaction: Database,
	sessionId: string,
	values: { token_hash: Buffer; second_factor_done: boolean; stepped_up_at?: number },
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("staff_sessions")
		.set(values)
		.where("session_id", "=", sessionId)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** One, or all but one. Returns the deleted ids. */
export async function deleteSessions(
	transaction: Database,
	staffId: number,
	{ only, except }: { only?: string | undefined; except?: string | undefined } = {},
): Promise<string[]> {
	let query = transaction.deleteFrom("staff_sessions").where("staff_id", "=", staffId);
	if (only !== undefined) query = query.where("session_id", "=", only);
	if (except !== undefined) query = query.where("session_id", "!=", except);
	const rows = await query.returning("session_id").execute();
	return rows.map(({ session_id }) => session_id);
}

export async function deleteAllSessions(transaction: Database): Promise<void> {
	await transaction.deleteFrom("staff_sessions").execute();
}

export async function deleteExpiredStaffSessions(database: Database, now: number): Promise<void> {
	await database.deleteFrom("staff_sessions").where("expires_at", "<=", now).execute();
}
