import type { Merchant } from "../../merchants/merchant.ts";
import type { EftResult } from "../transfers/eft-transaction.ts";

/** The time to answer a request: 30 days of business time. */
export const answerMs = 30 * 24 * 3_600_000;

export type RequestAnswer = "accepted" | "declined" | "expired";

/** The status of a request as both parties see it. */
export type RequestStatus = EftResult | "EXPIRED";

/** A payment request: one merchant asks a payer for money. */
export interface PaymentRequest {
	transactionId: string;
	processorTransactionId: string;
	/** The merchant that requests the payment. */
	merchant: Pick<Merchant, "id" | "name" | "mode" | "timeZone">;
	/** The merchant whose staff has the payer's address, and that may pay from its wallet. */
	payerMerchantId: number | null;
	payerEmail: string;
	amountCents: number;
	description: string | null;
	/** The result of the transaction: the bank may still return an accepted payment. */
	result: EftResult;
	/** The paying bank account; null for an unpaid request, or one paid from a wallet. */
	maskedAccount: string | null;
	/** This time and the times below are of the business clock, ms since 1970. */
	createdAt: number;
	expiresAt: number;
	answer: RequestAnswer | null;
	answeredAt: number | null;
}

/** Tells if a request can be answered at a time. Pure. */
export function isOpen({ answer, expiresAt }: Pick<PaymentRequest, "answer" | "expiresAt">, now: number): boolean {
	return answer === null && now < expiresAt;
}

/** Returns the status at a time. A request expires on time, even if the expiry is not recorded yet. Pure. */
export function statusOf(
	{ answer, expiresAt, result }: Pick<PaymentRequest, "answer" | "expiresAt" | "result">,
	now: number,
): RequestStatus {
	if (answer === "accepted") return result;
	if (answer === "declined") return "DECLINED";
	return answer === "expired" || now >= expiresAt ? "EXPIRED" : "PENDING";
}
