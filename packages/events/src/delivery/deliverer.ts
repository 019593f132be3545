/*
 * Merchants with the fewest slots come first, an eighth is reserved for those with none (`slots.ts`), and an endpoint that
 * failed last gets one, so slow servers delay no other merchant. A merchant without endpoints costs nothing.
 */
import { inBatches } from "@cardseal/batch";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { signatureHeaders } from "../endpoints/signature.ts";
import {
	type Attempt,
	type ClaimedDelivery,
	claimDeliveries,
	type Outage,
	recordAttempts,
} from "./deliveries.store.ts";
import { disableEndpoint } from "./disable.ts";
import { type Message, type MessageReading, readMessages } from "./messages.ts";
import { isTooLong, nextAttemptAt, outagePauseMs, retryAfterMsOf } from "./schedule.ts";
import { openSecrets } from "./secrets.ts";
import type { Sender, Sent } from "./send.ts";
import { limitsOfClaim } from "./slots.ts";

export interface Deliverer {
	begin(): Promise<void>;
	wake(): void;
	/** Resolves when no delivery is in flight. */
	idle(): Promise<void>;
	/** Gives deliveries in flight a few seconds. */
	stop(): Promise<void>;
}

export interface DelivererOptions extends MessageReading {
	vault: Vault;
	clocks: Clocks;
	sender: Sender;
	random: () => number;
	/** 1,024 by default. */
	slots?: number;
	isPaused?: () => boolean;
}

/** The limits of all gateways together. */
const perEndpoint = 8;
const perFailingEndpoint = 1;

/** Longer than a request may take. */
const claimMs = 30_000;

/** Requests that end within it share a claim. */
const gatherMs = 10;

const maximumResults = 200;

const stopGraceMs = 5_000;

const unreadable: Sent = { status: null, error: "event_unreadable", response: "", retryAfter: undefined };

export function createDeliverer(options: DelivererOptions): Deliverer {
	const { database, clocks, sender, log } = options;
	const inFlight = new Map<Promise<void>, ClaimedDelivery>();
	const record = createRecorder(database);
	let timer: NodeJS.Timeout | undefined;
	let claiming: Promise<void> = Promise.resolve();
	let isStopped = false;

	async function claim(): Promise<void> {
		const held = new Map<number, number>();
		let taken = 0;
		for (const delivery of inFlight.values()) {
			held.set(delivery.merchantId, (held.get(delivery.merchantId) ?? 0) + delivery.slots);
			taken += delivery.slots;
		}
		const ofClaim = limitsOfClaim(taken, options.slots);
		if (isStopped || options.isPaused?.() || ofClaim.slots === 0) return;
		const now = clocks.real.now();
		const limits = { ...ofClaim, perEndpoint, perFailingEndpoint };
		const claimed = await claimDeliveries(database, { now, claimedUntil: now + claimMs, held, ...limits });
		if (claimed.length === 0) return;
		const secretsOf = await openSecrets(options, claimed, now);
		const messageOf = await readMessages(options, claimed);
		for (const delivery of claimed) start(delivery, messageOf(delivery), secretsOf.get(delivery.endpointId));
		const isFull = claimed.reduce((sum, { slots }) => sum + slots, 0) >= ofClaim.slots;
		if (isFull) deliverer.wake();
	}

	function start(delivery: ClaimedDelivery, message: Message | undefined, secrets: string[] | undefined): void {
		// The claim ends later; events are kept for longer.
		if (secrets === undefined || message === undefined) return;
		const running = deliver(delivery, message, secrets).catch((error: unknown) => {
			log.warn({ err: error, endpoint: delivery.lookupId, event: message.id }, "a delivery will be repeated");
		});
		inFlight.set(running, delivery);
		void running.finally(() => {
			inFlight.delete(running);
			deliverer.wake();
		});
	}

	async function deliver(delivery: ClaimedDelivery, message: Message, secrets: string[]): Promise<void> {
		const { endpointId, sequence, attempt, url } = delivery;
		const { id: eventId, type } = message;
		const attemptedAt = clocks.real.now();
		const { status, error, response, retryAfter } = await send(url, message, { secrets, attemptedAt });
		// A stopped request is repeated when its claim ends.
		if (isStopped && error !== null && status === null) return;
		const now = clocks.real.now();
		const retryAfterMs = retryAfterMsOf(retryAfter, now);
		const nextAt = nextAttemptAt({ attempts: attempt, now, random: options.random(), retryAfterMs }) ?? null;
		const outage = await record({
			endpointId,
			sequence,
			eventId,
			type,
			attempt,
			attemptedAt,
			status,
			// Name servers answer sooner for their own networks.
			durationMs: error === "address_not_public" ? 0 : Math.max(0, now - attemptedAt),
			error,
			response,
			nextAt: error === null ? null : nextAt,
		});
		if (status === 410) await disableEndpoint(options, { id: endpointId, url }, "gone");
		else if (outage !== undefined && isTooLong(outage))
			await disableEndpoint(options, { id: endpointId, url }, "failing");
	}

	async function send(
		url: string,
		{ id, body }: Message,
		{ secrets, attemptedAt }: { secrets: string[]; attemptedAt: number },
	): Promise<Sent> {
		if (body === undefined) return unreadable;
		const signature = signatureHeaders({ id, timestamp: Math.floor(attemptedAt / 1_000), body }, secrets);
		const headers = { "content-type": "application/json", "user-agent": "Cardseal-Webhooks/1", ...signature };
		return sender.send({ url, headers, body, secrets });
	}

	const deliverer: Deliverer = {
		begin() {
			// Each claim sees what the former one began.
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
			while (inFlight.size > 0) await Promise.all(inFlight.keys());
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

/** Returns the endpoint's outage. */
function createRecorder(database: Database): (attempt: Attempt) => Promise<Outage | undefined> {
	return inBatches({
		run: async (attempts: Attempt[]) => {
			const outages = await recordAttempts(database, attempts, { outagePauseMs });
			const byEndpoint = new Map(outages.map((outage) => [outage.endpointId, outage]));
			return attempts.map(({ endpointId }) => byEndpoint.get(endpointId));
		},
		maximumItems: maximumResults,
	});
}
