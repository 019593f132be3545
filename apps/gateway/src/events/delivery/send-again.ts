import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { notFound, Problem } from "../../problem.ts";
import { emitEvent } from "../emit.ts";
import { endpointRecordOf } from "../endpoints/endpoint-record.ts";
import type { EndpointId } from "../endpoints/endpoints.store.ts";
import { getEndpoint } from "../endpoints/endpoints.ts";
import { findEvent, getNewestEvent, type StoredEvent } from "../events.store.ts";
import { lockMove } from "../inbox.store.ts";
import { moveAllWaiting } from "../mover.ts";
import type { Deliverer } from "./deliverer.ts";
import { queueAgain } from "./deliveries.store.ts";

export interface Redelivery {
	database: Database;
	clocks: Clocks;
	deliverer: Pick<Deliverer, "wake">;
}

const disabled = () =>
	new Problem("endpoint_disabled", "The endpoint is disabled. Enable it first, by PATCH with the status ENABLED.");

/**
 * Sends a ping to an endpoint.
 *
 * @returns the event
 * @throws Problem 404, 409 for a disabled endpoint
 */
export async function sendPing({ database, clocks, deliverer }: Redelivery, id: EndpointId): Promise<StoredEvent> {
	const event = await database.transaction().execute(async (transaction: Database) => {
		// No other event gets its position meanwhile, so the merchant's newest ping is this one.
		await lockMove(transaction);
		const endpoint = await getEndpoint(transaction, id);
		if (endpoint.disabled_reason !== null) throw disabled();
		const data = endpointRecordOf(endpoint);
		await emitEvent(transaction, { type: "ping", merchantId: id.merchantId, created: clocks.business.now(), data });
		await moveAllWaiting(transaction, clocks.real.now());
		return getNewestEvent(transaction, id.merchantId, "ping");
	});
	deliverer.wake();
	return event;
}

/**
 * Sends an event again to every enabled endpoint that gets its type, with a new schedule.
 *
 * @returns the lookup ids of the endpoints
 * @throws Problem 404
 */
export async function resendEvent(
	{ database, clocks, deliverer }: Redelivery,
	{ merchantId, eventId }: { merchantId: number; eventId: string },
): Promise<string[]> {
	const event = await findEvent(database, merchantId, eventId);
	if (event === undefined) throw notFound("event");
	const { sequence } = event;
	const endpoints = await queueAgain(database, { merchantId, sequence, now: clocks.real.now() });
	deliverer.wake();
	return endpoints;
}
