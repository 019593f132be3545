import { notifyOwners, remindOwners } from "@cardseal/merchants";
import { type Clocks, fieldProblem, notFound } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { claimDueReminders, setExpiry } from "./merchant-credentials.store.ts";

const reminderMs = 14 * 24 * 3_600_000;

const longestYears = 5;
const longestMs = longestYears * 366 * 24 * 3_600_000;

/** Owners got an email about a near expiry. */
export function expiryColumns(expiresAt: number | null, now: number) {
	const reminderAt = expiresAt === null ? null : expiresAt - reminderMs;
	return { expires_at: expiresAt, reminder_due_at: reminderAt !== null && reminderAt > now ? reminderAt : null };
}

/** @throws Problem 400 at the field */
export function requireFutureExpiry(expiresAt: number | null, now: number): void {
	if (expiresAt === null || (expiresAt > now && expiresAt <= now + longestMs)) return;
	const message = `Send a time in the next ${longestYears} years, in milliseconds since 1970, or null for never.`;
	throw fieldProblem([{ field: "expires_at", reason: "field_invalid", message }]);
}

export interface ExpiryChange {
	merchantId: number;
	clientId: string;
	/** Real time; `null`: never. */
	expiresAt: number | null;
	caller: Caller;
}

/**
 * Notifies every owner.
 * @throws Problem 400 for a time in the past, 404 when the merchant has no such credential
 */
export function changeExpiry(
	{ database, clocks }: { database: Database; clocks: Clocks },
	{ merchantId, clientId, expiresAt, caller }: ExpiryChange,
): Promise<void> {
	requireFutureExpiry(expiresAt, clocks.real.now());
	return database.transaction().execute(async (transaction) => {
		const columns = expiryColumns(expiresAt, clocks.real.now());
		const name = await setExpiry(transaction, { merchantId, clientId, columns });
		if (name === undefined) throw notFound("credential");
		const details = { expires_at: expiresAt ?? "never" } as const;
		const about = { object: clientId, merchantId, caller };
		await recordEvent(transaction, clocks, { ...about, type: "credential.expiry_changed", details });
		await notifyOwners(transaction, {
			kind: "owner_notice",
			event: "credential.expiry_changed",
			merchantId,
			details: { about: name, ...(expiresAt !== null && { expires_at: expiresAt }) },
			caller,
			now: clocks.business.now(),
		});
	});
}

export interface CredentialReminders {
	database: Database;
	clocks: Clocks;
}

/** Emails once within 14 days of the expiry. */
export async function remindOfExpiry({ database, clocks }: CredentialReminders): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		for (const due of await claimDueReminders(transaction, clocks.real.now())) {
			await remindOwners(transaction, {
				event: "credential.expiring",
				merchantId: due.merchantId,
				details: { about: due.name, expires_at: due.expiresAt },
				now: clocks.business.now(),
			});
		}
	});
}
