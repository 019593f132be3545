import { disableEndpointsOf } from "@cardseal/events";
import { newLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Vault } from "@cardseal/vault";
import type { Partner } from "../clients/client.ts";
import { hashSecret } from "../clients/client-authentication.ts";
import { newClientSecret } from "../clients/client-secret.ts";
import { listGrantIds, markGrantsRevoked } from "../grants/grants.store.ts";
import { endGrant } from "../grants/revoke-grant.ts";
import type { GrantContext } from "../token/token-request.ts";
import type { PartnerImage } from "./partner-image.ts";
import { insertPartner, insertPartnerImage, markPartnerRemoved } from "./partners.store.ts";

export interface NewPartner {
	businessName: string;
	/** Checked by `redirectUriProblem`. */
	redirectUris: string[];
	/** An external address is neither fetched nor shown (rule X-06). */
	image: { file: PartnerImage } | { url: string } | undefined;
	requiresPkce: boolean;
	/** `null`: unlimited. */
	refreshTokenLifetimeSeconds: number | null;
}

function partnerImagePath(clientId: string): string {
	return `/oauth/partners/${clientId}/image`;
}

/** Returns the secret, which is shown only once. */
export async function addPartner(
	{ database, vault, clocks }: GrantContext & { vault: Vault },
	partner: NewPartner,
	caller: Caller,
): Promise<{ partner: Partner; clientSecret: string }> {
	const clientId = newLookupId();
	const clientSecret = newClientSecret("live");
	const { image } = partner;
	const added = await database.transaction().execute(async (transaction) => {
		const row = await insertPartner(transaction, {
			client_id: clientId,
			secret_hash: hashSecret(vault, clientSecret),
			business_name: partner.businessName,
			redirect_uris: partner.redirectUris,
			requires_pkce: partner.requiresPkce,
			refresh_token_lifetime_seconds: partner.refreshTokenLifetimeSeconds,
			image_url: image === undefined ? null : "url" in image ? image.url : partnerImagePath(clientId),
			created_at: clocks.business.now(),
		});
		if (image !== undefined && "file" in image) await insertPartnerImage(transaction, row.id, image.file);
		await recordEvent(transaction, clocks, { type: "partner.added", object: clientId, merchantId: null, caller });
		return row;
	});
	return { partner: added, clientSecret };
}

/** Revokes grants and disables their endpoints. Returns `false` without such a partner. */
export async function removePartner(
	{ database, clocks }: GrantContext,
	clientId: string,
	caller: Caller,
): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		if (!(await markPartnerRemoved(transaction, clientId, clocks.business.now()))) return false;
		await recordEvent(transaction, clocks, { type: "partner.removed", object: clientId, merchantId: null, caller });
		const grantIds = await listGrantIds(transaction, clientId);
		await disableEndpointsOf(transaction, clocks, { of: { grantIds }, caller });
		return true;
	});
}

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
