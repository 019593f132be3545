import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { type Pair, Pairs } from "../ui/pairs.tsx";
import { type Customer, idsOf, previewRoute, type Subscription } from "./subscription-words.tsx";

export type Preview = Schemas["SubscriptionPreview"];

export interface PaymentPreviewProps {
	customer: Customer;
	subscription: Subscription;
	query: URLSearchParams;
	totalOf: (preview: Preview) => string;
}

export function PaymentPreview({ customer, subscription, query, totalOf }: PaymentPreviewProps) {
	const app = useApp();
	const path = idsOf(customer, subscription);
	// A changed subscription has another next payment.
	const key = `${JSON.stringify(subscription)} ${query}`;
	const preview = useResource((signal) => app.api.get(previewRoute, { path, query, signal }), key);
	return (
		<Loaded resource={preview}>
			{(shown) => (
				<Pairs pairs={[...shown.lines.map((line) => pairOf(app, shown, line)), totalPair(app, shown, totalOf)]} />
			)}
		</Loaded>
	);
}

function pairOf({ words, formats }: App, { currency }: Preview, line: Preview["lines"][number]): Pair {
	const { credit } = words.subscriptions.lines;
	const names = { period: line.description, setup_fee: words.plans.setupFee, credit };
	return [names[line.kind], formats.money(line.amount, currency)];
}

function totalPair({ formats }: App, preview: Preview, totalOf: PaymentPreviewProps["totalOf"]): Pair {
	return [totalOf(preview), formats.money(Math.abs(preview.amount), preview.currency)];
}
