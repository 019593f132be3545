import type { Vault } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import { newLookupId } from "../../ids.ts";
import type { Partner } from "../clients/client.ts";
import { hashSecret } from "../clients/client-authentication.ts";
import { newClientSecret } from "../clients/client-secret.ts";
import type { GrantBooks } from "../token/token-request.ts";
import type { PartnerImage } from "./partner-image.ts";
import { insertPartner, insertPartnerImage, markPartnerRemoved } from "./partners.store.ts";

/** A business that wants to act for merchants. */
export interface NewPartner {
	businessName: string;
	/** Each without a `redirectUriProblem`. */
	redirectUris: string[];
	/** A picture that we serve, or the address of one, for the record: nothing of ours fetches that or shows it (rule X-06). */
	image: { file: PartnerImage } | { url: string } | undefined;
	requiresPkce: boolean;
	/** `null` for ever. */
	refreshTokenLifetimeSeconds: number | null;
}

/** Where pages find the picture that we serve of a partner. */
function partnerImagePath(clientId: string): string {
	return `/oauth/partners/${clientId}/image`;
}

/** Registers a partner; returns its secret, this once. */
export async function addPartner(
	{ database, vault, clocks }: GrantBooks & { vault: Vault },
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

/** Ends a partner's client, and with it all that any merchant allowed it. `false` when there is no such partner. */
export async function removePartner(
	{ database, clocks }: GrantBooks,
	clientId: string,
	caller: Caller,
): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		if (!(await markPartnerRemoved(transaction, clientId, clocks.business.now()))) return false;
		await recordEvent(transaction, clocks, { type: "partner.removed", object: clientId, merchantId: null, caller });
		return true;
	});
}
