import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { pageChanges } from "../shell/router.ts";
import { Breakable } from "./breakable.tsx";

export interface PageHeadProps {
	title: string;
	/** The page's actions, at most one of them primary. */
	children?: ComponentChildren;
	/** The parent page, as a link above the title. */
	back?: { href: string; label: string };
}

/**
 * The top of every page. Its title is the document's, and takes the focus when another page was left for this one: nothing
 * else would tell a screen reader that the page has changed.
 */
export function PageHead({ title, back, children }: PageHeadProps) {
	const { session, words } = useApp();
	const { mode } = session.merchant;
	// Tabs of an account with both modes differ by it.
	const place = session.modes.length > 1 ? `${words.shell.modes[mode]} · Cardseal` : "Cardseal";
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		document.title = `${title} · ${place}`;
	}, [title, place]);
	useEffect(() => {
		if (pageChanges.peek() > 0) heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<header class="page-head">
			<div class="page-title">
				{back && (
					<a class="back small" href={back.href}>
						{back.label}
					</a>
				)}
				<h1 ref={heading} tabIndex={-1}>
					<Breakable text={title} />
				</h1>
			</div>
			{children && <div class="page-actions">{children}</div>}
		</header>
	);
}
