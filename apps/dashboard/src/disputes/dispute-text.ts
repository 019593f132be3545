import type { App } from "../shell/app.ts";
import type { DisputeRecord } from "./status-chip.tsx";

const dayMs = 24 * 60 * 60 * 1000;

/** Says why the payer disputes, in words; the network's code alone when it is not known. */
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
