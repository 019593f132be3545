import { useEffect, useRef, useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefIn, hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { Panel, Warning } from "../ui/page.tsx";

type Missing = Schemas["LiveRequirements"]["missing"];

export function GoLivePanel() {
	const { words, session, may, renewSession } = useApp();
	const [isDone, setDone] = useState(false);
	if (!may("account.live") || (session.modes.includes("live") && !isDone)) return null;
	function finish(): void {
		setDone(true);
		renewSession();
	}
	return <Panel title={words.settings.live.title}>{isDone ? <NextSteps /> : <Requirements onDone={finish} />}</Panel>;
}

function Requirements({ onDone }: { onDone: () => void }) {
	const requirements = useGet("/account/live");
	return (
		<Loaded resource={requirements}>
			{({ missing, currencies_without_account: currencies }) =>
				missing.length === 0 ? (
					<TakeLive withoutAccount={currencies} onDone={onDone} />
				) : (
					<StillMissing missing={missing} />
				)
			}
		</Loaded>
	);
}

function StillMissing({ missing }: { missing: Missing }) {
	const { live } = useApp().words.settings;
	const pages: Partial<Record<Missing[number], string>> = {
		second_factor: hrefOf("account", {}),
		processor: hrefOf("processorAccounts", {}),
	};
	return (
		<>
			<p>{live.stillDemo}</p>
			<ul class="plain-list">
				{missing.map((one) => (
					<li key={one}>{pages[one] ? <a href={pages[one]}>{live.missing[one]}</a> : live.missing[one]}</li>
				))}
			</ul>
		</>
	);
}

interface TakeLiveProps {
	/** Currencies of the merchant's prices, in which live payments are refused until an account is connected. */
	withoutAccount: string[];
	onDone: () => void;
}

function TakeLive({ withoutAccount, onDone }: TakeLiveProps) {
	const { api, words } = useApp();
	const { dialog, open, ends } = useDialog(onDone);
	const phrases = words.settings.live;
	const missing = withoutAccount.length > 0 && phrases.withoutAccount(withoutAccount.join(", "));
	const confirmation = confirmDialog(phrases.action, [phrases.confirmation, missing].filter(Boolean).join(" "), {
		tone: "primary",
		send: () => api.post("/account/live", { body: { without_account: withoutAccount } }),
		...ends,
	});
	return (
		<>
			<p>{phrases.explanation}</p>
			<ul class="plain-list">
				{phrases.changes.map((change) => (
					<li key={change}>{change}</li>
				))}
			</ul>
			{missing && (
				<Warning>
					{missing} <a href={hrefOf("processorAccounts", {})}>{words.settings.processorAccounts.add}</a>
				</Warning>
			)}
			<p>
				<Button label={phrases.action} onClick={() => open(confirmation)} />
			</p>
			{dialog}
		</>
	);
}

/** Links to the live account. They reload the page, because all of its data belongs to another merchant. */
function NextSteps() {
	const { live } = useApp().words.settings;
	const notice = useRef<HTMLParagraphElement>(null);
	// The button that had the focus is gone.
	useEffect(() => notice.current?.focus(), []);
	return (
		<>
			<p ref={notice} tabIndex={-1} class="notice" data-tone="success">
				{live.done}
			</p>
			<ol class="plain-list">
				{(["credentials", "keys", "origins"] as const).map((page) => (
					<li key={page}>
						<a href={hrefIn("live", page)}>{live.next[page]}</a>
					</li>
				))}
			</ol>
		</>
	);
}
