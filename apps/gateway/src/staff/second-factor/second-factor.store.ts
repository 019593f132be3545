import { sql } from "kysely";
import type { Database } from "../../db/database.ts";

/** The sealed secret that a session proposed last. */
export async function findProposedSecret(database: Database, sessionId: string): Promise<Buffer | null> {
	const row = await database
		.selectFrom("staff_sessions")
		.select("proposed_secret")
		.where("session_id", "=", sessionId)
		.executeTakeFirst();
	return row?.proposed_secret ?? null;
}

export async function setProposedSecret(database: Database, sessionId: string, sealed: Buffer): Promise<void> {
	await database
		.updateTable("staff_sessions")
		.set({ proposed_secret: sealed })
		.where("session_id", "=", sessionId)
		.execute();
}

/** Takes a proposed secret out of its session, once: `false` when it was taken before, or another one was proposed since. */
export async function takeProposedSecret(transaction: Database, sessionId: string, sealed: Buffer): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("staff_sessions")
		.set({ proposed_secret: null })
		.where("session_id", "=", sessionId)
		.where("proposed_secret", "=", sealed)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** The sealed secret of a staff member's authenticator. */
export async function findSecret(database: Database, staffId: number): Promise<Buffer | null> {
	const row = await database
		.selectFrom("staff")
		.select("second_factor_secret")
		.where("id", "=", staffId)
		.executeTakeFirst();
	return row?.second_factor_secret ?? null;
}

/** Gives a staff member an authenticator, whose code of a time step was taken, or takes it away. */
export async function setSecret(
	transaction: Database,
	staffId: number,
	secret: { sealed: Buffer; step: number } | undefined,
): Promise<void> {
	await transaction
		.updateTable("staff")
		.set({ second_factor_secret: secret?.sealed ?? null, last_second_factor_step: secret?.step ?? null })
		.where("id", "=", staffId)
		.execute();
}

/** Takes a code's time step, once: `false` when it was taken before, or a later one was. */
export async function takeStep(transaction: Database, staffId: number, step: number): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("staff")
		.set({ last_second_factor_step: step })
		.where("id", "=", staffId)
		.where(sql<boolean>`coalesce(last_second_factor_step < ${step}::bigint, true)`)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Puts these recovery codes in the place of all that there were. */
export async function replaceRecoveryCodes(transaction: Database, staffId: number, hashes: Buffer[]): Promise<void> {
	await transaction.deleteFrom("recovery_codes").where("staff_id", "=", staffId).execute();
	if (hashes.length === 0) return;
	const rows = hashes.map((code_hash) => ({ staff_id: staffId, code_hash }));
	await transaction.insertInto("recovery_codes").values(rows).execute();
}

/** Takes a recovery code, once. */
export async function takeRecoveryCode(transaction: Database, staffId: number, hash: Buffer): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("recovery_codes")
		.where("staff_id", "=", staffId)
		.where("code_hash", "=", hash)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}
