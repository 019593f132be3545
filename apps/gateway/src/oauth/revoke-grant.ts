import type { Caller, GrantEnd } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Partner } from "./client.ts";
import { type Grant, markGrantRevoked } from "./grants.store.ts";

export interface GrantRevocation {
	grant: Pick<Grant, "grantId"> & { merchant: Pick<Grant["merchant"], "id"> };
	partner: Pick<Partner, "clientId">;
	because: GrantEnd;
	caller: Caller;
}

/** Makes a grant worthless, and with it every code, access token and refresh token that rests on it, on every gateway. */
export async function revokeGrant(
	transaction: Database,
	clocks: Clocks,
	{ grant, partner, because, caller }: GrantRevocation,
): Promise<void> {
	if (!(await markGrantRevoked(transaction, grant.grantId, clocks.real.now()))) return;
	await recordEvent(transaction, clocks, {
		type: "grant.revoked",
		object: grant.grantId,
		details: { partner: partner.clientId, because },
		merchantId: grant.merchant.id,
		caller,
	});
}
