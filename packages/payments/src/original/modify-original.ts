import { createKeyedLock } from "@cardseal/batch";
import type { Merchant } from "@cardseal/merchants";
import type { FieldError, Reason } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { claimKey, type KeyedRequest } from "@cardseal/platform/idempotency";
import { type GivenMetadata, mergeMetadata } from "@cardseal/platform/metadata";
import type { ApprovedOriginal, Modification, Processor } from "@cardseal/vault";
import type { Initiator, Payments } from "../payments.ts";
import { type MoneyAsked, newTransactionId } from "../submission/keyed-transaction.ts";
import { insertPending } from "../submission/pending.store.ts";
import { submit, waitingTimes } from "../submission/submit.ts";
import type { Transaction } from "../tables.ts";
import { planModification } from "../transaction/new-transaction.ts";
import type { PaymentResponse } from "../transaction/payment-response.ts";
import { reserveOnOriginal } from "../transaction/reservations.store.ts";
import { modificationWords } from "../transaction/transaction.ts";
import { getTransaction } from "../transaction/transactions.store.ts";
import { lockOriginal, type Original } from "./original.store.ts";

export interface ModificationCommand {
	initiator: Initiator;
	/** The original, before it is locked. */
	found: Transaction;
	metadata?: GivenMetadata | null | undefined;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

/** @throws Problem 404 */
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

export interface Modifying {
	type: Modification;
	command: ModificationCommand;
	transactionId: string;
	/** Business time, ms since 1970. */
	now: number;
	processor: Processor;
	/** Real times, ms since 1970. */
	givesUpAt: number;
	inquiryFrom: number;
}

/** @throws Problem 503 when the original's processor is not connected */
export function beginModification(payments: Payments, type: Modification, command: ModificationCommand): Modifying {
	return {
		type,
		command,
		transactionId: newTransactionId(payments, command.keyed),
		now: payments.clocks.business.now(),
		processor: payments.processorOf(command.found),
		...waitingTimes(payments),
	};
}

interface WrittenModification {
	pending: Transaction;
	original: ApprovedOriginal;
}

/** Waiting for the row lock instead would take a database connection each. */
const onePerOriginal = createKeyedLock();

/** Claims the key and locks the original, so that simultaneous requests cannot exceed it. */
export function withLockedOriginal(
	{ database }: Pick<Payments, "database">,
	{ command: { initiator, found, keyed }, transactionId }: Modifying,
	write: (transaction: Database, original: Original) => Promise<WrittenModification>,
): Promise<WrittenModification> {
	return onePerOriginal(found.transaction_id, () =>
		database.transaction().execute(async (transaction: Database) => {
			await claimKey(transaction, keyed, transactionId);
			return write(transaction, await lockOriginal(transaction, initiator.merchant, found.transaction_id));
		}),
	);
}

export function submitModification(
	payments: Payments,
	{ type, command, processor, givesUpAt }: Modifying,
	{ pending, original }: WrittenModification,
): Promise<PaymentResponse> {
	const request = { operation: type, original };
	return submit(payments, pending, { processor, request, givesUpAt, isKeyed: command.keyed !== undefined });
}

export function originalProblem(
	modification: Modification,
	allowed: readonly Transaction["type"][],
	{ type, status, voided_by: voidedBy }: Original,
): FieldError | undefined {
	const { done } = modificationWords[modification];
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

/** @param original locked: an earlier state may lack the processor's id */
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

/**
 * Reserves the amount, and writes the modification as PENDING (rule X-21).
 *
 * @param amountCents above 0
 */
export async function writeModification(
	transaction: Database,
	{ clocks }: Pick<Payments, "clocks">,
	{ type, command, transactionId, now, processor, inquiryFrom }: Modifying,
	original: Original,
	amountCents: number,
): Promise<WrittenModification> {
	const { initiator, metadata, caller } = command;
	await reserveOnOriginal(transaction, original, { type, amountCents, transactionId });
	const processorAccount = original.processor_account;
	const origin = { transactionId, processor: processor.name, processorAccount, now, initiator };
	const row = planModification(origin, original, {
		type,
		amountCents,
		metadata: mergeMetadata(null, metadata),
		isReceiptWanted: original.sending_receipt,
	});
	const [written] = await insertPending(transaction, [{ transaction: row, inquiryFrom }]);
	// No token or key is written with it.
	if (typeof written !== "object") throw new Error("A modification was not written.");
	await recordEvent(transaction, clocks, {
		type: `${type}.requested`,
		object: transactionId,
		details: { original: original.transaction_id, amount_cents: amountCents },
		merchantId: initiator.merchant.id,
		caller,
	});
	return { pending: written, original: approvedOriginal(original) };
}
