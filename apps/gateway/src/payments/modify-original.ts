import { createKeyedLock } from "@cardseal/batch";
import type { ApprovedOriginal, Modification, Processor } from "@cardseal/vault";
import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import { detailsOf } from "../customers/customer-details.ts";
import type { Database } from "../db/database.ts";
import { claimKey } from "../idempotency/idempotency-keys.store.ts";
import { type IdempotencyKey, type KeyedRequest, keyRequest } from "../idempotency/keyed-request.ts";
import { type KeyTaken, keyTaken, type Once } from "../idempotency/once.ts";
import { type GivenMetadata, mergeMetadata } from "../metadata/metadata.ts";
import { type FieldError, fieldProblem } from "../problem.ts";
import type { Reason } from "../reasons.ts";
import { lockOriginal, type Original, type Reservation, reserveOnOriginal } from "./original.store.ts";
import type { PaymentResponse } from "./payment-response.ts";
import type { Initiator, Payments } from "./payments.ts";
import { newTransactionId } from "./submission/keyed-transaction.ts";
import { insertPending } from "./submission/pending.store.ts";
import { payOnce, submit, waitingTimes } from "./submission/submit.ts";
import type { Transaction } from "./tables.ts";
import { planTransaction } from "./transaction/new-transaction.ts";
import { getTransaction } from "./transaction/transactions.store.ts";

/** A request to capture, refund or void a transaction. */
export interface ModificationCommand {
	initiator: Initiator;
	originalId: string;
	metadata?: GivenMetadata | null | undefined;
	idempotency: IdempotencyKey | undefined;
	caller: Caller;
}

/** A capture, refund or void, as its rule decides it. */
interface PlannedModification {
	amountCents: number;
	/** The part of the original that the modification takes. */
	reservation: Reservation;
}

/** Plans a modification of a locked original, or returns the reason to refuse it. Pure. `now` is business time, ms since 1970. */
type PlanModification = (
	original: Original,
	given: { transactionId: string; now: number },
) => PlannedModification | FieldError;

/**
 * Captures, refunds or voids an original: plans it with the original locked, reserves what it takes, writes it as PENDING,
 * and submits it.
 *
 * @param asked what a repeated request must ask for again, besides the original
 * @throws Problem 400 when the plan refuses, 404, 503 when the original's processor is not connected; nothing is written then
 */
export async function modifyOriginal(
	payments: Payments,
	{
		type,
		command,
		asked,
	}: { type: Modification; command: ModificationCommand; asked: { amount?: number | undefined } },
	plan: PlanModification,
): Promise<Once<PaymentResponse>> {
	const { initiator, originalId, metadata, idempotency } = command;
	const found = await getTransaction(payments.database, initiator.merchant.id, originalId);
	const keyed = keyRequest(payments, idempotency, { transaction_id: found.transaction_id, ...asked, metadata });
	const isOwn = ({ original_id: originalId, amount_cents: amountCents }: Transaction) =>
		originalId === found.transaction_id && (asked.amount ?? amountCents) === amountCents;
	return payOnce(payments, { merchant: initiator.merchant, keyed, isOwn }, async () => {
		const processor = payments.processorOf(found);
		const { givesUpAt, inquiryFrom } = waitingTimes(payments);
		const requested: RequestedModification = {
			type,
			command,
			originalTransactionId: found.transaction_id,
			keyed,
			transactionId: newTransactionId(payments, initiator.merchant, keyed),
			now: payments.clocks.business.now(),
			processor,
			inquiryFrom,
		};
		const written = await withLockedOriginal(payments, requested, async (transaction, original) => {
			const planned = plan(original, requested);
			if ("reason" in planned) throw fieldProblem([planned]);
			await reserveOnOriginal(transaction, original, planned.reservation);
			const pending = await writeModification(transaction, payments, requested, original, planned.amountCents);
			return { pending, original: approvedOriginal(original) };
		});
		if (written === keyTaken) return keyTaken;
		const { pending, original } = written;
		const request = { operation: type, original };
		return submit(payments, pending, { processor, request, givesUpAt, isKeyed: keyed !== undefined });
	});
}

/** A capture, refund or void before the original is locked. */
interface RequestedModification {
	type: Modification;
	command: ModificationCommand;
	originalTransactionId: string;
	keyed: KeyedRequest | undefined;
	transactionId: string;
	/** Business time, ms since 1970. */
	now: number;
	processor: Processor;
	/** Real time, ms since 1970; see `waitingTimes`. */
	inquiryFrom: number;
}

/** A modification that is written as PENDING, with its original as the processor knows it. */
interface WrittenModification {
	pending: Transaction;
	original: ApprovedOriginal;
}

const past = { capture: "captured", refund: "refunded", void: "voided" } as const satisfies Record<
	Modification,
	string
>;

/** Returns why an original of this type, or in this state, cannot be modified; `undefined` if it can be. Pure. */
export function originalProblem(
	modification: Modification,
	allowed: readonly Transaction["type"][],
	{ type, status, voided_by: voidedBy }: Original,
): FieldError | undefined {
	const done = past[modification];
	if (!allowed.includes(type)) {
		return idProblem(
			"transaction_type_wrong",
			`This is ${withArticle(type)}. Only ${allowed.map(withArticle).join(" or ")} can be ${done}.`,
		);
	}
	if (status === "PENDING") {
		return idProblem(
			"transaction_pending",
			`The outcome of this ${type} is not known yet, so it cannot be ${done}. Read it in a few seconds.`,
		);
	}
	if (status === "DECLINED")
		return idProblem("transaction_declined", `This ${type} was declined: there is nothing to be ${done}.`);
	return voidedBy === null
		? undefined
		: idProblem("transaction_voided", `This ${type} was voided, or is being voided.`);
}

function withArticle(type: Transaction["type"]): string {
	return type === "authorization" ? `an ${type}` : `a ${type}`;
}

export function idProblem(reason: Reason, message: string): FieldError {
	return { field: "transaction_id", reason, message };
}

export function amountProblem(reason: Reason, message: string): FieldError {
	return { field: "amount", reason, message };
}

/** @param original locked: before, it may have been PENDING, without the processor's id */
function approvedOriginal(original: Original): ApprovedOriginal {
	return {
		reference: original.transaction_id,
		// The plan refused other types.
		operation: original.type as ApprovedOriginal["operation"],
		amountCents: original.amount_cents,
		processorTransactionId: original.processor_transaction_id,
		authorizationCode: original.processor_auth_code,
	};
}

/** Serialises requests for one original. Waiting for its row lock instead would take a database connection each. */
const onePerOriginal = createKeyedLock();

/**
 * Runs `decide` with the original locked, so that simultaneous requests cannot exceed it. Claims the key first: a
 * repeated request must not be refused because its first one used up the original.
 *
 * @returns `keyTaken`, without running `decide`, when an earlier request has the key
 */
function withLockedOriginal(
	{ database }: Pick<Payments, "database">,
	{ command, originalTransactionId, keyed, transactionId }: RequestedModification,
	decide: (transaction: Database, original: Original) => Promise<WrittenModification>,
): Promise<WrittenModification | KeyTaken> {
	const { merchant } = command.initiator;
	return onePerOriginal(originalTransactionId, () =>
		database.transaction().execute(async (transaction: Database) => {
			if (keyed !== undefined && !(await claimKey(transaction, merchant.id, keyed, transactionId))) return keyTaken;
			return decide(transaction, await lockOriginal(transaction, merchant, originalTransactionId));
		}),
	);
}

/** Writes a capture, refund or void as PENDING, with the card, currency (rule X-21) and details of its original. */
async function writeModification(
	transaction: Database,
	{ clocks }: Pick<Payments, "clocks">,
	{ type, command, transactionId, now, processor, inquiryFrom }: RequestedModification,
	original: Original,
	amountCents: number,
): Promise<Transaction> {
	const { initiator, metadata, caller } = command;
	const processorAccount = original.processor_account;
	const origin = { transactionId, processor: processor.name, processorAccount, now, initiator };
	const row = planTransaction(origin, {
		type,
		original,
		amountCents,
		currency: original.currency,
		card: { brand: original.card_type, suffix: original.card_suffix, expiry: original.card_expiry },
		customerLookupId: original.customer_lookup_id,
		cardLookupId: original.card_lookup_id,
		subscriptionLookupId: original.subscription_lookup_id,
		details: detailsOf(original),
		invoiceId: original.invoice_id,
		metadata: mergeMetadata(null, metadata),
		isReceiptWanted: original.sending_receipt,
		isProtected: false,
	});
	const [written] = await insertPending(transaction, [{ transaction: row, inquiryFrom }]);
	// No token or key is written with it, so nothing can be taken already.
	if (typeof written !== "object") throw new Error("A capture, refund or void was not written.");
	await recordEvent(transaction, clocks, {
		type: `${type}.requested`,
		object: transactionId,
		details: { original: original.transaction_id, amount_cents: amountCents },
		merchantId: initiator.merchant.id,
		caller,
	});
	return written;
}
