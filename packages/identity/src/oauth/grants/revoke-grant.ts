import { disableEndpointsOf } from "@cardseal/events";
import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { GrantEnd } from "../../audit-events.ts";
import type { Partner } from "../clients/client.ts";
import { type Grant, markGrantRevoked } from "./grants.store.ts";

export interface GrantRevocation {
	grant: Pick<Grant, "grantId"> & { merchant: Pick<Grant["merchant"], "id"> };
	partner: Pick<Partner, "clientId">;
	because: GrantEnd;
	caller: Caller;
}

/** Disables the grant's endpoints, too. */
export async function revokeGrant(transaction: Database, clocks: Clocks, revocation: GrantRevocation): Promise<void> {
	if (!(await markGrantRevoked(transaction, revocation.grant.grantId, clocks.real.now()))) return;
	await endGrant(transaction, clocks, revocation);
}

export async function endGrant(
	transaction: Database,
	clocks: Clocks,
	{ grant, partner, because, caller }: GrantRevocation,
): Promise<void> {
	const about = { object: grant.grantId, merchantId: grant.merchant.id, caller };
	const details = { partner: partner.clientId, because };
	await recordEvent(transaction, clocks, { ...about, type: "grant.revoked", details });
	await disableEndpointsOf(transaction, clocks, { of: { grantIds: [grant.grantId] }, caller });
}
