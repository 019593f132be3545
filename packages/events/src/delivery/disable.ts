import { remindOwners } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { emitEvent } from "../emit.ts";
import { maskedRecordOf } from "../endpoints/endpoint-record.ts";
import { hostNamed } from "../endpoints/endpoint-url.ts";
import {
	deleteDeliveries,
	disableEndpointsOfMakers,
	disableStoredEndpoint,
	type Endpoint,
	type EndpointsOf,
} from "../endpoints/endpoints.store.ts";
import type { DisabledReason } from "../tables.ts";

/** Notifies the merchant by event and mail. */
export async function disableEndpoint(
	{ database, clocks }: { database: Database; clocks: Clocks },
	called: Pick<Endpoint, "id" | "url">,
	because: "gone" | "failing",
): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		const endpoint = await disableStoredEndpoint(transaction, called, because);
		if (endpoint !== undefined)
			await notifyDisabled(transaction, clocks, { endpoint, because, caller: system("gateway") });
	});
}

/**
 * Disabled endpoints only get the new reason.
 * @param transaction revokes the makers as well
 * @returns the lookup ids of all of them
 */
export async function disableEndpointsOf(
	transaction: Database,
	clocks: Clocks,
	{ of, caller }: { of: EndpointsOf; caller: Caller },
): Promise<string[]> {
	const found = await disableEndpointsOfMakers(transaction, of);
	for (const { was_enabled: wasEnabled, ...endpoint } of found) {
		if (wasEnabled) await notifyDisabled(transaction, clocks, { endpoint, because: "revoked", caller });
	}
	return found.map(({ lookup_id: lookupId }) => lookupId);
}

interface Disabled {
	endpoint: Endpoint;
	because: Exclude<DisabledReason, "merchant">;
	caller: Caller;
}

/** Deletes waiting deliveries; the merchant can list the events. */
async function notifyDisabled(
	transaction: Database,
	clocks: Clocks,
	{ endpoint, because, caller }: Disabled,
): Promise<void> {
	await deleteDeliveries(transaction, endpoint.id);
	const { merchant_id: merchantId, lookup_id: object, url } = endpoint;
	const now = clocks.business.now();
	const data = maskedRecordOf(endpoint);
	await emitEvent(transaction, { type: "endpoint.disabled", merchantId, created: now, data });
	await recordEvent(transaction, clocks, {
		type: "endpoint.disabled",
		object,
		merchantId,
		caller,
		details: { because },
	});
	const event = because === "revoked" ? "endpoint.revoked" : "endpoint.disabled";
	await remindOwners(transaction, { event, merchantId, details: { about: hostNamed(url) }, now });
}
