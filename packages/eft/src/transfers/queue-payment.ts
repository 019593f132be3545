import type { Customer } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { newLookupId, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import { type GivenMetadata, mergeMetadata } from "@cardseal/platform/metadata";
import { askForApproval, type WaitingPayment } from "../approvals/ask-for-approval.ts";
import type { Eft } from "../eft.ts";
import type { EftTransaction } from "../tables.ts";
import { type EftResponse, eftRecordOf } from "../transaction/eft-record.ts";
import { customerColumns } from "../transaction/eft-transaction.ts";
import { insertEftTransaction, type RailDetails } from "../transaction/eft-transactions.store.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { holdFunds } from "../wallet/wallet.ts";

const insufficientFunds = () =>
	new Problem(
		"insufficient_funds",
		"The wallet does not have enough funds. Read the available balance, and send at most that amount.",
	);

export interface OutgoingCommand {
	merchant: Merchant;
	cents: number;
	metadata?: GivenMetadata | null | undefined;
	userId: number | null;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

export interface OutgoingPayment
	extends Pick<OutgoingCommand, "merchant" | "cents" | "metadata" | "caller">,
		RailDetails {
	kind: "send" | "deposit";
	description: string | null;
	/** The recipient of a send. */
	customer?: Customer;
	now: number;
}

/**
 * Writes a payment and holds its amount. Any gateway submits the payment after the commit, or after its approval.
 * @throws Problem 400 when the available balance is too low
 */
export async function queuePayment(
	{ clocks }: Pick<Eft, "clocks">,
	transaction: Database,
	payment: OutgoingPayment,
): Promise<EftTransaction> {
	const { merchant, caller, kind, cents, customer, now } = payment;
	const { id: merchantId } = merchant;
	const queued = await insertEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: merchantId,
		kind,
		...(customer && customerColumns(customer)),
		amount_cents: cents,
		description: payment.description,
		metadata: mergeMetadata(null, payment.metadata),
		rail: payment.rail,
		party_name: payment.partyName,
		bank_account_id: payment.bankAccountId,
		masked_account: payment.maskedAccount,
		created_at: now,
	});
	const { transaction_id: transactionId } = queued;
	if (!(await holdFunds(transaction, { merchantId, transactionId, cents, now }))) throw insufficientFunds();
	await recordEvent(transaction, clocks, {
		type: `${kind}.requested`,
		object: transactionId,
		details: { amount_cents: cents },
		merchantId,
		caller,
	});
	return queued;
}

interface AdmittedPayment extends Omit<WaitingPayment, "transactionId"> {
	/** For a second person. */
	waits: boolean;
	keyed: KeyedRequest | undefined;
}

/** Asks for approval if the payment waits, emits its event and stores the response. */
export async function finishQueued(
	transaction: Database,
	queued: EftTransaction,
	{ waits, keyed, ...payment }: AdmittedPayment,
): Promise<EftResponse> {
	const waiting = { ...payment, transactionId: queued.transaction_id };
	const body = waits ? await askForApproval(transaction, waiting) : eftRecordOf(queued);
	await emitEft(transaction, payment.merchantId, body, payment.now);
	return storeResponse(transaction, keyed, { status: 200, body });
}
