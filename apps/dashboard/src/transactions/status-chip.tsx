import type { JSX } from "preact";
import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Chip } from "../ui/chip.tsx";

/** The outcome of a transaction, as icon and word. */
export function StatusChip({ transaction }: { transaction: TransactionRecord }): JSX.Element {
	const { words } = useApp();
	const { statuses, voided } = words.transactions;
	if (transaction.voided) return <Chip tone="neutral" icon="undo" label={voided} />;
	const { transaction_result: result } = transaction;
	if (result === "APPROVED") return <Chip tone="success" icon="check" label={statuses.APPROVED} />;
	if (result === "DECLINED") return <Chip tone="danger" icon="cross" label={statuses.DECLINED} />;
	return <Chip tone="warning" icon="clock" label={statuses.PENDING} />;
}
