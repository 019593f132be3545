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

/** Revokes a grant with all of its codes and tokens, on every gateway. */
export async function revokeGrant(transaction: Database, clocks: Clocks, revocation: GrantRevocation): Promise<void> {
	if (!(await markGrantRevoked(transaction, revocation.grant.grantId, clocks.real.now()))) return;
	await recordGrantRevoked(transaction, clocks, revocation);
}

/** Records in the audit log that a grant was revoked. */
export function recordGrantRevoked(
	transaction: Database,
	clocks: Clocks,
	{ grant, partner, because, caller }: GrantRevocation,
): Promise<void> {
	const about = { object: grant.grantId, merchantId: grant.merchant.id, caller };
	const details = { partner: partner.clientId, because };
	return recordEvent(transaction, clocks, { ...about, type: "grant.revoked", details });
}
