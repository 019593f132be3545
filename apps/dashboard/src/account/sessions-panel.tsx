import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";

type OpenSession = Schemas["Sessions"]["sessions"][number];

type Asked = { kind: "one"; session: OpenSession } | { kind: "all" };

/** The browsers in which the member is signed in, with buttons to end their sessions. */
export function SessionsPanel() {
	const { api, words } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const list = useGet("/sessions");
	const phrases = words.account.sessions;
	return (
		<Panel
			title={phrases.title}
			action={<Button label={phrases.endAll} isSmall onClick={() => setAsked({ kind: "all" })} />}
		>
			<Loaded resource={list}>
				{({ sessions }) => (
					<ul class="items">
						{sessions.map((session) => (
							<SessionItem
								key={session.session_id}
								session={session}
								onEnd={() => setAsked({ kind: "one", session })}
							/>
						))}
					</ul>
				)}
			</Loaded>
			{asked?.kind === "one" && (
				<ConfirmDialog
					title={phrases.endNamed(phrases.browser(asked.session.user_agent))}
					send={() => api.delete("/sessions/{session_id}", { path: { session_id: asked.session.session_id } })}
					onClose={() => setAsked(undefined)}
					onDone={() => {
						setAsked(undefined);
						void list.load();
					}}
				>
					{phrases.endExplanation}
				</ConfirmDialog>
			)}
			{asked?.kind === "all" && (
				<ConfirmDialog
					title={phrases.endAll}
					send={() => api.delete("/sessions")}
					onClose={() => setAsked(undefined)}
					// The session has ended, so the page that loads is the sign-in page.
					onDone={() => location.reload()}
				>
					{phrases.endAllExplanation}
				</ConfirmDialog>
			)}
		</Panel>
	);
}

function SessionItem({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
	const { words, formats } = useApp();
	const phrases = words.account.sessions;
	return (
		<li class="item">
			<div>
				<p>
					<bdi>{phrases.browser(session.user_agent)}</bdi>{" "}
					{session.is_current && <Chip tone="accent" icon="check" label={phrases.thisOne} />}
				</p>
				<p class="small muted">
					{phrases.since(formats.moment(session.created_at))} · {phrases.seen(formats.moment(session.last_seen_at))} ·{" "}
					{session.client_address}
				</p>
			</div>
			{!session.is_current && (
				<Button
					label={phrases.end}
					name={phrases.endNamed(phrases.browser(session.user_agent))}
					isSmall
					onClick={onEnd}
				/>
			)}
		</li>
	);
}
