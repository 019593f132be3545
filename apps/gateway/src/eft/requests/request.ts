import type { Merchant } from "../../merchants/merchant.ts";
import type { EftResult } from "../transfers/eft-transaction.ts";

/** How long a payer may take to answer: 30 days of business time. */
export const answerMs = 30 * 24 * 3_600_000;

/** What became of a request that nobody waits for any more. */
export type RequestAnswer = "accepted" | "declined" | "expired";

/** What the other party sees of a request. */
export type RequestStatus = EftResult | "EXPIRED";

/** A request for money, as its payer is shown it. */
export interface MoneyRequest {
	/** Of the transaction that it is: there is one for each request. */
	transactionId: string;
	processorTransactionId: string;
	/** Who asks. */
	merchant: Pick<Merchant, "id" | "name" | "mode" | "timeZone">;
	/** The merchant here that may pay it from its wallet, where the payer is one of its staff. */
	payerMerchantId: number | null;
	/** Whom it was mailed to. */
	payerEmail: string;
	amountCents: number;
	description: string | null;
	/** Of the transaction: a payment that was accepted may still be returned. */
	result: EftResult;
	/** Of the bank account that pays it; null where it is paid from a wallet, or not at all. */
	maskedAccount: string | null;
	/** This time and those below are of the business clock. */
	createdAt: number;
	expiresAt: number;
	answer: RequestAnswer | null;
	answeredAt: number | null;
}

/** Whether a request waits for its answer at a time. Pure. */
export function isOpen({ answer, expiresAt }: Pick<MoneyRequest, "answer" | "expiresAt">, now: number): boolean {
	return answer === null && now < expiresAt;
}

/** What a request has come to at a time: it is over when its time is, whenever that is written down. Pure. */
export function statusOf(
	{ answer, expiresAt, result }: Pick<MoneyRequest, "answer" | "expiresAt" | "result">,
	now: number,
): RequestStatus {
	if (answer === "accepted") return result;
	if (answer === "declined") return "DECLINED";
	return answer === "expired" || now >= expiresAt ? "EXPIRED" : "PENDING";
}
