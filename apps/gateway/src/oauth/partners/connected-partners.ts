import type { Caller } from "../../audit/event.ts";
import { markGrantsRevoked } from "../grants/grants.store.ts";
import { recordGrantRevoked } from "../grants/revoke-grant.ts";
import type { GrantBooks } from "../token/token-request.ts";

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
		const why = { partner: { clientId: partnerClientId }, because: "disconnected by the merchant", caller } as const;
		for (const grantId of ended) {
			await recordGrantRevoked(transaction, clocks, { ...why, grant: { grantId, merchant: { id: merchantId } } });
		}
		return ended.length > 0;
	});
}
