import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Database } from "../db/database.ts";
import { type ConnectedPartner, findConnectedPartners, markGrantsRevoked } from "./grants.store.ts";
import type { GrantBooks } from "./token-request.ts";

/** The partners that may act for a merchant right now, the newest first. */
export function listConnectedPartners(database: Database, merchantId: number): Promise<ConnectedPartner[]> {
	return findConnectedPartners(database, merchantId);
}

/**
 * Ends all that a merchant allowed a partner, on every gateway, codes under way included. `false` when there is nothing to
 * end.
 */
export async function disconnectPartner(
	{ database, clocks }: GrantBooks,
	about: { merchantId: number; partnerClientId: string },
	caller: Caller,
): Promise<boolean> {
	const { merchantId, partnerClientId } = about;
	return database.transaction().execute(async (transaction) => {
		const ended = await markGrantsRevoked(transaction, about, clocks.real.now());
		const details = { partner: partnerClientId, because: "disconnected by the merchant" as const };
		for (const object of ended) {
			await recordEvent(transaction, clocks, { type: "grant.revoked", object, details, merchantId, caller });
		}
		return ended.length > 0;
	});
}
