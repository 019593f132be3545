import { useEffect, useRef } from "preact/hooks";
import { useApp } from "./app.ts";
import { closeOnPressElsewhere } from "./navigation.tsx";
import { currentMatch, hrefOf } from "./router.ts";

export function UserMenu() {
	const { api, session, words } = useApp();
	const { user } = session;
	const menu = useRef<HTMLDetailsElement>(null);
	const close = () => menu.current?.removeAttribute("open");
	const address = currentMatch.value;
	// Another page closes it.
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
				<span class="visually-hidden">{`${words.shell.account}: ${user.name}`}</span>
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
