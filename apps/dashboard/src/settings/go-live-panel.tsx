import type { JSX } from "preact";
import { useApp } from "../shell/app.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { useChange } from "../ui/forms/use-change.ts";

/** The way out of the demo, for the primary owner alone: to take the account live is a contract. */
export function GoLivePanel(): JSX.Element | null {
	const { api, words, session, may } = useApp();
	const change = useChange();
	const phrases = words.settings.live;
	if (!may("account.live") || session.merchant.mode === "live") return null;
	const ask = () =>
		change.run(
			() => api.post("/account/live"),
			// Everything on the pages is another account's from now on.
			() => location.reload(),
		);
	return (
		<section class="panel section" aria-labelledby="go-live">
			<h2 id="go-live">{phrases.title}</h2>
			<p>{phrases.explanation}</p>
			<ChangeForm change={change} action={phrases.action} tone="quiet" onSubmit={() => void ask()} />
		</section>
	);
}
