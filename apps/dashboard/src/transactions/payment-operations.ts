import type { PaymentHistory, TransactionRecord } from "../api/records.ts";
import type { Permission } from "../shell/permission.ts";
import { centsOf } from "./amount.ts";

/** Operations after a charge, by the names in the gateway's paths. */
export type PaymentOperationKind = "capture" | "refund" | "void";

/** Something that can be done about a payment now. */
export interface PaymentOperation {
	kind: PaymentOperationKind;
	/** Which of the payment's transactions it is done to. */
	target: TransactionRecord;
	/** The most it can be; of a void, exactly what it is. */
	maximumCents: number;
}

/** Captured, refunded and remaining cents of a payment. */
export interface Balance {
	capturedCents: number | undefined;
	refundedCents: number;
	/** Cents that were not refunded. */
	leftCents: number;
}

/** Computes the balance of a transaction; `undefined` when the amount alone says it. Pure. */
export function balanceOf(
	record: TransactionRecord,
	{ transactions }: Pick<PaymentHistory, "transactions">,
): Balance | undefined {
	const isHold = record.transaction_type === "authorization";
	const charges = isHold ? transactions.filter((one) => one.transaction_type === "capture" && stands(one)) : [record];
	const chargedCents = sumOf(charges, ({ amount }) => amount);
	const refundedCents = sumOf(charges, (charge) => charge.amount_refunded);
	if (isHold ? charges.length === 0 : refundedCents === 0) return undefined;
	return { capturedCents: isHold ? chargedCents : undefined, refundedCents, leftCents: chargedCents - refundedCents };
}

function sumOf(transactions: TransactionRecord[], dollarsOf: (one: TransactionRecord) => number): number {
	return transactions.reduce((sum, one) => sum + centsOf(dollarsOf(one)), 0);
}

function stands({ transaction_result, voided }: TransactionRecord): boolean {
	return transaction_result === "APPROVED" && !voided;
}

/**
 * Lists the operations that are possible now, from the records. Pure. The gateway decides under a lock; this only hides
 * what it would certainly refuse.
 *
 * @param today the day it is in the merchant's zone, as `YYYY-MM-DD`: what was charged earlier has settled and is
 * refunded
 * @param dateOf the same of a moment
 */
export function operationsOf(
	{ transactions }: Pick<PaymentHistory, "transactions">,
	{
		may,
		today,
		dateOf,
	}: { may: (permission: Permission) => boolean; today: string; dateOf: (moment: number) => string },
): PaymentOperation[] {
	return transactions
		.filter(stands)
		.flatMap((target): PaymentOperation[] => {
			const amountCents = centsOf(target.amount);
			const leftCents = amountCents - centsOf(target.amount_refunded);
			const isUntouched = leftCents === amountCents && dateOf(target.transaction_time) >= today;
			const whole = { target, maximumCents: amountCents };
			if (target.transaction_type === "authorization") {
				return target.captured
					? []
					: [
							{ ...whole, kind: "capture" },
							{ ...whole, kind: "void" },
						];
			}
			if (target.transaction_type !== "sale" && target.transaction_type !== "capture") return [];
			return [
				...(leftCents > 0 ? [{ target, maximumCents: leftCents, kind: "refund" as const }] : []),
				...(isUntouched ? [{ ...whole, kind: "void" as const }] : []),
			];
		})
		.filter(({ kind }) => may(kind));
}
