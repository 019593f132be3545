import type { JSX } from "preact";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";

type Missing = Schemas["LiveRequirements"]["missing"];

/** The way out of the demo, for the primary owner alone: to take the account live is a contract. */
export function GoLivePanel(): JSX.Element | null {
	const { words, session, may } = useApp();
	if (!may("account.live") || session.merchant.mode === "live") return null;
	return (
		<section class="panel section" aria-labelledby="go-live">
			<h2 id="go-live">{words.settings.live.title}</h2>
			<Requirements />
		</section>
	);
}

function Requirements(): JSX.Element {
	const { api } = useApp();
	const requirements = useResource((signal) => api.get("/account/live", { signal }), "");
	return (
		<Loaded resource={requirements}>
			{({ missing }) => (missing.length === 0 ? <TakeLive /> : <StillMissing missing={missing} />)}
		</Loaded>
	);
}

function StillMissing({ missing }: { missing: Missing }): JSX.Element {
	const { live } = useApp().words.settings;
	return (
		<>
			<p>{live.stillDemo}</p>
			<ul class="plain-list">
				{missing.map((one) => (
					<li key={one}>{live.missing[one]}</li>
				))}
			</ul>
		</>
	);
}

function TakeLive(): JSX.Element {
	const { api, words } = useApp();
	const change = useChange();
	const phrases = words.settings.live;
	const ask = () =>
		change.run(
			() => api.post("/account/live"),
			// Everything on the pages is another account's from now on.
			() => location.reload(),
		);
	return (
		<>
			<p>{phrases.explanation}</p>
			<ChangeForm change={change} action={phrases.action} tone="quiet" onSubmit={() => void ask()} />
		</>
	);
}
