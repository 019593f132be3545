import { useApp } from "../shell/app.ts";
import { useResource } from "../ui/loading/use-resource.ts";
import { attemptsRoute, type Subscription } from "./subscription-words.ts";

const newest = new URLSearchParams({ limit: "1" });

/** Says since when a subscription is unpaid, why, and when the next attempt is. */
export function UnpaidNotice({ subscription }: { subscription: Subscription }) {
	const { api, words, formats, now } = useApp();
	const path = { subscription_lookup_id: subscription.lookup_id };
	const attempts = useResource(
		(signal) => api.get(attemptsRoute, { path, query: newest, signal }),
		`${subscription.lookup_id} ${subscription.last_run}`,
	);
	const state = attempts.state.value;
	const { delinquent_since: since, next_run: next } = subscription;
	if (state.kind === "loading" || since === null) return null;
	const phrases = words.subscriptions.unpaid;
	const [last] = state.kind === "ready" ? state.value.entities : [];
	const { dateOf } = formats;
	return (
		<p class="notice" data-tone="warning">
			{phrases.since(formats.day(dateOf(since)), reason())}{" "}
			{next === null
				? phrases.nothingNext
				: dateOf(next) === dateOf(now())
					? phrases.nextToday(formats.time(next))
					: phrases.next(formats.moment(next))}{" "}
			{last?.retry === "never" && words.transactions.retries.never.advice}
		</p>
	);

	function reason(): string {
		if (subscription.card_lookup_id === null) return phrases.cardDeleted;
		const code = last?.decline_code ?? null;
		const text = code === null ? phrases.unknown : words.transactions.declineReasons[code];
		return text.charAt(0).toLocaleLowerCase(formats.locale) + text.slice(1);
	}
}
