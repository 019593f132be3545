import type { Eft } from "../eft.ts";
import type { Payment, Rail } from "../rails/rail.ts";
import { directionOf } from "../transaction/eft-transaction.ts";
import { findToSubmit, markSubmitted, type QueuedPayment } from "../transaction/eft-transactions.store.ts";

const batchSize = 500;

/**
 * One bad payment delays no other.
 * @returns the errors
 */
export async function submitQueued(
	{ database, clocks }: Pick<Eft, "database" | "clocks">,
	rail: Rail,
	limit?: AbortSignal,
): Promise<unknown[]> {
	const submitAll = async (payments: Payment[]) => {
		await rail.submit(payments);
		const references = payments.map(({ reference }) => reference);
		await markSubmitted(database, references, clocks.business.now());
	};
	for (;;) {
		const queued = (await findToSubmit(database, rail.name, batchSize)).map(paymentOf);
		if (queued.length === 0) return [];
		const failure = await errorOf(submitAll(queued));
		if (failure !== undefined && queued.length === 1) return [failure];
		const failures = failure === undefined ? [] : await submitOneByOne(queued, submitAll);
		if (failures.length > 0 || queued.length < batchSize || limit?.aborted) return failures;
	}
}

async function submitOneByOne(
	queued: Payment[],
	submitAll: (payments: Payment[]) => Promise<void>,
): Promise<unknown[]> {
	const failures = [];
	for (const payment of queued) failures.push(await errorOf(submitAll([payment])));
	return failures.filter((error) => error !== undefined);
}

/** "Miscellaneous payments" (Standard 007). */
const transactionCode = "450";

function paymentOf({ type, ...payment }: QueuedPayment): Payment {
	return { ...payment, direction: directionOf(type), transactionCode };
}

export async function errorOf(work: Promise<void>): Promise<unknown> {
	try {
		await work;
		return undefined;
	} catch (error) {
		return error;
	}
}
