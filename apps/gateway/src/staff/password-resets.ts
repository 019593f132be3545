import { recordEvent } from "../audit/record.ts";
import { newLookupId } from "../ids.ts";
import { insertMails } from "../mail/outbox.store.ts";
import { Problem } from "../problem.ts";
import type { AttemptOrigin } from "./attempts.ts";
import type { Doors } from "./doors.ts";
import { linkToken, readLinkToken } from "./link-token.ts";
import { deleteReset, findReset, insertReset, type ResetOwner } from "./password-resets.store.ts";
import { acceptPassword, writePassword } from "./passwords.ts";
import { findStaffByEmail } from "./staff.store.ts";

/** How long a link is good. */
const resetMilliseconds = 3_600_000;

const over = "This link is over: it was used, or is older than an hour. Ask for another one.";

/**
 * Sends a link for a new password to whoever has an account with this address. Whoever asks learns nothing of whether that
 * is anybody (rule X-30).
 *
 * @throws Problem 429
 */
export async function askForReset(
	doors: Doors,
	{ email, ...origin }: AttemptOrigin & { email: string },
): Promise<void> {
	const { database, clocks, attempts } = doors;
	await attempts.requireRoomForMail(origin);
	const member = await findStaffByEmail(database, email.trim());
	if (member === undefined) return;
	const { clientAddress, requestId } = origin;
	const lookupId = newLookupId();
	const now = clocks.real.now();
	await database.transaction().execute(async (transaction) => {
		const times = { created_at: now, expires_at: now + resetMilliseconds };
		await insertReset(transaction, { lookup_id: lookupId, staff_id: member.id, ...times });
		await insertMails(transaction, [{ kind: "password_reset", reference: lookupId }]);
		const caller = { actor: { kind: "nobody" }, clientAddress, requestId } as const;
		const about = { object: String(member.id), merchantId: member.merchantId, caller };
		await recordEvent(transaction, clocks, { ...about, type: "password.reset_asked" });
	});
}

/** The address by which a new password is set: a secret, for the account's owner alone. */
export function resetLink({ vault, publicUrl }: Pick<Doors, "vault" | "publicUrl">, lookupId: string): string {
	return `${publicUrl}/app/reset-password/${linkToken(vault, "password_reset", lookupId)}`;
}

/** Whose password a link is about. @throws Problem 404 when it is over, or not one of ours */
export async function readReset(
	{ database, vault, clocks }: Doors,
	token: string,
): Promise<ResetOwner & { lookupId: string }> {
	const lookupId = readLinkToken(vault, "password_reset", token);
	const owner = lookupId && (await findReset(database, lookupId, clocks.real.now()));
	if (!lookupId || !owner) throw new Problem("NOT_FOUND", over);
	return { ...owner, lookupId };
}

/**
 * Sets a new password by a link, and ends all of the account's sessions: whoever has one may be the reason for it. The second
 * factor stays.
 *
 * @throws Problem 400 for a password that cannot be taken, 404 when the link is over
 */
export async function resetPassword(
	doors: Doors,
	token: string,
	{ password, clientAddress, requestId }: AttemptOrigin & { password: string },
): Promise<void> {
	const { database, clocks, sessions } = doors;
	const owner = await readReset(doors, token);
	const accepted = await acceptPassword(database, owner, { field: "password", password });
	const caller = { actor: { kind: "staff", userId: owner.id }, clientAddress, requestId } as const;
	await database.transaction().execute(async (transaction) => {
		const still = await findReset(transaction, owner.lookupId, clocks.real.now());
		if (still === undefined) throw new Problem("NOT_FOUND", over);
		await deleteReset(transaction, owner.lookupId);
		await writePassword(doors, transaction, owner, { accepted, caller });
		await sessions.endAll(transaction, { staff: owner, caller });
	});
}
