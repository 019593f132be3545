import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Client } from "../clients/client.ts";
import { lockRefreshToken } from "../grants/grants.store.ts";
import { revokeGrant } from "../grants/revoke-grant.ts";
import type { AccessTokens, TokenAccess } from "./access.ts";
import { hashOpaqueToken } from "./opaque-token.ts";
import type { GrantContext } from "./token-request.ts";
import { insertRevocation } from "./tokens.store.ts";

const because = "revoked by the partner";

/** Revokes a partner's token with its grant. */
export async function revokeToken(
	{ database, clocks }: GrantContext,
	access: Pick<TokenAccess, "tokenId" | "clientId" | "grantId" | "expiresAt" | "merchant">,
	caller: Caller,
): Promise<void> {
	const { tokenId, clientId, grantId, expiresAt, merchant } = access;
	await database.transaction().execute(async (transaction) => {
		if (grantId !== undefined) {
			const [grant, partner] = [{ grantId, merchant }, { clientId }];
			return revokeGrant(transaction, clocks, { grant, partner, because, caller });
		}
		if (!(await insertRevocation(transaction, tokenId, expiresAt))) return;
		await recordEvent(transaction, clocks, { type: "token.revoked", object: tokenId, merchantId: merchant.id, caller });
	});
}

/** Unknown tokens get the same response (RFC 7009). */
export async function revokeShownToken(
	grantContext: GrantContext & { accessTokens: AccessTokens },
	{ client, token, caller }: { client: Client; token: string; caller: Caller },
): Promise<void> {
	const access = await grantContext.accessTokens.read(token);
	if (access?.clientId === client.clientId) return revokeToken(grantContext, access, caller);
	if (access !== undefined || client.kind !== "partner") return;
	const { partner } = client;
	await grantContext.database.transaction().execute(async (transaction) => {
		const grant = (await lockRefreshToken(transaction, hashOpaqueToken(token)))?.grant;
		if (grant?.partnerId !== partner.id) return;
		await revokeGrant(transaction, grantContext.clocks, { grant, partner, because, caller });
	});
}
