import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Chip, type Look } from "../ui/chip.tsx";

export type PaymentLink = Schemas["PaymentLink"];

const statusLooks: Record<PaymentLink["status"], Look> = {
	OPEN: { tone: "accent", icon: "clock" },
	PAID: { tone: "success", icon: "check" },
	EXPIRED: { tone: "warning", icon: "alert" },
	CANCELED: { tone: "neutral", icon: "undo" },
};

/** A paid link may only have reserved its amount. */
export function statusText(
	{ paymentLinks: { statuses, held } }: Pick<App["words"], "paymentLinks">,
	{ status, operation }: Pick<PaymentLink, "status" | "operation">,
): string {
	return status === "PAID" && operation === "authorize" ? held : statuses[status];
}

/** `undefined` unless a payer paid it. */
export function paidAt({ status, ended_at: endedAt }: Pick<PaymentLink, "status" | "ended_at">): number | undefined {
	return status === "PAID" && endedAt !== null ? endedAt : undefined;
}

export function LinkStatusChip({ link }: { link: PaymentLink }) {
	const { words } = useApp();
	return <Chip {...statusLooks[link.status]} label={statusText(words, link)} />;
}
