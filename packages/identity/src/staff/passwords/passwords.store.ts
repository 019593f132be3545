import type { Database } from "@cardseal/platform/db";
import { hasSecondFactorSql } from "../passkeys/passkeys.store.ts";

/** The current hash, and earlier ones, newest first. */
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
 * Unlocks the account only without a second factor: an attacker who reads the mailbox could guess its codes. `now` is
 * ms since 1970.
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
		.where(hasSecondFactorSql, "is", false)
		.execute();
}
