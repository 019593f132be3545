import type { PaymentHistory, TransactionRecord } from "../api/records.ts";
import type { Permission } from "../shell/app.ts";
import { centsOf } from "./amount.ts";

export type PaymentOperationKind = "capture" | "refund" | "void";

export interface PaymentOperation {
	kind: PaymentOperationKind;
	target: TransactionRecord;
	/** For a void, exactly what it is. */
	maximumCents: number;
}

export interface Balance {
	capturedCents: number | undefined;
	refundedCents: number;
	leftCents: number;
}

/** `undefined` when the amount alone says it. */
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

/** The gateway decides; this hides what it would refuse. Charges before `today` (YYYY-MM-DD) have settled. */
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
