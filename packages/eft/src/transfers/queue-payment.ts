import type { Customer } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { newLookupId, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type GivenMetadata, mergeMetadata } from "@cardseal/platform/metadata";
import type { Eft } from "../eft.ts";
import { type EftRecord, eftRecordOf } from "../transaction/eft-record.ts";
import { customerColumns } from "../transaction/eft-transaction.ts";
import { insertEftTransaction, type RailDetails } from "../transaction/eft-transactions.store.ts";
import { holdFunds } from "../wallet/wallet.ts";

const insufficientFunds = () =>
	new Problem(
		"insufficient_funds",
		"The wallet does not have enough funds. Read the available balance, and send at most that amount.",
	);

export interface OutgoingPayment extends RailDetails {
	merchant: Merchant;
	caller: Caller;
	kind: "send" | "deposit";
	/** Whole cents. */
	cents: number;
	description: string | null;
	metadata?: GivenMetadata | null | undefined;
	/** The recipient of a send. */
	customer: Customer | undefined;
}

/**
 * Any gateway submits the payment after the commit.
 * @throws Problem 400 when the available balance is too low
 */
export async function queuePayment(
	{ clocks }: Pick<Eft, "clocks">,
	transaction: Database,
	payment: OutgoingPayment,
): Promise<EftRecord> {
	const { merchant, caller, kind, cents, customer } = payment;
	const now = clocks.business.now();
	const written = await insertEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: merchant.id,
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
	const { transaction_id: transactionId } = written;
	const isHeld = await holdFunds(transaction, { merchantId: merchant.id, transactionId, cents, now });
	if (!isHeld) throw insufficientFunds();
	await recordEvent(transaction, clocks, {
		type: `${kind}.requested`,
		object: transactionId,
		details: { amount_cents: cents },
		merchantId: merchant.id,
		caller,
	});
	return eftRecordOf(written);
}
