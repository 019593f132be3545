import { useEffect, useRef, useState } from "preact/hooks";
import { pages } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { useApp } from "./app.ts";
import { type NavigationItem, navigationItems } from "./pages.ts";
import { currentMatch, hrefOf } from "./router.ts";
import { useToApprove } from "./to-approve.ts";

export function Navigation() {
	const { words, may } = useApp();
	const toApprove = useToApprove();
	const allowed = navigationItems.filter(({ page }) => may(pages[page].permission));
	const inBar = allowed.filter(({ isInBar }) => isInBar);
	const others = allowed.filter(({ isInBar }) => !isInBar);
	return (
		<nav class="navigation" aria-label={words.shell.navigation}>
			<ul class="navigation-bar">
				{inBar.map((item) => (
					<Item key={item.page} item={item} toApprove={toApprove} />
				))}
				{others.length > 0 && <More items={others} toApprove={toApprove} />}
			</ul>
		</nav>
	);
}

function Item({ item: { page, icon, covers = [] }, toApprove }: { item: NavigationItem; toApprove: number }) {
	const { words } = useApp();
	const name = currentMatch.value?.name;
	const isCurrent = name === page || covers.some((covered) => covered === name);
	return (
		<li>
			<a class="navigation-link" href={hrefOf(page, {})} {...(isCurrent && { "aria-current": "page" as const })}>
				<Icon name={icon} />
				<span>{words.shell.pages[page]}</span>
				{page === "wallet" && <ToApprove count={toApprove} />}
			</a>
		</li>
	);
}

function ToApprove({ count }: { count: number }) {
	const { words, formats } = useApp();
	if (count === 0) return null;
	const shown = formats.count(count);
	return (
		<>
			<span class="badge figures" aria-hidden="true">
				{shown}
			</span>
			<span class="visually-hidden">{words.shell.toApprove(shown)}</span>
		</>
	);
}

function More({ items, toApprove }: { items: NavigationItem[]; toApprove: number }) {
	const { words } = useApp();
	const [isOpen, setOpen] = useState(false);
	const place = useRef<HTMLLIElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const address = currentMatch.value;
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
				{items.some(({ page }) => page === "wallet") && <ToApprove count={toApprove} />}
			</button>
			<ul id="more-pages" class="navigation-rest" data-open={isOpen}>
				{items.map((item) => (
					<Item key={item.page} item={item} toApprove={toApprove} />
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
