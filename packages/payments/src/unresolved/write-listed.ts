import { mergeDetails } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import type { ListedRequest, Modification } from "@cardseal/vault";
import { lockOriginal, type Original } from "../original/original.store.ts";
import type { Payments } from "../payments.ts";
import { isDeclinedByRule, isReversal } from "../reversals/rejection.ts";
import { recordLateOutcome } from "../submission/late-outcome.ts";
import { insertPending } from "../submission/pending.store.ts";
import { noteAnswer } from "../submission/record-outcome.ts";
import type { Transaction } from "../tables.ts";
import { type NewTransaction, planModification, planTransaction } from "../transaction/new-transaction.ts";
import { reserveOnOriginal } from "../transaction/reservations.store.ts";
import { findTransaction, isReferenceTaken } from "../transaction/transactions.store.ts";
import { recordAsSent } from "./request-journal.store.ts";

export interface ListedWriting {
	payments: Payments;
	/** The operator decides whose charge is missing. */
	contested: ReadonlySet<string>;
	noteDecided: (decided: DecidedTransaction) => Promise<void>;
}

export interface DecidedTransaction {
	transactionId: string;
	merchantId: number;
	result: string;
}

/** A request that a processor's account lists. */
export interface ListedEntry {
	account: { account_id: string; processor: string };
	merchant: Merchant;
	listed: ListedRequest;
}

export type ListedResult = "nothing" | "decided" | "written" | { about: string; problem: string };

const unknownCard = { brand: "Unknown", suffix: "0000", expiry: "00/00" };

/** Writes a listed request that a restored database lacks, or records the outcome of one without it. */
export async function writeListed(writing: ListedWriting, entry: ListedEntry): Promise<ListedResult> {
	const { payments } = writing;
	const { listed, merchant } = entry;
	// It moved no money.
	if (listed.operation === "verification" || listed.outcome.result === "not_received") return "nothing";
	const transaction = await findTransaction(payments.database, merchant.id, { transactionId: listed.reference });
	if (transaction !== undefined) return compare(writing, transaction, listed);
	if (await isReversal(payments.database, merchant.id, listed)) {
		// It is not sent again: the gateway asks for its outcome.
		await recordAsSent(payments.database, [listed.reference], listed.happenedAt);
		return "nothing";
	}
	const written = await writeMissing(writing, entry);
	if (typeof written === "string") {
		// A declined one moved no money.
		return listed.outcome.result === "declined" ? "nothing" : { about: listed.reference, problem: written };
	}
	await decide(writing, written, listed);
	return "written";
}

async function compare(writing: ListedWriting, transaction: Transaction, listed: ListedRequest): Promise<ListedResult> {
	const { amount_cents: cents, currency, type, status } = transaction;
	const { reference: about, operation, outcome } = listed;
	if (type !== operation) return { about, problem: `It is a ${type} here, and a ${operation} at the processor.` };
	// A void takes the whole amount.
	const isSame = (cents === listed.amountCents || type === "void") && currency === listed.currency;
	if (!isSame && outcome.result === "approved") {
		return { about, problem: "The processor has another amount or currency." };
	}
	if (status === "PENDING") return (await decide(writing, transaction, listed)) ? "decided" : "nothing";
	const statuses = { approved: "APPROVED", declined: "DECLINED", accepted: status, not_received: "DECLINED" } as const;
	const listedStatus = statuses[outcome.result];
	// The processor approved it, and a rule of the merchant declined it.
	if (listedStatus === status || isDeclinedByRule(transaction)) return "nothing";
	return { about, problem: `The transaction is ${status}, and the processor says ${listedStatus}.` };
}

async function decide(
	{ payments, noteDecided }: ListedWriting,
	pending: Transaction,
	{ outcome }: ListedRequest,
): Promise<boolean> {
	if (outcome.result === "not_received") return false;
	if (outcome.result === "accepted") {
		await noteAnswer(payments, pending, outcome, "accepted");
		return false;
	}
	const message = `${outcome.message} (reconciled after a restore)`;
	const { response } = await recordLateOutcome(payments, pending, { ...outcome, message });
	await noteDecided({
		transactionId: pending.transaction_id,
		merchantId: pending.merchant_id,
		result: response.body.transaction_result,
	});
	return true;
}

async function writeMissing({ payments, contested }: ListedWriting, entry: ListedEntry): Promise<Transaction | string> {
	const { database, clocks } = payments;
	const { listed, merchant } = entry;
	const now = clocks.real.now();
	if (contested.has(listed.reference)) return "Accounts of several merchants list this reference.";
	if (await isReferenceTaken(database, listed.reference))
		return "This reference belongs to another merchant's transaction.";
	await recordAsSent(database, [listed.reference], listed.happenedAt);
	const insert = async (transaction: Database, row: NewTransaction) => {
		const [written] = await insertPending(transaction, [{ transaction: row, inquiryFrom: now }]);
		if (typeof written !== "object") throw new Error("A transaction was not written.");
		return written;
	};
	const { operation: type, reference, originalReference } = listed;
	if (type === "sale" || type === "authorization") {
		if (listed.amountCents === 0) return "The processor lists it without an amount.";
		return insert(database, planCharge(entry, type));
	}
	const original =
		originalReference === null
			? undefined
			: await findTransaction(database, merchant.id, { transactionId: originalReference });
	if (original === undefined) return `The processor lists a ${listed.operation} of a transaction that is not here.`;
	return database.transaction().execute(async (transaction: Database) => {
		const locked = await lockOriginal(transaction, merchant, original.transaction_id);
		if (type === "verification" || !allowsListed(locked, type, listed.amountCents))
			return `The processor lists a ${type} that the transaction here does not allow.`;
		await reserveOnOriginal(transaction, locked, { type, amountCents: listed.amountCents, transactionId: reference });
		return insert(transaction, planListedModification(entry, locked));
	});
}

/** Tells whether a modification that a processor lists may have been made. */
function allowsListed(original: Original, type: Modification, amountCents: number): boolean {
	const { amount_cents: all, refunded_cents: refunded, refunding_cents: refunding } = original;
	if (type === "refund") return refunded + refunding + amountCents <= all;
	return (type === "capture" ? original.captured_by : original.voided_by) === null;
}

function originOf({ account, merchant, listed }: ListedEntry) {
	return {
		transactionId: listed.reference,
		processor: account.processor,
		processorAccount: account.account_id,
		now: listed.happenedAt,
		initiator: { merchant, channel: "E_COMMERCE", userId: null },
	} as const;
}

/** The payer may have a receipt. */
function planCharge(entry: ListedEntry, type: "sale" | "authorization"): NewTransaction {
	const { card, amountCents, currency, invoiceId } = entry.listed;
	return planTransaction(originOf(entry), {
		type,
		amountCents,
		currency,
		card: card === undefined ? unknownCard : { ...card, expiry: `${card.expiryMonth}/${card.expiryYear}` },
		customerLookupId: null,
		cardLookupId: null,
		subscriptionLookupId: null,
		// The processor's data about the payer is not trusted.
		details: mergeDetails(undefined, {}),
		invoiceId: invoiceId ?? null,
		metadata: null,
		isReceiptWanted: false,
		isProtected: false,
	});
}

function planListedModification(entry: ListedEntry, original: Original): NewTransaction {
	const { operation, amountCents } = entry.listed;
	return planModification(originOf(entry), original, {
		type: operation as Modification,
		// A void takes the whole amount.
		amountCents: amountCents === 0 ? original.amount_cents : amountCents,
		metadata: null,
		isReceiptWanted: false,
	});
}
