import { inBatches } from "@cardseal/batch";
import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { isDatabaseFailure } from "../../db/failure.ts";
import type { Logger } from "../../log/log.ts";
import { secretContext } from "../endpoints/endpoints.ts";
import { signatureHeaders } from "../endpoints/signature.ts";
import { type EventReading, eventRecords } from "../event-record.ts";
import type { EventType } from "../event-types.ts";
import { findEventsAt, type StoredEvent } from "../events.store.ts";
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
import { limitsOfClaim, perEndpoint } from "./slots.ts";

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
	/** Slots for requests in flight; by default 1,024. */
	slots?: number;
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

/** An event as it is sent, once for all of its endpoints; without a body if it cannot be read. */
interface Message {
	id: string;
	type: EventType;
	body: Buffer<ArrayBuffer> | undefined;
}

const unreadable: Sent = { status: null, error: "event_unreadable", response: "", retryAfter: undefined };

/** Creates a deliverer. Several may work on one database. */
export function createDeliverer(options: DelivererOptions): Deliverer {
	const { database, clocks, sender, log } = options;
	const inFlight = new Set<Promise<void>>();
	/** Slots taken by merchants. */
	const held = new Map<number, number>();
	let taken = 0;
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
		const limits = limitsOfClaim(taken, options.slots);
		if (isStopped || limits.slots === 0) return;
		const now = clocks.real.now();
		const claimed = await claimDeliveries(database, { now, claimedUntil: now + claimMs, held, perEndpoint, ...limits });
		if (claimed.length === 0) return;
		const secretsOf = await openSecrets(options, claimed, now);
		const messageOf = await readMessages(options, claimed);
		for (const delivery of claimed) start(delivery, messageOf(delivery), secretsOf.get(delivery.endpointId));
		const isFull = claimed.reduce((sum, { slots }) => sum + slots, 0) >= limits.slots;
		if (isFull) deliverer.wake();
	}

	function take({ merchantId, slots }: ClaimedDelivery): void {
		taken += slots;
		held.set(merchantId, (held.get(merchantId) ?? 0) + slots);
	}

	function release({ merchantId, slots }: ClaimedDelivery): void {
		taken -= slots;
		const left = (held.get(merchantId) ?? 0) - slots;
		if (left > 0) held.set(merchantId, left);
		else held.delete(merchantId);
	}

	function start(delivery: ClaimedDelivery, message: Message | undefined, secrets: string[] | undefined): void {
		// Without its secret, the claim ends later. Events are kept for longer than they are sent.
		if (secrets === undefined || message === undefined) return;
		const running = deliver(delivery, message, secrets).catch((error: unknown) => {
			log.warn({ err: error, endpoint: delivery.lookupId, event: message.id }, "a delivery will be repeated");
		});
		inFlight.add(running);
		take(delivery);
		void running.finally(() => {
			inFlight.delete(running);
			release(delivery);
			deliverer.wake();
		});
	}

	async function deliver(delivery: ClaimedDelivery, message: Message, secrets: string[]): Promise<void> {
		const attemptedAt = clocks.real.now();
		const sent = await send(delivery, message, secrets, attemptedAt);
		// The stop ended the request: it is repeated when its claim ends.
		if (isStopped && sent.error !== null && sent.status === null) return;
		const endedAt = clocks.real.now();
		const outage = await record({
			endpointId: delivery.endpointId,
			sequence: delivery.sequence,
			eventId: message.id,
			type: message.type,
			attempt: delivery.attempt,
			attemptedAt,
			status: sent.status,
			// Name servers answer for their own networks sooner than for others.
			durationMs: sent.error === "address_not_public" ? 0 : Math.max(0, endedAt - attemptedAt),
			error: sent.error,
			response: withoutSecrets(sent.response, secrets),
			nextAt: nextAtOf(options, delivery, sent, endedAt),
		});
		await disableIfDue(options, delivery, sent, outage);
	}

	async function send(
		{ url }: ClaimedDelivery,
		{ id, body }: Message,
		secrets: string[],
		attemptedAt: number,
	): Promise<Sent> {
		if (body === undefined) return unreadable;
		const timestamp = Math.floor(attemptedAt / 1_000);
		const headers = {
			"content-type": "application/json",
			"user-agent": "Cardseal-Webhooks/1",
			...signatureHeaders({ id, timestamp, body }, secrets),
		};
		return sender.send({ url, headers, body });
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

/** Returns the messages of deliveries; deliveries of one event share theirs. */
async function readMessages(options: DelivererOptions, claimed: ClaimedDelivery[]) {
	const nameOf = ({ merchantId, sequence }: { merchantId: number; sequence: number }) => `${merchantId}|${sequence}`;
	const wanted = new Map(
		claimed.map(({ merchantId, sequence }) => [nameOf({ merchantId, sequence }), { merchantId, sequence }]),
	);
	const stored = await findEventsAt(options.database, [...wanted.values()]);
	const bodies = await bodiesOf(options, stored);
	const messages = stored.map((event, index): [string, Message] => [
		nameOf({ merchantId: event.merchant_id, sequence: event.sequence }),
		{ id: event.event_id, type: event.type, body: bodies[index] },
	]);
	const found = new Map(messages);
	return (delivery: ClaimedDelivery) => found.get(nameOf(delivery));
}

/** Renders events together. If that fails they are halved, until one that cannot be rendered is alone. */
async function bodiesOf(options: DelivererOptions, stored: StoredEvent[]): Promise<Message["body"][]> {
	try {
		const records = await eventRecords(options, stored);
		return records.map((record) => Buffer.from(JSON.stringify(record)));
	} catch (error) {
		if (isDatabaseFailure(error)) throw error;
		if (stored.length === 1) {
			options.log.error({ err: error, event: stored[0]?.event_id }, "an event cannot be read");
			return [undefined];
		}
		const half = Math.ceil(stored.length / 2);
		const first = await bodiesOf(options, stored.slice(0, half));
		return [...first, ...(await bodiesOf(options, stored.slice(half)))];
	}
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
	{ endpointId: id, url }: ClaimedDelivery,
	{ status }: Sent,
	outage: Outage | undefined,
): Promise<void> {
	if (status === 410) await disableEndpoint(options, { id, url }, "gone");
	else if (outage !== undefined && isTooLong(outage)) await disableEndpoint(options, { id, url }, "failing");
}
