import { createKeyedLock } from "@cardseal/batch";
import type { FollowUpOperation } from "@cardseal/vault";
import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import { detailsOf } from "../customers/customer-details.ts";
import type { Database } from "../db/database.ts";
import { type IdempotencyKey, type KeyedRequest, keyRequest } from "../idempotency/idempotency-key.ts";
import type { PaymentAnswer } from "../idempotency/payment-answer.ts";
import { type Answered, payOnce } from "../idempotency/payment-once.ts";
import { keyTaken } from "../idempotency/stored-response.ts";
import { newLookupId } from "../ids.ts";
import { fieldProblem } from "../problem.ts";
import { followUpProblem } from "./follow-up-rules.ts";
import { lockOriginal, reserveOnOriginal } from "./follow-ups.store.ts";
import { getTransaction } from "./get-transaction.ts";
import type { NewTransaction } from "./new-transaction.ts";
import type { Initiator, Payments } from "./payments.ts";
import { insertPending, type TransactionToWrite } from "./pending.store.ts";
import { submit, waitingTimes } from "./submit.ts";
import type { Transaction } from "./tables.ts";

/** Those that follow the same transaction would wait for its lock with a connection each, and leave none for others. */
const inTurn = createKeyedLock();

export interface FollowUpCommand {
	operation: FollowUpOperation;
	initiator: Initiator;
	/** Of the original: its numeric id or its transaction_id. */
	transactionId: string;
	/** Whole cents; a void is of the whole original. */
	amountCents: number | undefined;
	idempotency: IdempotencyKey | undefined;
	caller: Caller;
}

/**
 * Captures, refunds or voids what was approved before. What it takes is reserved on the original under a lock, in the
 * same database transaction that writes it down as PENDING: of requests at the same time, those that do not fit any more
 * are refused before the processor hears of them. The outcome makes the reservation true or gives it back.
 *
 * @throws Problem 400 when the original does not allow it, 404, 409, 422; nothing was written down then
 */
export async function followUp(payments: Payments, command: FollowUpCommand): Promise<Answered> {
	const { initiator, idempotency, amountCents } = command;
	const original = await getTransaction(payments.database, initiator.merchant.id, command.transactionId);
	const asked = { transaction_id: original.transaction_id, amount: amountCents };
	const keyed = keyRequest(payments, idempotency, asked);
	return payOnce(payments, initiator, keyed, () => followNow(payments, command, original, keyed));
}

async function followNow(
	payments: Payments,
	command: FollowUpCommand,
	original: Transaction,
	keyed: KeyedRequest | undefined,
): Promise<PaymentAnswer> {
	const processor = payments.processorNamed(original.processor);
	const { givesUpAt, waitsUntil } = waitingTimes(payments);
	const transaction = planFollowUp(command, original, {
		transactionId: newLookupId(),
		now: payments.clocks.business.now(),
	});
	const pending = await inTurn(original.transaction_id, () =>
		reserve(payments, command, original.transaction_id, { transaction, waitsUntil, keyed }),
	);
	const request = { operation: command.operation, original: original.transaction_id };
	return submit(payments, pending, { processor, request, givesUpAt, isKeyed: keyed !== undefined });
}

/** @throws Problem 400 when the original, as it stands under its lock, does not allow it */
function reserve(
	{ database, clocks }: Pick<Payments, "database" | "clocks">,
	{ operation, initiator, caller }: FollowUpCommand,
	originalId: string,
	toWrite: TransactionToWrite,
): Promise<Transaction> {
	const { amount_cents: amountCents, created_at: now } = toWrite.transaction;
	return database.transaction().execute(async (transaction: Database) => {
		const original = await lockOriginal(transaction, initiator.merchant, originalId);
		const problem = followUpProblem(operation, original, amountCents, now);
		if (problem !== undefined) throw fieldProblem([problem]);
		await reserveOnOriginal(transaction, original, operation, toWrite.transaction);
		const [written] = await insertPending(transaction, [toWrite]);
		// What was reserved is given back, and the key's answer is looked for.
		if (typeof written !== "object") throw keyTaken();
		await recordEvent(transaction, clocks, {
			type: `${operation}.requested`,
			object: written.transaction_id,
			details: { original: original.transaction_id, amount_cents: amountCents },
			merchantId: initiator.merchant.id,
			caller,
		});
		return written;
	});
}

/** What will follow a transaction, as it is written down before the processor is asked. Pure. */
function planFollowUp(
	{ operation, initiator, amountCents }: FollowUpCommand,
	original: Transaction,
	{ transactionId, now }: { transactionId: string; now: number },
): NewTransaction {
	return {
		transaction_id: transactionId,
		merchant_id: initiator.merchant.id,
		type: operation,
		processor: original.processor,
		original_id: original.transaction_id,
		customer_lookup_id: original.customer_lookup_id,
		card_lookup_id: original.card_lookup_id,
		amount_cents: amountCents ?? original.amount_cents,
		// Rule X-21: a follow-up has the currency of its original.
		currency: original.currency,
		captured: operation === "capture",
		card_type: original.card_type,
		card_suffix: original.card_suffix,
		card_expiry: original.card_expiry,
		channel: initiator.channel,
		user_id: initiator.userId,
		...detailsOf(original),
		invoice_id: original.invoice_id,
		sending_receipt: original.sending_receipt,
		test_mode: original.test_mode,
		// It needs no card, so there is none to be tried.
		is_guarded: false,
		created_at: now,
	};
}
