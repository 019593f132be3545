import type { JSX } from "preact";
import { useApp } from "../shell/app.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

/** The signed-in user's own password, second factor, passkeys and sessions. */
export function AccountPage(): JSX.Element {
	const { api, words, renewSession } = useApp();
	// Reads the session again: a second factor may have been set up since the page loaded.
	const session = useResource((signal) => api.get("/session", { signal }), "");
	function changed(): void {
		void session.load();
		renewSession();
	}

	return (
		<>
			<PageHead title={words.account.title} />
			<Loaded resource={session}>
				{({ user }) => (
					<div class="columns">
						<PasswordPanel />
						<SecondFactorPanel user={user} onChanged={changed} />
					</div>
				)}
			</Loaded>
			<PasskeysPanel onChanged={changed} />
			<SessionsPanel />
		</>
	);
}
