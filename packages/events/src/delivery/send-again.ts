import { type Clocks, newEventId, notFound, Problem, tooManyRequests } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { emitEvent } from "../emit.ts";
import { maskedRecordOf } from "../endpoints/endpoint-record.ts";
import { type EndpointId, type EndpointScope, updateEndpoint } from "../endpoints/endpoints.store.ts";
import { lockEndpoint } from "../endpoints/endpoints.ts";
import { lockEvent, recordResend } from "../events.store.ts";
import type { Deliverer } from "./deliverer.ts";
import { queueAgain } from "./deliveries.store.ts";

export interface Redelivery {
	database: Database;
	clocks: Clocks;
	deliverer: Pick<Deliverer, "wake">;
}

/** `endpoints` are lookup ids. */
export interface SentEvent {
	eventId: string;
	endpoints: string[];
}

const pingEveryMs = 5_000;

/** A limit per asker: a resend may lead to ten requests. */
const resendEveryMs = 60_000;

const refusals = {
	disabled: () =>
		new Problem("endpoint_disabled", "The endpoint is disabled. Enable it first, by PATCH with the status ENABLED."),
	pingedNow: (waitMs: number) => tooManyRequests("An endpoint can get one ping every 5 s.", waitMs),
	resentNow: (waitMs: number) => tooManyRequests("An event can be sent again once a minute.", waitMs),
};

/**
 * Gives the event its id immediately.
 * @throws Problem 404, 409 for a disabled endpoint, 429 within 5 s after another ping
 */
export function sendPing({ database, clocks }: Omit<Redelivery, "deliverer">, id: EndpointId): Promise<SentEvent> {
	return database.transaction().execute(async (transaction: Database) => {
		const endpoint = await lockEndpoint(transaction, id);
		if (endpoint.disabled_reason !== null) throw refusals.disabled();
		const now = clocks.real.now();
		const waitMs = waitAfter(endpoint.pinged_at, pingEveryMs, now);
		if (waitMs > 0) throw refusals.pingedNow(waitMs);
		await updateEndpoint(transaction, endpoint.id, { pinged_at: now });
		const eventId = newEventId(now);
		await emitEvent(transaction, {
			type: "ping",
			merchantId: id.merchantId,
			created: clocks.business.now(),
			data: maskedRecordOf(endpoint),
			id: eventId,
		});
		return { eventId, endpoints: [id.lookupId] };
	});
}

function waitAfter(last: number | null, everyMs: number, now: number): number {
	return last === null ? 0 : last + everyMs - now;
}

/**
 * Includes only the endpoints of a partner's grant.
 * @throws Problem 404, 429 within a minute after the same asker's last time
 */
export async function resendEvent(
	{ database, clocks, deliverer }: Redelivery,
	{ merchantId, grantId, eventId }: EndpointScope & { eventId: string },
): Promise<SentEvent> {
	const endpoints = await database.transaction().execute(async (transaction: Database) => {
		const event = await lockEvent(transaction, merchantId, eventId);
		if (event === undefined) throw notFound("event");
		const now = clocks.real.now();
		const asker = grantId ?? "";
		const waitMs = waitAfter(event.resends?.[asker] ?? null, resendEveryMs, now);
		if (waitMs > 0) throw refusals.resentNow(waitMs);
		const queued = await queueAgain(transaction, { merchantId, grantId, sequence: event.sequence, now });
		if (queued.length > 0) await recordResend(transaction, eventId, { asker, now });
		return queued;
	});
	deliverer.wake();
	return { eventId, endpoints };
}
