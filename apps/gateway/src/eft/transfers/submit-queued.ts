import type { Eft } from "../eft.ts";
import type { Payment, Rail } from "../rails/rail.ts";
import { directionOf } from "./eft-transaction.ts";
import { findToSubmit, markSubmitted, type QueuedPayment } from "./queued-payments.store.ts";

/** Payments submitted together. */
const batchSize = 100;

/** Submits queued payments together; if that fails, one by one, so that one bad payment delays no other. Returns the errors. */
export async function submitQueued(
	{ database, clocks }: Pick<Eft, "database" | "clocks">,
	rail: Rail,
): Promise<unknown[]> {
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

/** Returns what a promise rejects with; `undefined` when it does not. */
export async function errorOf(work: Promise<void>): Promise<unknown> {
	try {
		await work;
		return undefined;
	} catch (error) {
		return error;
	}
}
