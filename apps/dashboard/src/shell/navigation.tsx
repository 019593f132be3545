import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";
import { useApp } from "./app.ts";
import { pagePermissions } from "./page-permissions.ts";
import { type NavigationItem, navigationItems } from "./pages.ts";
import { currentMatch, hrefOf } from "./router.ts";

/** The way to every page that this person may see: at the side, and on a phone at the bottom. */
export function Navigation(): JSX.Element {
	const { words, may } = useApp();
	const allowed = navigationItems.filter(({ page }) => {
		const permission = pagePermissions[page];
		return permission === undefined || may(permission);
	});
	const inBar = allowed.filter(({ isInBar }) => isInBar);
	const others = allowed.filter(({ isInBar }) => !isInBar);
	return (
		<nav class="navigation" aria-label={words.shell.navigation}>
			<ul class="navigation-bar">
				{inBar.map((item) => (
					<Item key={item.page} item={item} />
				))}
				{others.length > 0 && <More items={others} />}
			</ul>
		</nav>
	);
}

function Item({ item: { page, icon, covers = [] } }: { item: NavigationItem }): JSX.Element {
	const { words } = useApp();
	const name = currentMatch.value?.name;
	const isCurrent = name === page || covers.some((covered) => covered === name);
	return (
		<li>
			<a class="navigation-link" href={hrefOf(page, {})} {...(isCurrent && { "aria-current": "page" as const })}>
				<Icon name={icon} />
				<span>{words.shell.pages[page]}</span>
			</a>
		</li>
	);
}

/** Links without room in the bar of a phone. On wide screens all links show and the button does not. */
function More({ items }: { items: NavigationItem[] }): JSX.Element {
	const { words } = useApp();
	const [isOpen, setOpen] = useState(false);
	const place = useRef<HTMLLIElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const address = currentMatch.value;
	// Another page closes it.
	useEffect(() => setOpen(false), [address]);
	useEffect(() => closeOnPressElsewhere(place.current, () => setOpen(false)), []);

	function closeOnEscape(event: KeyboardEvent): void {
		if (event.key !== "Escape" || !isOpen) return;
		setOpen(false);
		button.current?.focus();
	}

	return (
		<li class="navigation-more" ref={place} onKeyDown={closeOnEscape}>
			<button
				ref={button}
				type="button"
				class="navigation-link"
				aria-expanded={isOpen}
				aria-controls="more-pages"
				onClick={() => setOpen(!isOpen)}
			>
				<Icon name="more" />
				<span>{words.shell.more}</span>
			</button>
			<ul id="more-pages" class="navigation-rest" data-open={isOpen}>
				{items.map((item) => (
					<Item key={item.page} item={item} />
				))}
			</ul>
		</li>
	);
}

/** @returns stops listening */
export function closeOnPressElsewhere(place: Element | null, close: () => void): () => void {
	const listen = (event: PointerEvent) => {
		if (event.target instanceof Node && !place?.contains(event.target)) close();
	};
	addEventListener("pointerdown", listen);
	return () => removeEventListener("pointerdown", listen);
}
