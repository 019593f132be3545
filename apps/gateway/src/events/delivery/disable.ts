import { system } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { remindOwners } from "../../mail/owner-notices.store.ts";
import { emitEvent } from "../emit.ts";
import { endpointRecordOf } from "../endpoints/endpoint-record.ts";
import { hostNamed } from "../endpoints/endpoint-url.ts";
import { disableStoredEndpoint } from "../endpoints/endpoints.store.ts";
import { deleteDeliveries } from "./deliveries.store.ts";

/**
 * Disables an endpoint that takes no events, and tells the merchant by an event and by mail. What waits for it is deleted; the
 * merchant can list the events.
 */
export async function disableEndpoint(
	{ database, clocks }: { database: Database; clocks: Clocks },
	endpointId: number,
	because: "gone" | "failing",
): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		const endpoint = await disableStoredEndpoint(transaction, endpointId, because);
		if (endpoint === undefined) return;
		await deleteDeliveries(transaction, endpointId);
		const { merchant_id: merchantId, lookup_id: object, url } = endpoint;
		const now = clocks.business.now();
		await emitEvent(transaction, {
			type: "endpoint.disabled",
			merchantId,
			created: now,
			data: endpointRecordOf(endpoint),
		});
		const caller = system("gateway");
		await recordEvent(transaction, clocks, {
			type: "endpoint.disabled",
			object,
			merchantId,
			caller,
			details: { because },
		});
		await remindOwners(transaction, {
			event: "endpoint.disabled",
			merchantId,
			details: { about: hostNamed(url) },
			now,
		});
	});
}
