import type { Merchant } from "@cardseal/merchants";
import { type Payments, recordAsSent } from "@cardseal/payments";
import type { Inquiry, ListedRequest, Outcome, Processor } from "@cardseal/vault";
import { nextStep } from "../lifecycle.ts";
import { claimOne, type Due, freeClaim, listDueSubscriptions } from "./due-renewals.store.ts";
import { createRenewals, renew, renewalReference } from "./renew.ts";

const pageSize = 500;

/** More attempts than a lost window can have. */
const maximumAttempts = 1_000;

/**
 * `dueAt` is business time.
 * @throws Error when the processor cannot tell
 */
export type FindReported = (wanted: {
	merchant: Merchant;
	reference: string;
	amountCents: number;
	currency: string;
	dueAt: number;
}) => Promise<Pick<ListedRequest, "happenedAt" | "outcome" | "amountCents" | "currency"> | undefined>;

export interface ReplayedRenewal {
	transactionId: string;
	merchantId: number;
	/** `PENDING`: the processor decides later, or answered about another amount. */
	result: "APPROVED" | "DECLINED" | "PENDING";
}

/**
 * Writes due attempts that the processor knows, and continues their subscriptions.
 * @param now business time, ms since 1970
 * @param onFailure called for each subscription that fails
 */
export async function replayRenewals(
	payments: Payments,
	findReported: FindReported,
	now: number,
	onFailure: (subscriptionId: number, error: unknown) => void,
): Promise<ReplayedRenewal[]> {
	const written: ReplayedRenewal[] = [];
	for (let after = 0; ; ) {
		const due = await listDueSubscriptions(payments.database, { now, after, limit: pageSize });
		for (const { id } of due) {
			try {
				await replayOne(payments, findReported, { id, now, written });
			} catch (error) {
				onFailure(id, error);
			}
		}
		const last = due.at(-1);
		if (last === undefined || due.length < pageSize) return written;
		after = last.id;
	}
}

async function replayOne(
	payments: Payments,
	findReported: FindReported,
	{ id, now, written }: { id: number; now: number; written: ReplayedRenewal[] },
): Promise<void> {
	for (let attempt = 0; attempt < maximumAttempts; attempt++) {
		await freeClaim(payments.database, id);
		const realNow = payments.clocks.real.now();
		const [due] = await claimOne(payments.database, id, { now, realNow, claimedUntil: realNow + 60_000 });
		const replayed = due && (await replayAttempt(payments, findReported, due, now));
		if (replayed === undefined) break;
		if (replayed === "continued") continue;
		written.push(replayed);
		if (replayed.result === "PENDING") break;
	}
	await freeClaim(payments.database, id);
}

/** Returns `continued` after a recorded outcome, and `undefined` when nothing was written. */
async function replayAttempt(
	payments: Payments,
	findReported: FindReported,
	due: Due,
	now: number,
): Promise<ReplayedRenewal | "continued" | undefined> {
	const { subscription, merchant } = due;
	if (subscription.charging_transaction_id !== null) {
		// The subscription may not have followed yet.
		const result = await renew(createRenewals(payments), due, now);
		return result === "pending" || result === "changed" ? undefined : "continued";
	}
	const step = nextStep(subscription, now);
	if (step === undefined) return undefined;
	const reference = renewalReference(subscription.lookup_id, step);
	const { currency, next_run } = subscription;
	const wanted = { merchant, reference, amountCents: step.amountCents, currency, dueAt: next_run ?? now };
	const reported = await findReported(wanted);
	if (reported === undefined || reported.outcome.result === "not_received") return undefined;
	// Recovery then asks about a PENDING row.
	await recordAsSent(payments.database, [reference], payments.clocks.real.now());
	const { outcome } = reported;
	const answer: Exclude<Inquiry, { result: "unknown" | "not_received" }> =
		outcome.result === "accepted" ? outcome : amountOf(outcome, reported);
	// The clocks of processors differ from ours.
	const at = Math.min(now, Math.max(reported.happenedAt, subscription.next_run ?? 0));
	const result = await renew(createRenewals(answering(payments, answer, at)), due, at);
	const written = { transactionId: reference, merchantId: merchant.id };
	if (result === "approved") return { ...written, result: "APPROVED" };
	if (result === "declined") return { ...written, result: "DECLINED" };
	return result === "pending" ? { ...written, result: "PENDING" } : undefined;
}

function amountOf(outcome: Outcome, { amountCents, currency }: Pick<ListedRequest, "amountCents" | "currency">) {
	return { ...outcome, amountCents, currency, message: `${outcome.message} (reconciled after a restore)` };
}

/** Repeats the listed outcome, without a receipt. */
function answering(payments: Payments, answer: Awaited<ReturnType<Processor["submit"]>>, at: number): Payments {
	return {
		...payments,
		clocks: { ...payments.clocks, business: { now: () => at } },
		writer: {
			...payments.writer,
			writeOutcome: (decided) => payments.writer.writeOutcome({ ...decided, isReceiptDue: false }),
		},
		async processorFor(merchant, currency) {
			const { processor, accountId } = await payments.processorFor(merchant, currency);
			return { processor: { ...processor, name: processor.name, submit: async () => answer }, accountId };
		},
	};
}
