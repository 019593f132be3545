import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { NoPermission, SkeletonRows } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { useApp } from "./app.ts";
import { ModeSwitch } from "./mode-switch.tsx";
import { Navigation } from "./navigation.tsx";
import { pagePermissions } from "./page-permissions.ts";
import { pages } from "./pages.ts";
import { currentMatch, hrefOf, type Match, pageChanges } from "./router.ts";
import { UserMenu } from "./user-menu.tsx";

export function Shell() {
	const { session, words } = useApp();
	const match = currentMatch.value;
	return (
		<div class="shell">
			<a class="skip-link" href="#content">
				{words.shell.skip}
			</a>
			<header class="shell-head" data-mode={session.merchant.mode}>
				<a class="shell-home" href={hrefOf("overview", {})}>
					<img src="/docs/mark.svg" alt="Cardseal" width="28" height="28" />
					<span class="merchant-name">
						<bdi>{session.merchant.name}</bdi>
					</span>
				</a>
				<ModeSwitch />
				<UserMenu />
			</header>
			<SandboxTime />
			<Navigation />
			<main id="content" tabIndex={-1} class="shell-content">
				{match === undefined ? <NoPage /> : <CurrentPage match={match} />}
			</main>
		</div>
	);
}

/** Shows the time of a sandbox whose clock was moved. Each page that opens asks again, since it may move again. */
function SandboxTime() {
	const { session, words, formats, now, renewSession } = useApp();
	const isDemo = session.merchant.mode === "demo";
	const changes = pageChanges.value;
	useEffect(() => {
		// The first page has just read it.
		if (isDemo && changes > 0) renewSession();
	}, [isDemo, changes]);
	if (!isDemo || session.clock.ahead_ms === 0) return null;
	return (
		<aside class="sandbox-time small figures" aria-label={words.shell.sandboxClock}>
			{words.shell.sandboxTime(formats.moment(now()))}
		</aside>
	);
}

/** The page of an address, loaded when it is first wanted. A new id in the address is a new page. */
function CurrentPage({ match }: { match: Match }) {
	const { may, words } = useApp();
	const isAllowed = may(pagePermissions[match.name]);
	// A function is wrapped, since the state would call it.
	const [loaded, setLoaded] = useState<{ name: string; Page: ComponentType<Record<string, string>> }>();
	useEffect(() => {
		if (!isAllowed) return;
		let isWanted = true;
		void pages[match.name]().then((Page) => {
			// The address has exactly the ids that the page takes: both are typed by it.
			if (isWanted) setLoaded({ name: match.name, Page: Page as ComponentType<Record<string, string>> });
		});
		return () => {
			isWanted = false;
		};
	}, [match.name, isAllowed]);
	if (!isAllowed) {
		return (
			<>
				<PageHead title={words.shared.problemTitles.forbidden} />
				<NoPermission />
			</>
		);
	}
	if (loaded?.name !== match.name) return <SkeletonRows />;
	return <loaded.Page key={Object.values(match.parameters).join("/")} {...match.parameters} />;
}

function NoPage() {
	const { words } = useApp();
	return (
		<>
			<PageHead title={words.shell.noPage} />
			<p>{words.shell.noPageHint}</p>
			<p>
				<a href={hrefOf("overview", {})}>{words.shell.toOverview}</a>
			</p>
		</>
	);
}
