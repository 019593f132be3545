import type { Customer } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { newLookupId, randomDigits } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type GivenMetadata, mergeMetadata } from "@cardseal/platform/metadata";
import type { Eft } from "../eft.ts";
import type { EftTransaction } from "../tables.ts";
import { eftRecordOf } from "../transaction/eft-record.ts";
import { customerColumns } from "../transaction/eft-transaction.ts";
import { insertEftTransaction } from "../transaction/eft-transactions.store.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { answerMs } from "./request.ts";
import { insertRequest } from "./requests.store.ts";

export interface NewRequest {
	merchant: Merchant;
	/** Undefined when the payer is unknown: a page leads the payer to the request. */
	customer: Customer | undefined;
	/** The merchant whose staff has the payer's address. */
	payerMerchantId?: number | null;
	cents: number;
	description: string | null;
	metadata?: GivenMetadata | null | undefined;
	/** Business time, ms since 1970; in 30 days by default and at most. */
	expiresAt?: number;
	caller: Caller;
}

/**
 * Writes a payment request in the caller's transaction. Mails nothing.
 *
 * @throws Problem 409 when no rail takes this merchant's payments
 */
export async function writeRequest(
	{ clocks, rails }: Pick<Eft, "clocks" | "rails">,
	transaction: Database,
	{ merchant, customer, payerMerchantId = null, cents, description, metadata, expiresAt, caller }: NewRequest,
): Promise<EftTransaction> {
	// No payer gets a link that cannot be paid.
	rails.railFor(merchant);
	const now = clocks.business.now();
	const written = await insertEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: merchant.id,
		kind: "request",
		...(customer && customerColumns(customer)),
		amount_cents: cents,
		description,
		metadata: mergeMetadata(null, metadata),
		created_at: now,
	});
	const latest = now + answerMs;
	await numberRequest(transaction, written, { payerMerchantId, expiresAt: Math.min(expiresAt ?? latest, latest) });
	await emitEft(transaction, merchant.id, eftRecordOf(written), now);
	await recordEvent(transaction, clocks, {
		type: "eft_request.sent",
		object: written.transaction_id,
		details: { ...(customer && { customer: customer.lookup_id }), amount_cents: cents },
		merchantId: merchant.id,
		caller,
	});
	return written;
}

/** Eight random digits are sometimes taken. */
const numberTries = 20;

async function numberRequest(
	transaction: Database,
	{ transaction_id }: EftTransaction,
	{ payerMerchantId, expiresAt }: { payerMerchantId: number | null; expiresAt: number },
): Promise<void> {
	for (let tries = 0; tries < numberTries; tries++) {
		const isWritten = await insertRequest(transaction, {
			transaction_id,
			processor_transaction_id: `PAY${randomDigits(8)}`,
			payer_merchant_id: payerMerchantId,
			expires_at: expiresAt,
		});
		if (isWritten) return;
	}
	throw new Error("Found no free number for a payment request.");
}
