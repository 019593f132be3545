import type { Schemas } from "../api/records.ts";
import type { Tone } from "../look/chip.tsx";
import type { IconName } from "../look/icon.tsx";

export type Subscription = Schemas["Subscription"];
export type Customer = Schemas["Customer"];

/** How each status looks; the gateway keeps both spellings of the cancelled one. */
export const statusLooks: Readonly<Record<string, { tone: Tone; icon: IconName }>> = {
	ACTIVE: { tone: "success", icon: "check" },
	RETRY: { tone: "warning", icon: "clock" },
	SUSPENDED: { tone: "danger", icon: "alert" },
	PAUSED: { tone: "neutral", icon: "clock" },
	CANCELED: { tone: "neutral", icon: "cross" },
	CANCELLED: { tone: "neutral", icon: "cross" },
	EXPIRED: { tone: "neutral", icon: "check" },
};

/** What can be asked of a subscription in its status. */
export function stepsFor({ status }: Pick<Subscription, "status">): readonly ("pause" | "resume" | "cancel")[] {
	if (status === "CANCELED" || status === "CANCELLED") return ["resume"];
	if (status === "EXPIRED") return [];
	if (status === "ACTIVE") return ["pause", "cancel"];
	return status === "PAUSED" ? ["resume", "cancel"] : ["resume", "pause", "cancel"];
}

/** Where the gateway keeps a subscription. */
export function pathOf(customer: Customer, subscription: Subscription): string {
	return `/customer-service/customer/${customer.lookup_id}/subscription/${subscription.lookup_id}`;
}
