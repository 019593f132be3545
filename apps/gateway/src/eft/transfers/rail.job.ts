import type { BusinessWork } from "../../jobs/business-work.ts";
import type { Eft } from "../eft.ts";
import type { Payment, Rail } from "../rails/rail.ts";
import { directionOf } from "./eft-transaction.ts";
import { findFirstToSubmit, findToSubmit, markSubmitted, type QueuedPayment } from "./queued-payments.store.ts";
import { recordOutcome } from "./record-outcome.ts";

/** Payments, or outcomes, per run and rail. */
const batchSize = 100;

/**
 * Submits queued payments to their rails and records outcomes. A process may die at any step. A payment that was submitted
 * but not marked is submitted again, and its rail knows the reference. An outcome that was recorded but not acknowledged is
 * listed again, and changes nothing.
 */
export function railWork(eft: Omit<Eft, "vault">): BusinessWork {
	const { database, rails } = eft;
	return {
		name: "bank payments",
		async nextAt() {
			const times = [findFirstToSubmit(database), ...rails.all.map((rail) => rail.nextOutcomeAt())];
			const known = (await Promise.all(times)).filter((time) => time !== undefined);
			return known.length === 0 ? undefined : Math.min(...known);
		},
		async run() {
			const failures: unknown[] = [];
			for (const rail of rails.all) {
				failures.push(...(await submitQueued(eft, rail)), ...(await recordOutcomes(eft, rail)));
			}
			if (failures.length > 0) throw new AggregateError(failures, "Some bank payments failed.");
			return {};
		},
	};
}

/** Submits queued payments together; if that fails, one by one, so that one bad payment delays no other. Returns the errors. */
async function submitQueued({ database, clocks }: Pick<Eft, "database" | "clocks">, rail: Rail): Promise<unknown[]> {
	const queued = (await findToSubmit(database, rail.name, batchSize)).map(paymentOf);
	const submitAll = async (payments: Payment[]) => {
		await rail.submit(payments);
		const references = payments.map(({ reference }) => reference);
		await markSubmitted(database, references, clocks.business.now());
	};
	if (queued.length === 0) return [];
	const failure = await errorOf(submitAll(queued));
	if (failure === undefined || queued.length === 1) return failure === undefined ? [] : [failure];
	const failures = [];
	for (const payment of queued) failures.push(await errorOf(submitAll([payment])));
	return failures.filter((error) => error !== undefined);
}

/** "Miscellaneous payments" (Standard 007). The gateway does not know the purpose of a payment. */
const transactionCode = "450";

function paymentOf({ type, ...payment }: QueuedPayment): Payment {
	return { ...payment, direction: directionOf(type), transactionCode };
}

/** Records a rail's outcomes. Returns the errors; failed outcomes are not acknowledged, so the rail lists them again. */
async function recordOutcomes(eft: Pick<Eft, "database" | "clocks">, rail: Rail): Promise<unknown[]> {
	const outcomes = await rail.listOutcomes(batchSize);
	const recorded = [];
	const failures = [];
	for (const outcome of outcomes) {
		const failure = await errorOf(recordOutcome(eft, outcome));
		if (failure === undefined) recorded.push(outcome);
		else failures.push(failure);
	}
	if (recorded.length > 0) await rail.acknowledge(recorded);
	return failures;
}

async function errorOf(work: Promise<void>): Promise<unknown> {
	try {
		await work;
		return undefined;
	} catch (error) {
		return error;
	}
}
