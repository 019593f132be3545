import type { Customer } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { newLookupId, Problem, randomDigits } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import { queueMail } from "@cardseal/platform/mail";
import { type GivenMetadata, mergeMetadata } from "@cardseal/platform/metadata";
import type { Eft } from "../eft.ts";
import type { EftTransaction } from "../tables.ts";
import { type EftResponse, eftRecordOf } from "../transaction/eft-record.ts";
import { customerColumns } from "../transaction/eft-transaction.ts";
import { insertEftTransaction } from "../transaction/eft-transactions.store.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { answerMs } from "./request.ts";
import { countOpen, findPayerMerchantId, insertRequest } from "./requests.store.ts";

/** More would bury other merchants' requests. */
export const maximumOpen = 20;

const tooManyOpen = () =>
	new Problem(
		"too_many_requests_for_money",
		`This customer has ${maximumOpen} open requests from you. Try again after one is answered or expires.`,
	);

export interface RequestPaymentCommand {
	merchant: Merchant;
	customer: Customer;
	/** Whole cents of CAD. */
	cents: number;
	description: string | null;
	metadata?: GivenMetadata | null | undefined;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

/**
 * Another merchant whose staff has the address sees the request too.
 * @throws Problem 409 when no rail takes this merchant's payments or the address has too many open requests
 */
export async function requestPayment(eft: Eft, command: RequestPaymentCommand): Promise<EftResponse> {
	// No payer gets a link that cannot be paid.
	eft.rails.railFor(command.merchant);
	return eft.database.transaction().execute(async (transaction: Database) => {
		await claimKey(transaction, command.keyed);
		const written = await writeRequest(eft, transaction, command);
		return storeResponse(transaction, command.keyed, { status: 200, body: eftRecordOf(written) });
	});
}

async function writeRequest(
	{ clocks }: Pick<Eft, "clocks">,
	transaction: Database,
	{ merchant, customer, cents, description, metadata, caller }: RequestPaymentCommand,
): Promise<EftTransaction> {
	const now = clocks.business.now();
	const payerMerchantId = await findPayerMerchantId(transaction, customer.email, merchant);
	const open = await countOpen(transaction, merchant, { email: customer.email, since: now - answerMs, now });
	if (open >= maximumOpen) throw tooManyOpen();
	const written = await insertEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: merchant.id,
		kind: "request",
		...customerColumns(customer),
		amount_cents: cents,
		description,
		metadata: mergeMetadata(null, metadata),
		created_at: now,
	});
	await numberRequest(transaction, written, { payerMerchantId, expiresAt: now + answerMs });
	await emitEft(transaction, merchant.id, eftRecordOf(written), now);
	await queueMail(transaction, [{ kind: "eft_request", reference: written.transaction_id }]);
	await recordEvent(transaction, clocks, {
		type: "eft_request.sent",
		object: written.transaction_id,
		details: { customer: customer.lookup_id, amount_cents: cents },
		merchantId: merchant.id,
		caller,
	});
	return written;
}

/** Eight random digits are sometimes taken. */
const numberTries = 20;

export async function numberRequest(
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
