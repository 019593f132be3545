import { useApp } from "../shell/app.ts";
import { useResource } from "../ui/loading/loaded.tsx";
import { Warning } from "../ui/page.tsx";
import { readNewestAttempt } from "./resume.ts";
import type { Attempt, Subscription } from "./subscription-words.tsx";

export function UnpaidNotice({ subscription }: { subscription: Subscription }) {
	const { api, words, formats, now } = useApp();
	const key = `${subscription.lookup_id} ${subscription.last_run}`;
	const { value: state } = useResource((signal) => readNewestAttempt(api, subscription, signal), key).state;
	const { delinquent_since: since, next_run: next } = subscription;
	if (state.kind === "loading" || since === null) return null;
	const phrases = words.subscriptions.unpaid;
	const last = state.kind === "ready" ? state.value : undefined;
	const { dateOf } = formats;
	return (
		<Warning>
			{phrases.since(formats.day(dateOf(since)), reasonOf(last))}{" "}
			{next === null
				? phrases.nothingNext
				: dateOf(next) === dateOf(now())
					? phrases.nextToday(formats.time(next))
					: phrases.next(formats.moment(next))}{" "}
			{last?.retry === "never" && words.transactions.retries.never.advice}
		</Warning>
	);

	function reasonOf(attempt: Attempt | undefined): string {
		const code = attempt?.decline_code ?? null;
		const text = code === null ? phrases.unknown : words.transactions.declineReasons[code];
		return text.charAt(0).toLocaleLowerCase(formats.locale) + text.slice(1);
	}
}
