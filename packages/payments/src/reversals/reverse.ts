import { withinTime } from "@cardseal/platform";
import { type Database, outsideDeadline } from "@cardseal/platform/db";
import { pauseAfter } from "@cardseal/platform/jobs";
import type { Accepted, Inquiry } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import { closeForOperator, keepForOperator } from "../processor-events/keep-for-operator.ts";
import type { Transaction } from "../tables.ts";
import { claimMs, givenUpAfterMs, withinInquiry } from "../transaction/inquiry.ts";
import { changeReversal, claimReversals, insertReversal, readReversedCharge } from "./reversals.store.ts";
import type { Reversal } from "./tables.ts";

const batchSize = 100;

const firstPauseMs = 5_000;

export type ReversalContext = Pick<Payments, "database" | "clocks" | "log">;

const problems = {
	refused: "A rule of the merchant declined this approved charge, and the processor refuses to reverse it.",
	unknown: "A rule of the merchant declined this approved charge, and its reversal at the processor is not known.",
	changed: (recorded: string, reported: string) =>
		`The reversal of a charge that a rule declined is ${recorded}, and the processor says ${reported}.`,
} as const;

/**
 * Voids due charges at their processors, of one charge or all; a sale that cannot be voided is refunded. The journal
 * sends each reference at most once, so a further try inquires.
 */
export async function reverseDue(payments: Payments, transactionId?: string): Promise<void> {
	for (;;) {
		const now = payments.clocks.real.now();
		const claimedUntil = now + payments.processorTimeoutMs + claimMs;
		const claimed = await claimReversals(payments.database, { now, claimedUntil, limit: batchSize }, transactionId);
		await Promise.all(claimed.map((reversal) => reverse(payments, reversal)));
		if (claimed.length < batchSize) return;
	}
}

/** Never throws: the job repeats what fails. */
export async function reverseAtOnce(payments: Payments, transactionId: string): Promise<void> {
	try {
		await outsideDeadline(() => reverseDue(payments, transactionId));
	} catch (error) {
		payments.log.error({ transaction_id: transactionId, err: error }, "could not reverse a declined charge yet");
	}
}

/** A failure is retried and does not stop the others. */
async function reverse(payments: Payments, reversal: Reversal): Promise<void> {
	const about = { transaction_id: reversal.transaction_id };
	try {
		const charge = await readReversedCharge(payments.database, reversal);
		const answer = await (reversal.tries === 1 ? send : inquire)(payments, reversal, charge);
		await applyAnswer(payments, reversal, charge, answer);
	} catch (error) {
		payments.log.error({ ...about, err: error }, "could not reverse a declined charge yet");
		// If it fails as well, the claim expires.
		await tryLater(payments, reversal, isOverdue(payments, reversal)).catch(() => undefined);
	}
}

function send(payments: Payments, reversal: Reversal, charge: Transaction): Promise<Inquiry | undefined> {
	const { reference, operation } = reversal;
	const { amount_cents: amountCents, currency, transaction_id, type, processor_transaction_id } = charge;
	const original = {
		reference: transaction_id,
		// Rules decline charges alone.
		operation: type as "sale" | "authorization",
		amountCents,
		processorTransactionId: processor_transaction_id,
		authorizationCode: null,
	};
	const request = { reference, operation, amountCents, currency, original };
	return withinTime(payments.processorTimeoutMs, payments.processorOf(charge).submit(request));
}

function inquire(payments: Payments, reversal: Reversal, charge: Transaction): Promise<Inquiry | undefined> {
	const { reference, operation, created_at: requestedAt, processor_transaction_id: processorTransactionId } = reversal;
	const { amount_cents: amountCents, currency, transaction_id, processor_transaction_id } = charge;
	const original = { reference: transaction_id, processorTransactionId: processor_transaction_id };
	const request = { reference, operation, amountCents, currency, requestedAt, processorTransactionId, original };
	return withinInquiry(payments, payments.processorOf(charge).inquire(request));
}

async function applyAnswer(
	context: ReversalContext,
	reversal: Reversal,
	charge: Transaction,
	answer: Inquiry | Accepted | undefined,
): Promise<void> {
	switch (answer?.result) {
		case "approved":
		case "declined":
		case "not_received":
			return void (await applyEnd(context, reversal, charge, answer));
		case "accepted":
			if (answer.processorTransactionId) {
				const id = { processor_transaction_id: answer.processorTransactionId };
				await changeReversal(context.database, reversal, id);
			}
			return tryLater(context, reversal, isOverdue(context, reversal));
		case "unknown":
			return tryLater(context, reversal, answer.isFinal || isOverdue(context, reversal));
		default:
			return tryLater(context, reversal, isOverdue(context, reversal));
	}
}

function isOverdue({ clocks }: ReversalContext, { created_at: createdAt }: Reversal): boolean {
	return clocks.real.now() - createdAt > givenUpAfterMs;
}

async function tryLater(context: ReversalContext, reversal: Reversal, needsAttention: boolean): Promise<void> {
	const nextTryAt = context.clocks.real.now() + pauseAfter(reversal.tries, { firstMs: firstPauseMs });
	if (needsAttention && reversal.state !== "attention") {
		await tellOperator(context, await readReversedCharge(context.database, reversal), problems.unknown);
	}
	const change = { next_try_at: nextTryAt, ...(needsAttention && { state: "attention" as const }) };
	await changeReversal(context.database, reversal, change);
}

type End = Extract<Inquiry, { result: "approved" | "declined" | "not_received" }>;

const stateAfter = { approved: "done", declined: "declined", not_received: "not_received" } as const;

/** Returns `false` if it had ended before. */
async function applyEnd(context: ReversalContext, reversal: Reversal, charge: Transaction, end: End): Promise<boolean> {
	const { database, clocks, log } = context;
	const { transaction_id, operation } = reversal;
	const processorTransactionId = end.result === "not_received" ? null : end.processorTransactionId || null;
	const isRefunded = end.result === "declined" && operation === "void" && charge.type === "sale";
	const isFirst = await database.transaction().execute(async (transaction) => {
		const change = { state: stateAfter[end.result], processor_transaction_id: processorTransactionId };
		if (!(await changeReversal(transaction, reversal, change))) return false;
		if (isRefunded) await addNext(transaction, clocks, reversal, { operation: "refund", number: 1, pauseMs: 0 });
		if (end.result === "not_received") {
			const pauseMs = pauseAfter(reversal.number, { firstMs: firstPauseMs });
			await addNext(transaction, clocks, reversal, { operation, number: reversal.number + 1, pauseMs });
		}
		if (end.result === "approved") await closeForOperator({ database: transaction, clocks }, "reversal", charge);
		if (end.result === "declined" && !isRefunded) await tellOperator({ ...context, database: transaction }, charge);
		return true;
	});
	if (isFirst) log.info({ transaction_id, result: end.result }, `the ${operation} of a declined charge has ended`);
	return isFirst;
}

async function addNext(
	transaction: Database,
	{ real }: Payments["clocks"],
	{ merchant_id, transaction_id }: Reversal,
	{ operation, number, pauseMs }: Pick<Reversal, "operation" | "number"> & { pauseMs: number },
): Promise<void> {
	const now = real.now();
	const next = { merchant_id, transaction_id, operation, number };
	await insertReversal(transaction, next, { nextTryAt: now + pauseMs, now });
}

/**
 * Applies what a processor reports of a reversal.
 *
 * @returns the reason why the operator must look at it
 */
export async function applyReversalReport(
	context: ReversalContext,
	reversal: Reversal,
	charge: Transaction,
	report: End,
): Promise<string | undefined> {
	// Our request may still be in flight: only an inquiry decides.
	if (report.result === "not_received") return undefined;
	if (await applyEnd(context, reversal, charge, report)) return undefined;
	const [state, reported] = [reversal.state, stateAfter[report.result]];
	return state === reported ? undefined : problems.changed(state, reported);
}

/** Keeps the approval as a processor event that the operator closes. */
async function tellOperator(
	context: ReversalContext,
	charge: Transaction,
	problem: string = problems.refused,
): Promise<void> {
	const { transaction_id, processor_transaction_id: id, message } = charge;
	context.log.error({ transaction_id, problem }, "ALARM: a declined charge could not be reversed at its processor");
	const outcome = {
		result: "approved",
		message: message ?? "",
		authorizationCode: "",
		processorTransactionId: id ?? "",
	} as const;
	await keepForOperator(context, "reversal", charge, { outcome, problem });
}
