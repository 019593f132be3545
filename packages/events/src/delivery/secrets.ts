import type { Database } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import type { Vault } from "@cardseal/vault";
import { secretContext } from "../endpoints/endpoints.ts";
import { type ClaimedDelivery, listValidSecrets } from "./deliveries.store.ts";

interface SecretReading {
	database: Database;
	vault: Vault;
	log: Logger;
}

/** Returns the current secret first; none if the database's were changed. */
export async function openSecrets(
	{ database, vault, log }: SecretReading,
	claimed: ClaimedDelivery[],
	now: number,
): Promise<Map<number, string[]>> {
	const endpoints = new Map(claimed.map((delivery) => [delivery.endpointId, delivery]));
	const opened = new Map<number, string[]>();
	for (const { endpointId, sealed } of await listValidSecrets(database, [...endpoints.keys()], now)) {
		const endpoint = endpoints.get(endpointId);
		if (endpoint === undefined) continue;
		const context = secretContext({ merchant_id: endpoint.merchantId, lookup_id: endpoint.lookupId });
		try {
			const secrets = sealed.map((secret) => vault.unseal("webhook_secret", secret, context).toString());
			opened.set(endpointId, secrets);
		} catch (error) {
			log.error({ err: error, endpoint: endpoint.lookupId }, "the secret of an endpoint cannot be read");
		}
	}
	return opened;
}
