import type { Merchant } from "@cardseal/merchants";
import type { EftResult } from "../transaction/eft-transaction.ts";

/** 30 days of business time. */
export const answerMs = 30 * 24 * 3_600_000;

export type RequestAnswer = "accepted" | "declined" | "expired";

export type RequestStatus = EftResult | "EXPIRED";

export interface PaymentRequest {
	transactionId: string;
	processorTransactionId: string;
	merchant: Pick<Merchant, "id" | "name" | "mode" | "timeZone">;
	/** The merchant whose staff has the payer's address. */
	payerMerchantId: number | null;
	payerEmail: string;
	amountCents: number;
	description: string | null;
	/** The bank may still return an accepted payment. */
	result: EftResult;
	/** Null for an unpaid request, or a wallet's. */
	maskedAccount: string | null;
	/** Times of the business clock, ms since 1970. */
	createdAt: number;
	expiresAt: number;
	answer: RequestAnswer | null;
}

export function isOpen({ answer, expiresAt }: Pick<PaymentRequest, "answer" | "expiresAt">, now: number): boolean {
	return answer === null && now < expiresAt;
}

/** The expiry may not be recorded yet. */
export function statusOf(
	{ answer, expiresAt, result }: Pick<PaymentRequest, "answer" | "expiresAt" | "result">,
	now: number,
): RequestStatus {
	if (answer === "accepted") return result;
	if (answer === "declined") return "DECLINED";
	return answer === "expired" || now >= expiresAt ? "EXPIRED" : "PENDING";
}
