import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { pagePermissions } from "../shell/page-permissions.ts";
import { currentMatch, hrefOf } from "../shell/router.ts";
import { PageHead } from "../ui/page-head.tsx";

const tabs = ["developers", "events", "endpoints"] as const;

/** The title of the pages for developers, and the way between them. */
export function DevelopersHead({ children }: { children?: ComponentChildren }) {
	const { words, may } = useApp();
	const { developers } = words;
	const name = currentMatch.value?.name;
	const allowed = tabs.filter((tab) => {
		const permission = pagePermissions[tab];
		return permission === undefined || may(permission);
	});
	return (
		<>
			<PageHead title={developers.title}>{children}</PageHead>
			<nav class="tabs" aria-label={developers.title}>
				{allowed.map((tab) => (
					<a key={tab} href={hrefOf(tab, {})} {...(tab === name && { "aria-current": "page" as const })}>
						{developers.tabs[tab]}
					</a>
				))}
			</nav>
		</>
	);
}
