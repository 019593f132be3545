import type { Customer } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import { queueMail } from "@cardseal/platform/mail";
import type { GivenMetadata } from "@cardseal/platform/metadata";
import type { Eft } from "../eft.ts";
import { type EftResponse, eftRecordOf } from "../transaction/eft-record.ts";
import { answerMs } from "./request.ts";
import { countOpen, findPayerMerchantId } from "./requests.store.ts";
import { writeRequest } from "./write-request.ts";

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
export async function requestPayment(eft: Eft, { keyed, ...request }: RequestPaymentCommand): Promise<EftResponse> {
	const { merchant, customer } = request;
	const now = eft.clocks.business.now();
	return eft.database.transaction().execute(async (transaction: Database) => {
		await claimKey(transaction, keyed);
		const payerMerchantId = await findPayerMerchantId(transaction, customer.email, merchant);
		const open = await countOpen(transaction, merchant, { email: customer.email, since: now - answerMs, now });
		if (open >= maximumOpen) throw tooManyOpen();
		const written = await writeRequest(eft, transaction, { ...request, payerMerchantId });
		await queueMail(transaction, [{ kind: "eft_request", reference: written.transaction_id }]);
		return storeResponse(transaction, keyed, { status: 200, body: eftRecordOf(written) });
	});
}
