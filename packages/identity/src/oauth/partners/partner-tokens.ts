import type { Scope } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import type { Partner } from "../clients/client.ts";
import { type Grant, insertRefreshToken } from "../grants/grants.store.ts";
import { hashOpaqueToken, newOpaqueToken } from "../token/opaque-token.ts";
import type { Granted } from "../token/token-request.ts";

/** Lifetime in the specification's reference. */
const lifetimeSeconds = 1_200;

/**
 * The refresh token is for all scopes of the grant.
 * @param transaction spends the code or the previous token
 * @param now real time, ms since 1970
 */
export async function grantPartnerTokens(
	transaction: Database,
	{ partner, grant, scopes, now }: { partner: Partner; grant: Grant; scopes: Scope[]; now: number },
): Promise<Granted> {
	const refreshToken = newOpaqueToken();
	const { refreshTokenLifetimeSeconds } = partner;
	await insertRefreshToken(transaction, {
		token_hash: hashOpaqueToken(refreshToken),
		grant_id: grant.id,
		created_at: now,
		expires_at: refreshTokenLifetimeSeconds === null ? null : now + refreshTokenLifetimeSeconds * 1000,
	});
	const holder = { clientId: partner.clientId, merchant: grant.merchant, grantId: grant.grantId };
	return { holder, scopes, lifetimeSeconds, refreshToken };
}
