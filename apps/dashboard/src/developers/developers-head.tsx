import type { JSX } from "preact";
import { useApp } from "../shell/app.ts";
import { currentMatch, hrefOf } from "../shell/router.ts";
import { PageHead } from "../ui/page-head.tsx";

const tabs = ["developers"] as const;

/** The title of the pages for developers, and the way between them. */
export function DevelopersHead(): JSX.Element {
	const { developers } = useApp().words;
	const name = currentMatch.value?.name;
	return (
		<>
			<PageHead title={developers.title} />
			<nav class="tabs" aria-label={developers.title}>
				{tabs.map((tab) => (
					<a key={tab} href={hrefOf(tab, {})} {...(tab === name && { "aria-current": "page" as const })}>
						{developers.tabs[tab]}
					</a>
				))}
			</nav>
		</>
	);
}
