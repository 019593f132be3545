import type { DeleteOldRows } from "@cardseal/platform/jobs";
import { deleteExpiredConsentRequests, deleteExpiredSavedRequests } from "./oauth/authorize/consent.store.ts";
import { deleteOldGrantRows } from "./oauth/grants/grants.store.ts";
import { deleteExpiredRevocations } from "./oauth/token/tokens.store.ts";
import { staff } from "./staff/index.ts";

const day = 24 * 3_600_000;

/** A clock ahead by less frees nothing that counts. */
const revocationMs = 30 * day;

/** The time to detect reuse of a code or token. */
const codeMemoryMs = 30 * day;
const refreshTokenMemoryMs = 90 * day;

export const deleteOldRows: DeleteOldRows = async (database, old) => {
	const { expired, before } = old;
	await deleteExpiredRevocations(database, before(revocationMs));
	await deleteExpiredSavedRequests(database, expired);
	await deleteExpiredConsentRequests(database, expired);
	await deleteOldGrantRows(database, {
		codesBefore: before(codeMemoryMs),
		tokensBefore: before(refreshTokenMemoryMs),
	});
	await staff.deleteOldRows(database, old);
};
