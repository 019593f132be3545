import type { Caller, GrantEnd } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import type { Partner } from "../clients/client.ts";
import { type Grant, markGrantRevoked } from "./grants.store.ts";

export interface GrantRevocation {
	grant: Pick<Grant, "grantId"> & { merchant: Pick<Grant["merchant"], "id"> };
	partner: Pick<Partner, "clientId">;
	because: GrantEnd;
	caller: Caller;
}

/** Makes a grant worthless, and with it every code, access token and refresh token that rests on it, on every gateway. */
export async function revokeGrant(transaction: Database, clocks: Clocks, revocation: GrantRevocation): Promise<void> {
	if (!(await markGrantRevoked(transaction, revocation.grant.grantId, clocks.real.now()))) return;
	await recordGrantRevoked(transaction, clocks, revocation);
}

/** Notes that a grant has just become worthless. */
export function recordGrantRevoked(
	transaction: Database,
	clocks: Clocks,
	{ grant, partner, because, caller }: GrantRevocation,
): Promise<void> {
	const about = { object: grant.grantId, merchantId: grant.merchant.id, caller };
	const details = { partner: partner.clientId, because };
	return recordEvent(transaction, clocks, { ...about, type: "grant.revoked", details });
}
