import { inBatches } from "@cardseal/batch";
import type { Vault } from "@cardseal/vault";
import type { Logger } from "pino";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { secretContext } from "../endpoints/endpoints.ts";
import { type EventReading, type EventRecord, eventRecords } from "../event-record.ts";
import { findEventsAt } from "../events.store.ts";
import {
	type Attempt,
	type ClaimedDelivery,
	claimDeliveries,
	listValidSecrets,
	type Outage,
	recordAttempts,
} from "./deliveries.store.ts";
import { disableEndpoint } from "./disable.ts";
import { isTooLong, nextAttemptAt, outagePauseMs, retryAfterMsOf } from "./schedule.ts";
import type { Sender, Sent } from "./send.ts";
import { signatureHeaders } from "./signature.ts";
import { mostInFlight, perEndpoint, perFailingEndpoint } from "./slots.ts";

export interface Deliverer {
	/** Begins the deliveries that are due. */
	begin(): Promise<void>;
	/** Begins them soon: some may have become due. */
	wake(): void;
	/** Resolves when no delivery is in flight. */
	idle(): Promise<void>;
	/** Begins nothing more, and gives what is in flight a few seconds. */
	stop(): Promise<void>;
}

export interface DelivererOptions extends EventReading {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	sender: Sender;
	/** Draws from [0, 1). */
	random: () => number;
	log: Logger;
}

/** The lease: longer than a request may take. A delivery whose gateway died waits this long. */
const claimMs = 30_000;

/** Ends of requests within this time share a claim. */
const gatherMs = 10;

/** Results stored in one statement. */
const maximumResults = 200;

/** The time that requests in flight get on shutdown. */
const stopGraceMs = 5_000;

/** Creates a deliverer. Several may work on one database. */
export function createDeliverer(options: DelivererOptions): Deliverer {
	const { database, clocks, sender, log } = options;
	const inFlight = new Set<Promise<void>>();
	let timer: NodeJS.Timeout | undefined;
	let claiming: Promise<void> = Promise.resolve();
	let isStopped = false;

	const record = inBatches({
		run: async (attempts: Attempt[]) => {
			const outages = await recordAttempts(database, attempts, { outagePauseMs });
			const byEndpoint = new Map(outages.map((outage) => [outage.endpointId, outage]));
			return attempts.map(({ endpointId }) => byEndpoint.get(endpointId));
		},
		maximumItems: maximumResults,
	});

	async function claim(): Promise<void> {
		const busy = inFlight.size;
		if (isStopped || busy >= mostInFlight) return;
		const now = clocks.real.now();
		const claimed = await claimDeliveries(database, {
			now,
			claimedUntil: now + claimMs,
			limit: mostInFlight - busy,
			perEndpoint,
			perFailingEndpoint: perFailingEndpoint(busy),
		});
		if (claimed.length === 0) return;
		const secretsOf = await openSecrets(options, claimed, now);
		const eventOf = await readEvents(options, claimed);
		for (const delivery of claimed) start(delivery, eventOf(delivery), secretsOf.get(delivery.endpointId));
	}

	function start(delivery: ClaimedDelivery, event: EventRecord | undefined, secrets: string[] | undefined): void {
		// Without its secret, the claim ends later. Events are kept for longer than they are sent.
		if (secrets === undefined || event === undefined) return;
		const running = deliver(delivery, event, secrets).catch((error: unknown) => {
			log.warn({ err: error, endpoint: delivery.lookupId, event: event.id }, "a delivery will be repeated");
		});
		inFlight.add(running);
		void running.finally(() => {
			inFlight.delete(running);
			deliverer.wake();
		});
	}

	async function deliver(delivery: ClaimedDelivery, event: EventRecord, secrets: string[]): Promise<void> {
		const body = JSON.stringify(event);
		const attemptedAt = clocks.real.now();
		const timestamp = Math.floor(attemptedAt / 1_000);
		const headers = {
			"content-type": "application/json",
			"user-agent": "Cardseal-Webhooks/1",
			...signatureHeaders({ id: event.id, timestamp, body }, secrets),
		};
		const sent = await sender.send({ url: delivery.url, headers, body });
		// The stop ended the request: it is repeated when its claim ends.
		if (isStopped && sent.error !== null && sent.status === null) return;
		const endedAt = clocks.real.now();
		const outage = await record({
			endpointId: delivery.endpointId,
			sequence: delivery.sequence,
			eventId: event.id,
			type: event.type,
			attempt: delivery.attempt,
			attemptedAt,
			status: sent.status,
			durationMs: Math.max(0, endedAt - attemptedAt),
			error: sent.error,
			response: withoutSecrets(sent.response, secrets),
			nextAt: nextAtOf(options, delivery, sent, endedAt),
		});
		await disableIfDue(options, delivery, sent, outage);
	}

	const deliverer: Deliverer = {
		begin() {
			// One claim at a time, so that each sees what the former one began.
			claiming = claiming.catch(() => undefined).then(claim);
			return claiming;
		},
		wake() {
			if (isStopped || timer !== undefined) return;
			timer = setTimeout(() => {
				timer = undefined;
				deliverer.begin().catch((error: unknown) => log.warn({ err: error }, "events will be delivered later"));
			}, gatherMs);
		},
		async idle() {
			while (inFlight.size > 0) await Promise.all(inFlight);
		},
		async stop() {
			isStopped = true;
			clearTimeout(timer);
			await claiming.catch(() => undefined);
			const ended = Promise.withResolvers<void>();
			const grace = setTimeout(ended.resolve, stopGraceMs);
			await Promise.race([deliverer.idle(), ended.promise]);
			clearTimeout(grace);
			await sender.close();
			await deliverer.idle();
		},
	};
	return deliverer;
}

/** Returns the secrets by endpoint, the current one first. An endpoint whose secrets were changed in the database has none. */
async function openSecrets(
	{ database, vault, log }: DelivererOptions,
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

async function readEvents(options: DelivererOptions, claimed: ClaimedDelivery[]) {
	const nameOf = ({ merchantId, sequence }: { merchantId: number; sequence: number }) => `${merchantId}|${sequence}`;
	const wanted = new Map(
		claimed.map(({ merchantId, sequence }) => [nameOf({ merchantId, sequence }), { merchantId, sequence }]),
	);
	const stored = await findEventsAt(options.database, [...wanted.values()]);
	const records = await eventRecords(options, stored);
	const names = stored.map((event) => nameOf({ merchantId: event.merchant_id, sequence: event.sequence }));
	const found = new Map(records.map((event, index) => [names[index], event]));
	return (delivery: ClaimedDelivery) => found.get(nameOf(delivery));
}

/** A receiver may show the secret that it is set up with. */
function withoutSecrets(response: string, secrets: string[]): string {
	return secrets.reduce((text, secret) => text.replaceAll(secret, "[secret]"), response);
}

function nextAtOf({ random }: DelivererOptions, { attempt }: ClaimedDelivery, sent: Sent, now: number): number | null {
	if (sent.error === null) return null;
	const retryAfterMs = retryAfterMsOf(sent.retryAfter, now);
	return nextAttemptAt({ attempts: attempt, now, random: random(), retryAfterMs }) ?? null;
}

async function disableIfDue(
	options: DelivererOptions,
	{ endpointId }: ClaimedDelivery,
	{ status }: Sent,
	outage: Outage | undefined,
): Promise<void> {
	if (status === 410) await disableEndpoint(options, endpointId, "gone");
	else if (outage !== undefined && isTooLong(outage)) await disableEndpoint(options, endpointId, "failing");
}
