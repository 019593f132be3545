/* Requests to which a page of the gateway leads the payer, without a mail. */
import type { Customer } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { newLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type Metadata, mergeMetadata } from "@cardseal/platform/metadata";
import type { Eft } from "../eft.ts";
import { eftRecordOf } from "../transaction/eft-record.ts";
import { customerColumns } from "../transaction/eft-transaction.ts";
import { insertEftTransaction } from "../transaction/eft-transactions.store.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { expireRequest } from "./expire-request.ts";
import { answerMs, isOpen } from "./request.ts";
import { numberRequest } from "./request-payment.ts";
import { findRequest, lockRequest } from "./requests.store.ts";

export interface PageRequest {
	merchant: Merchant;
	customer: Customer | undefined;
	/** Whole cents of CAD. */
	cents: number;
	description: string;
	metadata: Metadata | null;
	/** Business time, ms since 1970; at most 30 days ahead. */
	expiresAt: number;
	caller: Caller;
}

/**
 * Writes a request in the caller's transaction. Returns its transaction_id.
 *
 * @throws Problem 409 when no rail takes this merchant's payments
 */
export async function writePageRequest(
	{ clocks, rails }: Pick<Eft, "clocks" | "rails">,
	transaction: Database,
	{ merchant, customer, cents, description, metadata, expiresAt, caller }: PageRequest,
): Promise<string> {
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
	await numberRequest(transaction, written, { payerMerchantId: null, expiresAt: Math.min(expiresAt, now + answerMs) });
	await emitEft(transaction, merchant.id, eftRecordOf(written), now);
	await recordEvent(transaction, clocks, {
		type: "eft_request.sent",
		object: written.transaction_id,
		details: { ...(customer && { customer: customer.lookup_id }), amount_cents: cents },
		merchantId: merchant.id,
		caller,
	});
	return written.transaction_id;
}

/**
 * Ends an unanswered request, so that its payer cannot answer it any more.
 *
 * @returns `false` when it was accepted
 */
export async function withdrawRequest(
	{ clocks }: Pick<Eft, "clocks">,
	transaction: Database,
	transactionId: string,
): Promise<boolean> {
	const request = await lockRequest(transaction, transactionId);
	if (request?.answer === null) {
		const message = eftMessages.withdrawn;
		await expireRequest(transaction, clocks, { transactionId, merchantId: request.merchant.id, message });
	}
	return request?.answer !== "accepted" || request.result === "DECLINED";
}

/** `accepted` until the payer's bank has paid or returned it. */
export type RequestState = "open" | "accepted" | "paid" | "ended";

/** @param now business time, ms since 1970 */
export async function readRequestState(database: Database, transactionId: string, now: number): Promise<RequestState> {
	const request = await findRequest(database, transactionId);
	if (request === undefined) return "ended";
	if (isOpen(request, now)) return "open";
	if (request.answer !== "accepted" || request.result === "DECLINED") return "ended";
	return request.isSettled ? "paid" : "accepted";
}
