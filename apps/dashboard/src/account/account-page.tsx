import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { PageHead } from "../ui/page.tsx";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

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
