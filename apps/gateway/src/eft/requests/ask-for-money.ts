import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import { getCustomer } from "../../customers/customer.ts";
import type { Customer } from "../../customers/tables.ts";
import type { Database } from "../../db/database.ts";
import { type IdempotencyKey, keyRequest } from "../../idempotency/keyed-request.ts";
import { type Once, once, respondOnce } from "../../idempotency/once.ts";
import { newLookupId, randomDigits } from "../../ids.ts";
import { insertMails } from "../../mail/outbox.store.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { findMerchant } from "../../merchants/merchants.store.ts";
import { Problem } from "../../problem.ts";
import { findStaffByEmail } from "../../staff/members/members.store.ts";
import { customerColumns } from "../customer-columns.ts";
import type { Eft } from "../eft.ts";
import type { EftTransaction } from "../tables.ts";
import { beginEftTransaction } from "../transfers/begin-eft-transaction.ts";
import { type EftResponse, eftRecordOf } from "../transfers/eft-record.ts";
import { answerMs } from "./request.ts";
import { countWaiting, insertRequest } from "./requests.store.ts";

/** Requests of one merchant that one payer may have before them at a time: more would bury what others ask. */
export const maximumWaiting = 20;

const refusals = {
	tooManyWait: () =>
		new Problem(
			"CONFLICT",
			`This customer has ${maximumWaiting} requests of yours before them. Ask again when they have answered one, or when one has expired.`,
		),
};

export interface AskCommand {
	merchant: Merchant;
	customerLookupId: string;
	/** Whole cents of CAD. */
	cents: number;
	description: string | null;
	idempotency: IdempotencyKey | undefined;
	caller: Caller;
}

/**
 * Asks a customer for money by a mail with a link. Where the address is that of another merchant's staff, that merchant sees
 * the request as well.
 *
 * @throws Problem 404 for the customer, 409 when no rail could take what they pay or too much waits for them already, 422
 */
export async function askForMoney(eft: Eft, command: AskCommand): Promise<Once<EftResponse>> {
	const { merchant, cents, description } = command;
	const customer = await getCustomer(eft.database, merchant, command.customerLookupId);
	const asked = { customer: customer.lookup_id, amount: cents, description };
	const keyedRequest = { merchantId: merchant.id, keyed: keyRequest(eft, command.idempotency, asked) };
	return once<EftResponse>(eft.database, keyedRequest, () => {
		// Asked now, so that nobody is sent a link that could not be paid by.
		eft.rails.railFor(merchant);
		return eft.database.transaction().execute((transaction: Database) =>
			respondOnce(transaction, keyedRequest, async () => {
				const written = await writeRequest(eft, transaction, command, customer);
				return { status: 200, body: eftRecordOf(written) };
			}),
		);
	});
}

/** Writes a request down, with the mail that is to be sent. */
async function writeRequest(
	{ clocks }: Pick<Eft, "clocks">,
	transaction: Database,
	{ merchant, cents, description, caller }: AskCommand,
	customer: Customer,
): Promise<EftTransaction> {
	const now = clocks.business.now();
	const payerMerchantId = await findPayerMerchant(transaction, customer.email, merchant);
	const payer = { email: customer.email, payerMerchantId };
	const waiting = await countWaiting(transaction, merchant, { ...payer, since: now - answerMs, now });
	if (waiting >= maximumWaiting) throw refusals.tooManyWait();
	const asked = await beginEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: merchant.id,
		kind: "request",
		...customerColumns(customer),
		amount_cents: cents,
		description,
		created_at: now,
	});
	await numberRequest(transaction, asked, payerMerchantId);
	await insertMails(transaction, [{ kind: "eft_request", reference: asked.transaction_id }]);
	await recordEvent(transaction, clocks, {
		type: "eft_request.sent",
		object: asked.transaction_id,
		details: { customer: customer.lookup_id, amount_cents: cents },
		merchantId: merchant.id,
		caller,
	});
	return asked;
}

/** The other merchant of the same mode whose staff has an address: real money is never asked for what is only tried. */
async function findPayerMerchant(transaction: Database, email: string, asking: Merchant): Promise<number | null> {
	const member = await findStaffByEmail(transaction, email);
	const theirs = member && (await findMerchant(transaction, { id: member.merchantId }));
	return theirs !== undefined && theirs.id !== asking.id && theirs.mode === asking.mode ? theirs.id : null;
}

/** Numbers of eight digits are few enough to meet one that is taken, now and then. */
const numberTries = 20;

async function numberRequest(
	transaction: Database,
	{ transaction_id, created_at }: EftTransaction,
	payerMerchantId: number | null,
): Promise<void> {
	for (let tries = 0; tries < numberTries; tries++) {
		const isWritten = await insertRequest(transaction, {
			transaction_id,
			processor_transaction_id: `PAY${randomDigits(8)}`,
			payer_merchant_id: payerMerchantId,
			expires_at: created_at + answerMs,
		});
		if (isWritten) return;
	}
	throw new Error("No number was left for a request for money.");
}
