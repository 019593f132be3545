import type { BusinessWork } from "../../jobs/business-work.ts";
import type { Eft } from "../eft.ts";
import type { Payment, Rail } from "../rails/rail.ts";
import { directionOf } from "./eft-transaction.ts";
import { findFirstToSubmit, findToSubmit, markSubmitted, type QueuedPayment } from "./queued-payments.store.ts";
import { settle } from "./record-outcome.ts";

/** Payments or outcomes at a time. */
const batchSize = 100;

/**
 * Gives queued payments to their rails and takes their outcomes into account. A process may die at any step: a payment
 * that was submitted and not marked is submitted again, which its rail knows it by; an outcome that was taken into account
 * and not acknowledged comes again and changes nothing.
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
				failures.push(...(await submitQueued(eft, rail)), ...(await settleOutcomes(eft, rail)));
			}
			if (failures.length > 0) throw new AggregateError(failures, "Some bank payments could not be taken further.");
			return {};
		},
	};
}

/** Submits a rail's payments, and what is wrong with one holds up no other. Returns what went wrong. */
async function submitQueued({ database, clocks }: Pick<Eft, "database" | "clocks">, rail: Rail): Promise<unknown[]> {
	const queued = (await findToSubmit(database, rail.name, batchSize)).map(paymentOf);
	const submitAll = async (payments: Payment[]) => {
		await rail.submit(payments);
		const references = payments.map(({ reference }) => reference);
		await markSubmitted(database, references, clocks.business.now());
	};
	if (queued.length === 0) return [];
	const whole = await failureOf(submitAll(queued));
	if (whole === undefined || queued.length === 1) return whole === undefined ? [] : [whole];
	const each = [];
	for (const payment of queued) each.push(await failureOf(submitAll([payment])));
	return each.filter((failure) => failure !== undefined);
}

/** "Miscellaneous payments" (Standard 007): what banks are told about all of them, since we know nothing of what they are for. */
const transactionCode = "450";

function paymentOf({ type, ...payment }: QueuedPayment): Payment {
	return { ...payment, direction: directionOf(type), transactionCode };
}

/** Takes into account what a rail tells. Returns what went wrong; that comes again, since only the rest is acknowledged. */
async function settleOutcomes(eft: Pick<Eft, "database" | "clocks">, rail: Rail): Promise<unknown[]> {
	const outcomes = await rail.listOutcomes(batchSize);
	const settled = [];
	const failures = [];
	for (const outcome of outcomes) {
		const failure = await failureOf(settle(eft, outcome));
		if (failure === undefined) settled.push(outcome);
		else failures.push(failure);
	}
	if (settled.length > 0) await rail.acknowledge(settled);
	return failures;
}

async function failureOf(work: Promise<void>): Promise<unknown> {
	try {
		await work;
		return undefined;
	} catch (error) {
		return error;
	}
}
