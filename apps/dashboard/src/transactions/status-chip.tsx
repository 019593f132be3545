import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Chip, type Look } from "../ui/chip.tsx";
import { type ShownStatus, shownStatusOf } from "./shown-status.ts";

export const statusLooks: Record<ShownStatus, Look> = {
	APPROVED: { tone: "success", icon: "check" },
	DECLINED: { tone: "danger", icon: "cross" },
	PENDING: { tone: "warning", icon: "clock" },
	CAPTURED: { tone: "success", icon: "check" },
	PARTLY_REFUNDED: { tone: "neutral", icon: "undo" },
	REFUNDED: { tone: "neutral", icon: "undo" },
	VOIDED: { tone: "neutral", icon: "undo" },
};

/** The status of a transaction, as icon and word. */
export function StatusChip({ transaction }: { transaction: TransactionRecord }) {
	const { words } = useApp();
	const status = shownStatusOf(transaction);
	return <Chip {...statusLooks[status]} label={words.transactions.shownStatuses[status]} />;
}
