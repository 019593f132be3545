import { createKeyedLock } from "@cardseal/batch";
import type { ApprovedOriginal, Modification, Processor } from "@cardseal/vault";
import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import { detailsOf } from "../customers/customer-details.ts";
import type { Database } from "../db/database.ts";
import { claimKey } from "../idempotency/idempotency-keys.store.ts";
import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { type GivenMetadata, mergeMetadata } from "../metadata/metadata.ts";
import { type FieldError, fieldProblem } from "../problem.ts";
import type { Reason } from "../reasons.ts";
import { lockOriginal, type Original, type Reservation, reserveOnOriginal } from "./original.store.ts";
import type { PaymentResponse } from "./payment-response.ts";
import type { Initiator, Payments } from "./payments.ts";
import { type MoneyAsked, newTransactionId } from "./submission/keyed-transaction.ts";
import { insertPending } from "./submission/pending.store.ts";
import { submit, waitingTimes } from "./submission/submit.ts";
import type { Transaction } from "./tables.ts";
import { planTransaction } from "./transaction/new-transaction.ts";
import { getTransaction } from "./transaction/transactions.store.ts";

/** A request to capture, refund or void a transaction. */
export interface ModificationCommand {
	initiator: Initiator;
	/** The original, as it was read before it is locked. */
	found: Transaction;
	metadata?: GivenMetadata | null | undefined;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

/**
 * Reads the original of a request, and returns it with what a repetition must ask for again.
 *
 * @param asked of the original; an amount in whole cents
 * @throws Problem 404
 */
export async function gatherOriginal(
	{ database }: Pick<Payments, "database">,
	merchant: Merchant,
	originalId: string,
	asked: { amount?: number | undefined; metadata?: GivenMetadata | null | undefined } = {},
): Promise<MoneyAsked & { found: Transaction }> {
	const found = await getTransaction(database, merchant.id, originalId);
	return {
		found,
		asked: { transaction_id: found.transaction_id, ...asked },
		isOwn: ({ original_id, amount_cents }) =>
			original_id === found.transaction_id && (asked.amount ?? amount_cents) === amount_cents,
	};
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
 * @throws Problem 400 when the plan refuses, 503 when the original's processor is not connected; nothing is written then
 */
export async function modifyOriginal(
	payments: Payments,
	type: Modification,
	command: ModificationCommand,
	plan: PlanModification,
): Promise<PaymentResponse> {
	const { found, keyed } = command;
	const processor = payments.processorOf(found);
	const { givesUpAt, inquiryFrom } = waitingTimes(payments);
	const requested: RequestedModification = {
		type,
		command,
		transactionId: newTransactionId(payments, keyed),
		now: payments.clocks.business.now(),
		processor,
		inquiryFrom,
	};
	const { pending, original } = await withLockedOriginal(payments, requested, async (transaction, original) => {
		const planned = plan(original, requested);
		if ("reason" in planned) throw fieldProblem([planned]);
		await reserveOnOriginal(transaction, original, planned.reservation);
		const pending = await writeModification(transaction, payments, requested, original, planned.amountCents);
		return { pending, original: approvedOriginal(original) };
	});
	const request = { operation: type, original };
	return submit(payments, pending, { processor, request, givesUpAt, isKeyed: keyed !== undefined });
}

/** A capture, refund or void before the original is locked. */
interface RequestedModification {
	type: Modification;
	command: ModificationCommand;
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

/** Runs `decide` with the key claimed and the original locked, so that simultaneous requests cannot exceed it. */
function withLockedOriginal(
	{ database }: Pick<Payments, "database">,
	{ command: { initiator, found, keyed }, transactionId }: RequestedModification,
	decide: (transaction: Database, original: Original) => Promise<WrittenModification>,
): Promise<WrittenModification> {
	return onePerOriginal(found.transaction_id, () =>
		database.transaction().execute(async (transaction: Database) => {
			await claimKey(transaction, keyed, transactionId);
			return decide(transaction, await lockOriginal(transaction, initiator.merchant, found.transaction_id));
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
