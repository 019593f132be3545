import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Chip, type Look } from "../ui/chip.tsx";
import { centsOf } from "./amount.ts";

export const statusLooks: Record<ShownStatus, Look> = {
	APPROVED: { tone: "success", icon: "check" },
	DECLINED: { tone: "danger", icon: "cross" },
	PENDING: { tone: "warning", icon: "clock" },
	CAPTURED: { tone: "success", icon: "check" },
	PARTLY_REFUNDED: { tone: "neutral", icon: "undo" },
	REFUNDED: { tone: "neutral", icon: "undo" },
	VOIDED: { tone: "neutral", icon: "undo" },
};

export function StatusChip({ transaction }: { transaction: TransactionRecord }) {
	const { words } = useApp();
	const status = shownStatusOf(transaction);
	const { statuses, shownStatuses } = words.transactions;
	return <Chip {...statusLooks[status]} label={{ ...statuses, ...shownStatuses }[status]} />;
}

export type ShownStatus =
	| TransactionRecord["transaction_result"]
	| "VOIDED"
	| "CAPTURED"
	| "PARTLY_REFUNDED"
	| "REFUNDED";

export function shownStatusOf(transaction: TransactionRecord): ShownStatus {
	const { transaction_result: result, transaction_type: type, voided, captured } = transaction;
	if (voided) return "VOIDED";
	if (result !== "APPROVED") return result;
	if (type === "authorization") return captured ? "CAPTURED" : "APPROVED";
	const refundedCents = centsOf(transaction.amount_refunded);
	if (refundedCents === 0) return "APPROVED";
	return refundedCents < centsOf(transaction.amount) ? "PARTLY_REFUNDED" : "REFUNDED";
}

export function signedAmount({ amount, transaction_type: type }: TransactionRecord): number {
	return type === "refund" ? -amount : amount;
}
