import type { Partner } from "../clients/client.ts";
import { lockRefreshToken, type StoredRefreshToken, spendRefreshToken } from "../grants/grants.store.ts";
import { revokeGrant } from "../grants/revoke-grant.ts";
import { oauthProblem } from "../oauth-problem.ts";
import { grantPartnerTokens } from "../partners/partner-tokens.ts";
import { hashOpaqueToken } from "./opaque-token.ts";
import { type GrantContext, type Granted, narrowScopes, requirePartner, type TokenRequest } from "./token-request.ts";

const refusals = {
	missing: () => oauthProblem("invalid_request", "Send the refresh_token in the form."),
	useless: () =>
		oauthProblem(
			"invalid_grant",
			"This refresh token is invalid, used or expired. Ask the merchant to connect you again.",
		),
};

/**
 * Works once (RFC 6749 §6, rule O-29). Reuse revokes the grant, as the token may be stolen (rules O-30, O-32).
 * @throws Problem 400 `invalid_request`, `invalid_grant`, `invalid_scope`, `unauthorized_client`
 */
export async function refreshGrant({ database, clocks }: GrantContext, request: TokenRequest): Promise<Granted> {
	const { client, parameters, caller } = request;
	const partner = requirePartner(client);
	const token = parameters.get("refresh_token");
	if (token === undefined) throw refusals.missing();
	const tokenHash = hashOpaqueToken(token);
	const now = clocks.real.now();
	const granted = await database.transaction().execute(async (transaction) => {
		const stored = await lockRefreshToken(transaction, tokenHash);
		if (stored === undefined || !isGoodFor(partner, stored, now)) return undefined;
		const { grant } = stored;
		if (stored.isSpent) {
			const because = "refresh token used twice" as const;
			await revokeGrant(transaction, clocks, { grant, partner, because, caller });
			return undefined;
		}
		const scopes = narrowScopes(parameters.get("scope"), grant.scopes);
		await spendRefreshToken(transaction, tokenHash, now);
		return grantPartnerTokens(transaction, { partner, grant, scopes, now });
	});
	// The transaction must commit a revocation.
	if (granted === undefined) throw refusals.useless();
	return granted;
}

/** A found token could otherwise do harm (rule O-31). */
function isGoodFor(partner: Partner, { grant, expiresAt }: StoredRefreshToken, now: number): boolean {
	return grant.partnerId === partner.id && !grant.isRevoked && (expiresAt === null || now < expiresAt);
}
