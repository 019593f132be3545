import type { CustomerDetails } from "@cardseal/customers/gateway";
import type { Merchant } from "@cardseal/merchants";
import {
	type NewTransaction,
	type Payments,
	planModification,
	planTransaction,
	recordAsSent,
	type Transaction,
} from "@cardseal/payments";
import {
	allowsListed,
	findTransaction,
	insertPending,
	isDeclinedByRule,
	isReferenceTaken,
	isReversal,
	lockOriginal,
	noteAnswer,
	type Original,
	recordLateOutcome,
	reserveOnOriginal,
} from "@cardseal/payments/gateway";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { ListedRequest, Modification } from "@cardseal/vault";
import { type AccountToAsk, noteReconciledTransaction } from "./reconcile.store.ts";
import type { OpenItem } from "./tables.ts";

export interface Writing {
	payments: Payments;
	restoreId: number;
	caller: Caller;
	/** The operator decides whose charge is missing. */
	contested: ReadonlySet<string>;
}

export interface ListedEntry {
	account: AccountToAsk;
	merchant: Merchant;
	listed: ListedRequest;
}

export type WriteResult = "nothing" | "decided" | "written" | OpenItem;

/** Replaces a card that is not listed. */
const unknownCard = { brand: "Unknown", suffix: "0000", expiry: "00/00" };

/** Changes nothing when repeated. */
export async function writeListed(writing: Writing, entry: ListedEntry): Promise<WriteResult> {
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

async function compare(writing: Writing, transaction: Transaction, listed: ListedRequest): Promise<WriteResult> {
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

/** Returns `false` if the processor decides later. */
async function decide(
	{ payments, restoreId, caller }: Writing,
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
	await recordReconciled(
		{ payments, restoreId, caller },
		{
			transactionId: pending.transaction_id,
			merchantId: pending.merchant_id,
			result: response.body.transaction_result,
		},
	);
	return true;
}

/** Adds the audit event once. */
export async function recordReconciled(
	{ payments: { database, clocks }, restoreId, caller }: Omit<Writing, "contested">,
	{ transactionId, merchantId, result }: { transactionId: string; merchantId: number; result: string },
): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		const reconciled_at = clocks.real.now();
		const row = { merchant_id: merchantId, transaction_id: transactionId, restore_id: restoreId, reconciled_at };
		if (!(await noteReconciledTransaction(transaction, row))) return;
		const details = { restore: String(restoreId), result };
		const about = { object: transactionId, merchantId, caller };
		await recordEvent(transaction, clocks, { type: "transaction.reconciled", ...about, details });
	});
}

/** Returns the reason for a failure. */
async function writeMissing({ payments, contested }: Writing, entry: ListedEntry): Promise<Transaction | string> {
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

function originOf({ account, merchant, listed }: ListedEntry) {
	return {
		transactionId: listed.reference,
		processor: account.processor,
		processorAccount: account.account_id,
		now: listed.happenedAt,
		initiator: { merchant, channel: "E_COMMERCE", userId: null },
	} as const;
}

/** The processor's data about the payer is not trusted. */
const noDetails: CustomerDetails = {
	email: null,
	first_name: null,
	last_name: null,
	company: null,
	bcc_emails: null,
	telephone: null,
	address1: null,
	address2: null,
	city: null,
	province: null,
	country: null,
	postal_code: null,
	custom_id: null,
	language: null,
};

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
		details: noDetails,
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
