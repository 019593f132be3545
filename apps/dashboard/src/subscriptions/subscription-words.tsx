import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { cardName } from "../transactions/transaction-words.ts";
import { Chip, type Look } from "../ui/chip.tsx";
import type { Choice } from "../ui/forms/fields.tsx";

export type Subscription = Schemas["Subscription"];
export type Customer = Schemas["Customer"];

export type Attempt = Schemas["SubscriptionAttempt"];

/** Tone and icon of each status; the gateway has both spellings of cancelled. */
const statusLooks: Readonly<Record<string, Look>> = {
	ACTIVE: { tone: "success", icon: "check" },
	RETRY: { tone: "warning", icon: "clock" },
	SUSPENDED: { tone: "danger", icon: "alert" },
	PAUSED: { tone: "neutral", icon: "clock" },
	CANCELED: { tone: "neutral", icon: "cross" },
	CANCELLED: { tone: "neutral", icon: "cross" },
	EXPIRED: { tone: "neutral", icon: "check" },
};

export function stepsFor({ status }: Pick<Subscription, "status">): ("pause" | "resume" | "cancel")[] {
	if (status === "CANCELED" || status === "CANCELLED") return ["resume"];
	if (isFinished({ status })) return [];
	if (status === "ACTIVE") return ["pause", "cancel"];
	return status === "PAUSED" ? ["resume", "cancel"] : ["resume", "pause", "cancel"];
}

export function isFinished({ status }: Pick<Subscription, "status">): boolean {
	return status === "EXPIRED";
}

export function hasOpenPayment({ status }: Pick<Subscription, "status">): boolean {
	return status === "RETRY" || status === "SUSPENDED";
}

export const attemptsRoute = "/subscriptions/{subscription_lookup_id}/attempts";

export const subscriptionRoute =
	"/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}";

export const changePlanRoute =
	"/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/change-plan";

export const previewRoute =
	"/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/preview";

export function idsOf(customer: Customer, subscription: Subscription) {
	return { customer_lookup_id: customer.lookup_id, subscription_lookup_id: subscription.lookup_id };
}

export function cardChoices(customer: Customer): Choice<string>[] {
	return customer.cards.map((card) => [card.lookup_id, cardName(card)]);
}

/** The cards that a subscription can bill, and the one that it bills, even if it was deleted. */
export function billedCardChoices(customer: Customer, subscription: Subscription, deleted: string): Choice<string>[] {
	const { card_lookup_id: billed } = subscription;
	const choices = cardChoices(customer);
	return choices.some(([value]) => value === billed) ? choices : [[billed, deleted], ...choices];
}

export function SubscriptionStatusChip({ subscription }: { subscription: Subscription }) {
	const { words } = useApp();
	const { status } = subscription;
	const { tone, icon } = statusLooks[status] ?? { tone: "neutral", icon: "clock" };
	const labels: Record<string, string> = words.subscriptions.statuses;
	return <Chip tone={tone} icon={icon} label={labels[status] ?? status} />;
}
