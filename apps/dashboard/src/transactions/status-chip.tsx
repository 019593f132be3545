import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import type { IconName } from "../ui/icon.tsx";
import { type ShownStatus, shownStatusOf } from "./shown-status.ts";

const looks: Record<ShownStatus, { tone: Tone; icon: IconName }> = {
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
	return <Chip {...looks[status]} label={words.transactions.shownStatuses[status]} />;
}
