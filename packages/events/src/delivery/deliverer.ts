/*
 * Merchants with the fewest slots come first, and an eighth is reserved for those with none (`slots.ts`), so slow
 * servers delay no other merchant. A merchant without endpoints costs nothing.
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
import { createHeldSlots, limitsOfClaim, perEndpoint } from "./slots.ts";

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

/** Longer than a request may take. */
const claimMs = 30_000;

/** Requests that end within it share a claim. */
const gatherMs = 10;

const maximumResults = 200;

const stopGraceMs = 5_000;

const unreadable: Sent = { status: null, error: "event_unreadable", response: "", retryAfter: undefined };

export function createDeliverer(options: DelivererOptions): Deliverer {
	const { database, clocks, sender, log } = options;
	const inFlight = new Set<Promise<void>>();
	const held = createHeldSlots();
	const record = createRecorder(database);
	let timer: NodeJS.Timeout | undefined;
	let claiming: Promise<void> = Promise.resolve();
	let isStopped = false;

	async function claim(): Promise<void> {
		const limits = limitsOfClaim(held.taken(), options.slots);
		if (isStopped || options.isPaused?.() || limits.slots === 0) return;
		const now = clocks.real.now();
		const times = { now, claimedUntil: now + claimMs };
		const claimed = await claimDeliveries(database, { ...times, held: held.byMerchant, perEndpoint, ...limits });
		if (claimed.length === 0) return;
		const secretsOf = await openSecrets(options, claimed, now);
		const messageOf = await readMessages(options, claimed);
		for (const delivery of claimed) start(delivery, messageOf(delivery), secretsOf.get(delivery.endpointId));
		const isFull = claimed.reduce((sum, { slots }) => sum + slots, 0) >= limits.slots;
		if (isFull) deliverer.wake();
	}

	function start(delivery: ClaimedDelivery, message: Message | undefined, secrets: string[] | undefined): void {
		// The claim ends later; events are kept for longer.
		if (secrets === undefined || message === undefined) return;
		const running = deliver(delivery, message, secrets).catch((error: unknown) => {
			log.warn({ err: error, endpoint: delivery.lookupId, event: message.id }, "a delivery will be repeated");
		});
		inFlight.add(running);
		held.take(delivery);
		void running.finally(() => {
			inFlight.delete(running);
			held.release(delivery);
			deliverer.wake();
		});
	}

	async function deliver(delivery: ClaimedDelivery, message: Message, secrets: string[]): Promise<void> {
		const attemptedAt = clocks.real.now();
		const sent = await sendSigned(sender, { url: delivery.url, message, secrets, attemptedAt });
		// A stopped request is repeated when its claim ends.
		if (isStopped && sent.error !== null && sent.status === null) return;
		const attempt = attemptOf(options, { delivery, message, attemptedAt, sent });
		await disableIfDue(options, delivery, sent, await record(attempt));
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

interface Outgoing {
	url: string;
	message: Message;
	secrets: string[];
	attemptedAt: number;
}

async function sendSigned(sender: Sender, { url, message, secrets, attemptedAt }: Outgoing): Promise<Sent> {
	const { id, body } = message;
	if (body === undefined) return unreadable;
	const timestamp = Math.floor(attemptedAt / 1_000);
	const headers = {
		"content-type": "application/json",
		"user-agent": "Cardseal-Webhooks/1",
		...signatureHeaders({ id, timestamp, body }, secrets),
	};
	return sender.send({ url, headers, body, secrets });
}

interface Result {
	delivery: ClaimedDelivery;
	message: Message;
	attemptedAt: number;
	sent: Sent;
}

function attemptOf(options: DelivererOptions, { delivery, message, attemptedAt, sent }: Result): Attempt {
	const endedAt = options.clocks.real.now();
	return {
		endpointId: delivery.endpointId,
		sequence: delivery.sequence,
		eventId: message.id,
		type: message.type,
		attempt: delivery.attempt,
		attemptedAt,
		status: sent.status,
		// Name servers answer sooner for their own networks.
		durationMs: sent.error === "address_not_public" ? 0 : Math.max(0, endedAt - attemptedAt),
		error: sent.error,
		response: sent.response,
		nextAt: nextAtOf(options, delivery, sent, endedAt),
	};
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
