import { createKeyedLock } from "@cardseal/batch";
import { type Payments, waitingTimes } from "@cardseal/payments";
import { pollUntil, withinTime } from "@cardseal/platform";
import { type BusinessWork, pauseAfter, type WorkDone } from "@cardseal/platform/jobs";
import type { InTrace } from "@cardseal/platform/telemetry";
import { type ClaimedByPayer, claimUntil, type PresentPayer } from "../subscriptions.ts";
import {
	type Claim,
	claimDue,
	claimOne,
	type Due,
	isRenewalDue,
	nextDueAt,
	releaseClaim,
} from "./due-renewals.store.ts";
import { createRenewals, type RenewalResult, type Renewals, renew } from "./renew.ts";

const batchSize = 100;

/** Unanswered charges must not hold up the others. */
const maximumInFlight = 600;

/** The pause when the outcome was not recorded. */
const pausesMs: Partial<Record<RenewalResult, number>> = {
	changed: 0,
	held_back: 250,
	/** About as often as recovery asks the processor. */
	pending: 2_000,
};

/** Connecting a processor may take hours. */
const noProcessorPauseMs = 300_000;

const firstPauseMs = 2_000;

/** Interval for newly due subscriptions while charges are in flight. */
const pollMs = 1_000;

export type Charges = Pick<WorkDone, "charged" | "failed">;

export interface RenewalRun {
	/** Returns business time. */
	nextAt(): Promise<number | undefined>;
	/** Renews everything due, one run after another. */
	run(limit?: AbortSignal): Promise<Charges>;
	/** Renews, or waits for the claiming gateway, until the outcome, the payer's turn or the processor's time limit. */
	renewNow(subscriptionId: number, payer?: ClaimedByPayer): Promise<void>;
}

interface Running {
	payments: Payments;
	renewals: Renewals;
	/** Aborts new renewals when the gateway stops, or at the time limit. */
	stopping: AbortSignal;
	inTrace: InTrace;
}

export function createRenewalRun(
	payments: Payments,
	stopping: AbortSignal,
	inTrace: InTrace = (work) => work(),
): RenewalRun {
	const running: Running = { payments, renewals: createRenewals(payments), stopping, inTrace };
	const lock = createKeyedLock();
	return {
		nextAt: () => nextDueAt(payments.database, payments.clocks.real.now()),
		// The sandbox moves the clock after its own run: no other may be in progress.
		run: (limit = stopping) => lock("run", () => run({ ...running, stopping: AbortSignal.any([stopping, limit]) })),
		renewNow: (subscriptionId, payer) => renewNow(running, subscriptionId, payer),
	};
}

/** Includes what falls due meanwhile, such as the next missed period. */
async function run(running: Running): Promise<Charges> {
	const done: Charges = { charged: 0, failed: 0 };
	const inFlight = new Set<Promise<void>>();
	let oneEnded = Promise.withResolvers<void>();
	const renewAndCount = async (due: Due, now: number) => {
		const result = await renewClaimed(running, due, now);
		if (result === "approved") done.charged += 1;
		if (result === "declined") done.failed += 1;
	};
	for (;;) {
		oneEnded = Promise.withResolvers<void>();
		const hasRoom = inFlight.size + batchSize <= maximumInFlight;
		const claim = newClaim(running.payments);
		const batch = hasRoom && !running.stopping.aborted ? await claimDue(running.payments.database, claim) : [];
		for (const due of batch) {
			const ending = renewAndCount(due, claim.now).finally(() => {
				inFlight.delete(ending);
				oneEnded.resolve();
			});
			inFlight.add(ending);
		}
		if (inFlight.size === 0) return done;
		if (batch.length < batchSize) await withinTime(pollMs, oneEnded.promise);
	}
}

async function renewNow(running: Running, subscriptionId: number, payer?: ClaimedByPayer): Promise<void> {
	const { payments } = running;
	const { database, clocks } = payments;
	const { givesUpAt } = waitingTimes(payments);
	await pollUntil(clocks.real, givesUpAt, async () => {
		const claim = newClaim(payments);
		// The payer's own claim ends here. Taking over another is safe: one version starts one attempt.
		const claimedUntil = payer?.claimedUntil ?? claim.realNow;
		const [due] = await claimOne(database, subscriptionId, { ...claim, realNow: claimedUntil });
		if (due !== undefined) await renewClaimed(running, due, claim.now, payer);
		return !(await isRenewalDue(database, subscriptionId, claim));
	});
}

function newClaim(payments: Payments): Claim {
	const { clocks } = payments;
	const realNow = clocks.real.now();
	return {
		now: clocks.business.now(),
		realNow,
		claimedUntil: claimUntil(payments),
		limit: batchSize,
	};
}

/** An error pauses the subscription, so that it holds up no other. */
async function renewClaimed(
	{ payments, renewals, inTrace }: Running,
	due: Due,
	now: number,
	payer?: PresentPayer,
): Promise<RenewalResult | undefined> {
	const { database, clocks, log } = payments;
	const { id, renewal_failures: failures } = due.subscription;
	try {
		const result = await inTrace(() => renew(renewals, due, now, payer));
		if (result === "no_processor") {
			if (failures === 0) log.warn({ subscription_id: id }, "a renewal waits: its merchant has no processor");
			// Counts as a failure, so that nothing waits for it.
			await releaseClaim(database, due, { claimedUntil: clocks.real.now() + noProcessorPauseMs, failures: 1 });
		}
		const pauseMs = pausesMs[result];
		if (pauseMs !== undefined) {
			await releaseClaim(database, due, { claimedUntil: clocks.real.now() + pauseMs, failures: 0 });
		}
		return result;
	} catch (error) {
		log.error({ subscription_id: id, err: error }, "could not renew a subscription; trying again later");
		await pauseAfterFailure(payments, due, clocks.real.now() + pauseAfter(failures + 1, { firstMs: firstPauseMs }));
		return undefined;
	}
}

/** If this fails as well, the claim expires. */
async function pauseAfterFailure({ database, log }: Payments, due: Due, claimedUntil: number): Promise<void> {
	const { id, renewal_failures: failures } = due.subscription;
	try {
		await releaseClaim(database, due, { claimedUntil, failures: failures + 1 });
	} catch (error) {
		log.error({ subscription_id: id, err: error }, "could not pause a subscription");
	}
}

export function renewalWork({ nextAt, run }: RenewalRun): BusinessWork {
	return { name: "renewals", nextAt, run };
}
