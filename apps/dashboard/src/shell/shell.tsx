import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { pages } from "../addresses.ts";
import { NoPermission, SkeletonRows } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { useApp } from "./app.ts";
import { closeOnPressElsewhere, Navigation } from "./navigation.tsx";
import { pageLoaders } from "./pages.ts";
import { currentMatch, hrefOf, type Match, pageChanges, rootOf } from "./router.ts";

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
	const isAllowed = may(pages[match.name].permission);
	// A function is wrapped, since the state would call it.
	const [loaded, setLoaded] = useState<{ name: string; Page: ComponentType<Record<string, string>> }>();
	useEffect(() => {
		if (!isAllowed) return;
		let isWanted = true;
		void pageLoaders[match.name]().then((Page) => {
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

const order = ["live", "demo"] as const;

function ModeSwitch() {
	const { session, words } = useApp();
	const { mode } = session.merchant;
	const hints = { live: words.shell.liveHint, demo: words.shell.demoHint };
	if (session.modes.length === 1) {
		return (
			<span class="chip" data-tone={mode === "demo" ? "warning" : "success"} title={hints[mode]}>
				{words.shell.modes[mode]}
			</span>
		);
	}
	return (
		<nav class="mode-switch" aria-label={words.shell.mode}>
			{order.map((one) => (
				<a
					key={one}
					class="mode-link"
					href={rootOf(one)}
					title={hints[one]}
					data-mode={one}
					{...(one === mode && { "aria-current": "true" as const })}
				>
					{words.shell.modes[one]}
				</a>
			))}
		</nav>
	);
}

function UserMenu() {
	const { api, session, words } = useApp();
	const { user } = session;
	const menu = useRef<HTMLDetailsElement>(null);
	const close = () => menu.current?.removeAttribute("open");
	const address = currentMatch.value;
	useEffect(close, [address]);
	useEffect(() => closeOnPressElsewhere(menu.current, close), []);

	function closeOnEscape(event: KeyboardEvent): void {
		if (event.key !== "Escape") return;
		close();
		menu.current?.querySelector("summary")?.focus();
	}

	return (
		<details ref={menu} class="user-menu" onKeyDown={closeOnEscape}>
			<summary>
				<span class="visually-hidden">{`${words.account.title}: ${user.name}`}</span>
				<span class="initials" aria-hidden="true">
					{initialsOf(user.name)}
				</span>
			</summary>
			<div class="user-card panel">
				<p class="user-name">
					<bdi>{user.name}</bdi>
				</p>
				<p class="small muted">
					<bdi>{user.email}</bdi>
				</p>
				<p class="small muted">{words.shell.roles[user.role]}</p>
				<p>
					<a class="user-link" href={hrefOf("account", {})}>
						{words.shell.accountLink}
					</a>
				</p>
				<p>
					<a class="user-link" href="/docs">
						{words.shell.docs}
					</a>
				</p>
				<form method="post" action="/app/sign-out">
					<input type="hidden" name="csrf_token" value={api.csrfToken.value} />
					<button type="submit" class="button-quiet">
						{words.shell.signOut}
					</button>
				</form>
			</div>
		</details>
	);
}

function initialsOf(name: string): string {
	const words = name.split(/\s+/).filter(Boolean);
	const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
	return ends
		.map((word) => [...(word ?? "")][0] ?? "")
		.join("")
		.toUpperCase();
}
