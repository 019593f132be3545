import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { pagePermissions } from "../shell/page-permissions.ts";
import { currentMatch, hrefOf } from "../shell/router.ts";
import { PageHead } from "../ui/page-head.tsx";

const tabs = ["settings", "credentials", "keys", "origins", "partners", "processorAccounts"] as const;

/** The title of the settings, and the way between their pages. */
export function SettingsHead({ children }: { children?: ComponentChildren }) {
	const { words, may } = useApp();
	const name = currentMatch.value?.name;
	const current = tabs.find((tab) => tab === name) ?? "settings";
	const allowed = tabs.filter((tab) => {
		const permission = pagePermissions[tab];
		return permission === undefined || may(permission);
	});
	return (
		<>
			<PageHead title={current === "settings" ? words.settings.title : words.settings.tabs[current]}>
				{children}
			</PageHead>
			<nav class="tabs" aria-label={words.settings.title}>
				{allowed.map((tab) => (
					<a key={tab} href={hrefOf(tab, {})} {...(tab === current && { "aria-current": "page" as const })}>
						{words.settings.tabs[tab]}
					</a>
				))}
			</nav>
		</>
	);
}
