import type { Caller } from "@cardseal/platform/audit";
import { markGrantsRevoked } from "../grants/grants.store.ts";
import { endGrant } from "../grants/revoke-grant.ts";
import type { GrantContext } from "../token/token-request.ts";

/** Includes codes in flight. Returns `false` without a grant. */
export async function disconnectPartner(
	{ database, clocks }: GrantContext,
	about: { merchantId: number; partnerClientId: string },
	caller: Caller,
): Promise<boolean> {
	const { merchantId, partnerClientId } = about;
	return database.transaction().execute(async (transaction) => {
		const ended = await markGrantsRevoked(transaction, about, clocks.real.now());
		const why = { partner: { clientId: partnerClientId }, because: "disconnected by the merchant", caller } as const;
		for (const grantId of ended) {
			await endGrant(transaction, clocks, { ...why, grant: { grantId, merchant: { id: merchantId } } });
		}
		return ended.length > 0;
	});
}
