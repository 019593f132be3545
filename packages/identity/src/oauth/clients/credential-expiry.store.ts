import type { Database } from "@cardseal/platform/db";

interface Expiry {
	merchantId: number;
	clientId: string;
	columns: { expires_at: number | null; reminder_due_at: number | null };
}

/** Returns the credential's name, unless it was revoked. */
export async function setExpiry(
	transaction: Database,
	{ merchantId, clientId, columns }: Expiry,
): Promise<string | undefined> {
	const changed = await transaction
		.updateTable("client_credentials")
		.set(columns)
		.where("merchant_id", "=", merchantId)
		.where("client_id", "=", clientId)
		.where("revoked_at", "is", null)
		.returning("name")
		.executeTakeFirst();
	return changed?.name;
}

export interface DueReminder {
	merchantId: number;
	name: string;
	/** Real time, ms since 1970. */
	expiresAt: number;
}

/** Finds due reminders, and marks them as done. */
export async function claimDueReminders(transaction: Database, now: number): Promise<DueReminder[]> {
	const rows = await transaction
		.updateTable("client_credentials")
		.set({ reminder_due_at: null })
		.where("reminder_due_at", "<=", now)
		.where("revoked_at", "is", null)
		.returning(["merchant_id as merchantId", "name", "expires_at as expiresAt"])
		.execute();
	return rows.flatMap(({ expiresAt, ...row }) => (expiresAt === null ? [] : [{ ...row, expiresAt }]));
}
