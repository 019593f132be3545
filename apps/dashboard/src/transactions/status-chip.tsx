import type { JSX } from "preact";
import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import type { IconName } from "../ui/icon.tsx";
import { type Standing, standingOf } from "./standing.ts";

const looks: Record<Standing, { tone: Tone; icon: IconName }> = {
	APPROVED: { tone: "success", icon: "check" },
	DECLINED: { tone: "danger", icon: "cross" },
	PENDING: { tone: "warning", icon: "clock" },
	CAPTURED: { tone: "success", icon: "check" },
	PARTLY_REFUNDED: { tone: "neutral", icon: "undo" },
	REFUNDED: { tone: "neutral", icon: "undo" },
	VOIDED: { tone: "neutral", icon: "undo" },
};

/** The status of a transaction, as icon and word. */
export function StatusChip({ transaction }: { transaction: TransactionRecord }): JSX.Element {
	const { words } = useApp();
	const standing = standingOf(transaction);
	return <Chip {...looks[standing]} label={words.transactions.standings[standing]} />;
}
