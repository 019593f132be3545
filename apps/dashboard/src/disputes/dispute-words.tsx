import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Chip, type Look } from "../ui/chip.tsx";

export type DisputeRecord = Schemas["DisputeRecord"];

const dayMs = 24 * 60 * 60 * 1000;

export function reasonText(
	{ disputes: phrases }: App["words"],
	{ reason, reason_code: code }: Pick<DisputeRecord, "reason" | "reason_code">,
): string {
	return reason === null ? code : phrases.reasonAndCode(phrases.reasons[reason], code);
}

/** Says how many whole days are left before a time, in ms since 1970. */
export function timeLeft({ words, now }: Pick<App, "words" | "now">, dueAt: number): string {
	const leftMs = dueAt - now();
	return leftMs > 0 ? words.disputes.daysLeft(Math.floor(leftMs / dayMs)) : words.disputes.timeIsOver;
}

const looks: Record<DisputeRecord["status"], Look> = {
	open: { tone: "warning", icon: "alert" },
	under_review: { tone: "accent", icon: "clock" },
	won: { tone: "success", icon: "check" },
	lost: { tone: "danger", icon: "cross" },
	accepted: { tone: "neutral", icon: "undo" },
};

export function DisputeStatusChip({ status }: Pick<DisputeRecord, "status">) {
	const { words } = useApp();
	return <Chip {...looks[status]} label={words.disputes.statuses[status]} />;
}
