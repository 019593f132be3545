import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { BrowserStanding } from "../sign-in/known-browser.ts";

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

/** `false` when the secret was taken before or replaced since. */
export async function takeProposedSecret(transaction: Database, sessionId: string, sealed: Buffer): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("staff_sessions")
		.set({ proposed_secret: null })
		.where("session_id", "=", sessionId)
		.where("proposed_secret", "=", sealed)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export async function findSecret(database: Database, staffId: number): Promise<Buffer | null> {
	const row = await database
		.selectFrom("staff")
		.select("second_factor_secret")
		.where("id", "=", staffId)
		.executeTakeFirst();
	return row?.second_factor_secret ?? null;
}

/** Sets or removes the secret. Forgets wrong codes of the former one. */
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
	await transaction.deleteFrom("second_factor_failures").where("staff_id", "=", staffId).execute();
}

/** `false` when this step or a later one was used before. */
export async function takeStep(transaction: Database, staffId: number, step: number): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("staff")
		.set({ last_second_factor_step: step })
		.where("id", "=", staffId)
		.where(sql<boolean>`coalesce(last_second_factor_step < ${step}::bigint, true)`)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(transaction: Database, staffId: number, hashes: Buffer[]): Promise<void> {
	await transaction.deleteFrom("recovery_codes").where("staff_id", "=", staffId).execute();
	if (hashes.length === 0) return;
	const rows = hashes.map((code_hash) => ({ staff_id: staffId, code_hash }));
	await transaction.insertInto("recovery_codes").values(rows).execute();
}

export async function takeRecoveryCode(transaction: Database, staffId: number, hash: Buffer): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("recovery_codes")
		.where("staff_id", "=", staffId)
		.where("code_hash", "=", hash)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

type CountedAt = { staffId: number; browser: BrowserStanding };

/** Consecutive wrong codes at known or at unknown browsers. */
export function findCodeFailures(transaction: Database, { staffId, browser }: CountedAt) {
	return transaction
		.selectFrom("second_factor_failures")
		.select(["failed", "locked_until as lockedUntil"])
		.where("staff_id", "=", staffId)
		.where("browser", "=", browser)
		.executeTakeFirst();
}

export async function setCodeFailures(
	transaction: Database,
	{ staffId, browser }: CountedAt,
	{ failed, lockedUntil }: { failed: number; lockedUntil: number },
): Promise<void> {
	const counted = { failed, locked_until: lockedUntil };
	await transaction
		.insertInto("second_factor_failures")
		.values({ staff_id: staffId, browser, ...counted })
		.onConflict((conflict) => conflict.columns(["staff_id", "browser"]).doUpdateSet(counted))
		.execute();
}
