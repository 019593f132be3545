import { createKeyedLock } from "@cardseal/batch";
import type { BusinessWork, WorkDone } from "../../jobs/business-work.ts";
import type { Payments } from "../../payments/payments.ts";
import { waitingTimes } from "../../payments/submit.ts";
import { lookUntil, withinTime } from "../../time-limit.ts";
import { type Claim, claimDue, claimOne, type Due, isInHand, leaveClaim, nextDueAt } from "./due-renewals.store.ts";
import { type Bill, type BilledAs, billing } from "./renew.ts";

/** Subscriptions claimed in one go. */
const batchSize = 200;

/** Subscriptions worked on at a time: so many that charges without an answer do not hold up the others. */
const maximumInFlight = 600;

/** How much longer than the processor's time limit a claim lasts. */
const claimReserveMs = 10_000;

/** When to look again at a subscription that nothing was settled for. Others are done with. */
const pauses: Partial<Record<BilledAs, number>> = {
	/** It was changed a moment ago. */
	nothing: 0,
	/** It waits for others with the same card. */
	held_back: 250,
	/** About as often as the recovery asks. */
	pending: 2_000,
};

/** How long a subscription is left alone after an error of ours: twice as long each time, up to an hour. */
const firstPauseMs = 2_000;
const longestPauseMs = 3_600_000;

/** How often a run looks for what has fallen due while charges are under way. */
const lookMs = 1_000;

/** What a run came to. */
export type Charges = Pick<WorkDone, "charged" | "failed">;

interface RenewalWork extends BusinessWork {
	run(): Promise<Charges>;
}

export interface RenewalRun {
	work: RenewalWork;
	/**
	 * Charges a subscription whose time has come, or waits for whoever is at it. Resolves when there is an outcome, or none
	 * within the processor's time limit.
	 */
	renewNow(subscriptionId: number): Promise<void>;
}

interface Running {
	payments: Payments;
	bill: Bill;
	/** Aborted when the gateway stops: nothing is begun any more. */
	stopping: AbortSignal;
}

/** What charges subscriptions: safe beside itself on any number of gateways. */
export function createRenewalRun(payments: Payments, stopping: AbortSignal): RenewalRun {
	const running: Running = { payments, bill: billing(payments), stopping };
	const inTurn = createKeyedLock();
	return {
		work: {
			name: "billing",
			nextAt: () => nextDueAt(payments.database, payments.clocks.real.now()),
			// Whoever moves the business clock does so when a run of its own has ended: no other may go on beside it.
			run: () => inTurn("run", () => run(running)),
		},
		renewNow: (subscriptionId) => renewNow(running, subscriptionId),
	};
}

/** Does all that is due, and what falls due meanwhile, such as the next of several missed periods. */
async function run(running: Running): Promise<Charges> {
	const done: Charges = { charged: 0, failed: 0 };
	const inFlight = new Set<Promise<void>>();
	let oneEnded = Promise.withResolvers<void>();
	const work = async (due: Due, now: number) => {
		const billedAs = await workOn(running, due, now);
		if (billedAs === "approved") done.charged += 1;
		if (billedAs === "declined") done.failed += 1;
	};
	for (;;) {
		oneEnded = Promise.withResolvers<void>();
		const hasRoom = inFlight.size + batchSize <= maximumInFlight;
		const claim = claimFrom(running.payments);
		const batch = hasRoom && !running.stopping.aborted ? await claimDue(running.payments.database, claim) : [];
		for (const due of batch) {
			const ending = work(due, claim.now).finally(() => {
				inFlight.delete(ending);
				oneEnded.resolve();
			});
			inFlight.add(ending);
		}
		if (inFlight.size === 0) return done;
		if (batch.length < batchSize) await withinTime(lookMs, oneEnded.promise);
	}
}

async function renewNow(running: Running, subscriptionId: number): Promise<void> {
	const { payments } = running;
	const { database, clocks } = payments;
	const { givesUpAt } = waitingTimes(payments);
	await lookUntil(clocks.real, givesUpAt, async () => {
		const claim = claimFrom(payments);
		const [due] = await claimOne(database, subscriptionId, claim);
		if (due !== undefined) await workOn(running, due, claim.now);
		return !(await isInHand(database, subscriptionId, claim.now));
	});
}

function claimFrom({ clocks, processorTimeoutMs }: Payments): Claim {
	const realNow = clocks.real.now();
	return {
		now: clocks.business.now(),
		realNow,
		claimedUntil: realNow + processorTimeoutMs + claimReserveMs,
		limit: batchSize,
	};
}

/** Bills one claimed subscription. One that cannot be billed is logged and left for later; it holds nobody up. */
async function workOn({ payments, bill }: Running, due: Due, now: number): Promise<BilledAs | undefined> {
	const { database, clocks, log } = payments;
	const { id, billing_failures: failures } = due.subscription;
	try {
		const billedAs = await bill(due, now);
		const pause = pauses[billedAs];
		if (pause !== undefined) {
			await leaveClaim(database, due, { claimedUntil: clocks.real.now() + pause, failures: 0 });
		}
		return billedAs;
	} catch (error) {
		log.error({ subscription_id: id, err: error }, "could not bill a subscription; trying again later");
		const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
		await pauseAfterFailure(payments, due, clocks.real.now() + pause);
		return undefined;
	}
}

/** Where even that fails, the claim lapses by itself. */
async function pauseAfterFailure({ database, log }: Payments, due: Due, claimedUntil: number): Promise<void> {
	const { id, billing_failures: failures } = due.subscription;
	try {
		await leaveClaim(database, due, { claimedUntil, failures: failures + 1 });
	} catch (error) {
		log.error({ subscription_id: id, err: error }, "could not leave a subscription for later");
	}
}
