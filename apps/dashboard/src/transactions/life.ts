import type { PaymentLife, TransactionRecord } from "../api/records.ts";
import type { Permission } from "../shell/permission.ts";
import { centsOf } from "./amount.ts";

/** What can follow a charge. The words are the gateway's paths, too. */
export type FollowUpOperation = "capture" | "refund" | "void";

/** Something that can be done about a payment now. */
export interface FollowUp {
	operation: FollowUpOperation;
	/** Which of the payment's transactions it is done to. */
	target: TransactionRecord;
	/** The most it can be; of a void, exactly what it is. */
	maximumCents: number;
}

/**
 * What may follow a payment, as far as its records tell. Pure. The gateway decides under a lock; this only keeps from being
 * offered what it would certainly refuse.
 *
 * @param today the day it is in the merchant's zone, as `YYYY-MM-DD`: what was charged earlier has settled and is refunded
 * @param dateOf the same of a moment
 */
export function followUpsOf(
	{ transactions }: PaymentLife,
	{
		may,
		today,
		dateOf,
	}: { may: (permission: Permission) => boolean; today: string; dateOf: (moment: number) => string },
): FollowUp[] {
	const standing = transactions.filter(
		({ transaction_result, voided }) => transaction_result === "APPROVED" && !voided,
	);
	return standing
		.flatMap((target): FollowUp[] => {
			const amountCents = centsOf(target.amount);
			const leftCents = amountCents - centsOf(target.amount_refunded);
			const isUntouched = leftCents === amountCents && dateOf(target.transaction_time) >= today;
			const whole = { target, maximumCents: amountCents };
			if (target.transaction_type === "authorization") {
				return target.captured
					? []
					: [
							{ ...whole, operation: "capture" },
							{ ...whole, operation: "void" },
						];
			}
			if (target.transaction_type !== "sale" && target.transaction_type !== "capture") return [];
			return [
				...(leftCents > 0 ? [{ target, maximumCents: leftCents, operation: "refund" as const }] : []),
				...(isUntouched ? [{ ...whole, operation: "void" as const }] : []),
			];
		})
		.filter(({ operation }) => may(operation));
}
