import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { OwnPasswordField, TextField, useForm } from "../ui/forms/fields.tsx";
import { type Item, Items } from "../ui/items.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { News, PageHead, Panel } from "../ui/page.tsx";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";

export function AccountPage() {
	const { words, session, renewSession } = useApp();
	// A second factor may have been set up since the session was read. What is known is shown at once: a panel that
	// came later would move the buttons below it away from the pointer.
	useEffect(renewSession, []);

	return (
		<>
			<PageHead title={words.account.title} />
			<div class="columns">
				<PasswordPanel />
				<SecondFactorPanel user={session.user} onChanged={renewSession} />
			</div>
			<PasskeysPanel onChanged={renewSession} />
			<SessionsPanel />
		</>
	);
}

const nothing = { current_password: "", new_password: "" };

function PasswordPanel() {
	const { api, words } = useApp();
	const { change, values, set, field } = useForm(nothing);
	const [isDone, setDone] = useState(false);
	const phrases = words.account.password;

	function save(): void {
		setDone(false);
		void change.run(
			() => api.post("/account/password", { body: values }),
			() => {
				set(nothing);
				setDone(true);
			},
		);
	}

	return (
		<Panel title={phrases.title}>
			<ChangeForm change={change} action={phrases.change} onSubmit={save}>
				<OwnPasswordField {...field("current_password")} />
				<TextField
					{...field("new_password", phrases.wanted, phrases.wantedHint)}
					type="password"
					autocomplete="new-password"
					maxLength={512}
					required
				/>
				<News text={isDone && phrases.done} />
			</ChangeForm>
		</Panel>
	);
}

type OpenSession = Schemas["Sessions"]["sessions"][number];

function SessionsPanel() {
	const app = useApp();
	const { api, words } = app;
	const list = useGet("/sessions");
	const { dialog, open, close, ends } = useDialog(() => void list.load());
	const phrases = words.account.sessions;
	const endOne = ({ session_id, user_agent }: OpenSession) =>
		confirmDialog(phrases.endNamed(phrases.browser(user_agent)), phrases.endExplanation, {
			send: () => api.delete("/sessions/{session_id}", { path: { session_id } }),
			...ends,
		});
	const endAll = confirmDialog(phrases.endAll, phrases.endAllExplanation, {
		send: () => api.delete("/sessions"),
		onClose: close,
		// The session has ended, so the page that loads is the sign-in page.
		onDone: () => location.reload(),
	});
	return (
		<Panel title={phrases.title} action={<Button label={phrases.endAll} isSmall onClick={() => open(endAll)} />}>
			<Loaded resource={list}>
				{({ sessions }) => (
					<Items items={sessions.map((session) => sessionItem(app, session, () => open(endOne(session))))} />
				)}
			</Loaded>
			{dialog}
		</Panel>
	);
}

function sessionItem({ words, formats }: App, session: OpenSession, onEnd: () => void): Item {
	const { browser, thisOne, since, seen, end, endNamed } = words.account.sessions;
	const { is_current: isCurrent, session_id: key, client_address: address } = session;
	const name = browser(session.user_agent);
	const times = [since(formats.moment(session.created_at)), seen(formats.moment(session.last_seen_at))];
	return {
		key,
		name: (
			<>
				<bdi>{name}</bdi> {isCurrent && <Chip tone="accent" icon="check" label={thisOne} />}
			</>
		),
		details: [...times, address].join(" · "),
		action: !isCurrent && <Button label={end} name={endNamed(name)} isSmall onClick={onEnd} />,
	};
}
