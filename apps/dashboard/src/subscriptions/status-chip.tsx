import { useApp } from "../shell/app.ts";
import { Chip } from "../ui/chip.tsx";
import { type Subscription, statusLooks } from "./subscription-words.ts";

/** The status of a subscription, as icon and word. */
export function SubscriptionStatusChip({ subscription }: { subscription: Subscription }) {
	const { words } = useApp();
	const { status } = subscription;
	const { tone, icon } = statusLooks[status] ?? { tone: "neutral", icon: "clock" };
	const labels: Record<string, string> = words.subscriptions.statuses;
	return <Chip tone={tone} icon={icon} label={labels[status] ?? status} />;
}
