import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { type PageName, pages } from "../addresses.ts";
import type { Words } from "../locale/words.ts";
import { useApp } from "../shell/app.ts";
import { currentMatch, hrefOf, type ParametersOf, pageChanges } from "../shell/router.ts";
import { Breakable } from "./breakable.tsx";
import { Icon } from "./icon.tsx";

export type MainPage = keyof Words["shell"]["pages"];

export interface PageHeadProps {
	title: string;
	/** A chip below the title. */
	status?: VNode;
	children?: ComponentChildren;
	back?: MainPage | { href: string; label: string } | undefined;
}

/** Its title takes the focus on a new page: nothing else would tell a screen reader that the page has changed. */
export function PageHead({ title, status, back, children }: PageHeadProps) {
	const { session, words } = useApp();
	const { mode } = session.merchant;
	// Tabs of an account with both modes differ by it.
	const place = session.modes.length > 1 ? `${words.shell.modes[mode]} · Cardseal` : "Cardseal";
	const heading = useRef<HTMLHeadingElement>(null);
	const parent = typeof back === "string" ? { href: hrefOf(back, {}), label: words.shell.pages[back] } : back;
	useEffect(() => {
		document.title = `${title} · ${place}`;
	}, [title, place]);
	useEffect(() => {
		if (pageChanges.peek() > 0) heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<>
			<header class="page-head">
				<div class="page-title">
					{parent && (
						<a class="back small" href={parent.href}>
							{parent.label}
						</a>
					)}
					<h1 ref={heading} tabIndex={-1}>
						<Breakable text={title} />
					</h1>
				</div>
				{children && <div class="page-actions">{children}</div>}
			</header>
			{status && <p>{status}</p>}
		</>
	);
}

export function Download({ path, label }: { path: string; label: string }) {
	const { api } = useApp();
	return (
		<a class="button-quiet" href={api.root + path} download>
			<Icon name="download" />
			{label}
		</a>
	);
}

export interface TabbedHeadProps {
	title: string;
	/** Names the navigation between the pages, for screen readers. */
	label: string;
	tabs: { [Name in PageName]?: string };
	children?: ComponentChildren;
}

export function TabbedHead({ title, label, tabs, children }: TabbedHeadProps) {
	const { may } = useApp();
	const names = Object.keys(tabs) as (keyof typeof tabs)[];
	return (
		<>
			<PageHead title={title}>{children}</PageHead>
			<nav class="tabs" aria-label={label}>
				{names
					.filter((name) => may(pages[name].permission))
					.map((name) => (
						<a
							key={name}
							href={hrefOf(name, {} as ParametersOf<PageName>)}
							{...(name === currentMatch.value?.name && { "aria-current": "page" as const })}
						>
							{tabs[name]}
						</a>
					))}
			</nav>
		</>
	);
}

export interface PanelProps {
	title: ComponentChildren;
	action?: ComponentChildren;
	/** True for a part of the page without a frame, such as one around a list. */
	isOpen?: boolean;
	children: ComponentChildren;
}

export function Panel({ title, action, isOpen, children }: PanelProps) {
	const id = useId();
	const heading = <h2 id={id}>{title}</h2>;
	return (
		<section class={isOpen ? "section" : "panel section"} aria-labelledby={id}>
			{action ? (
				<div class="section-head">
					{heading}
					{action}
				</div>
			) : (
				heading
			)}
			{children}
		</section>
	);
}

export function News({ text }: { text: ComponentChildren }) {
	return <div role="status">{text && <p class="notice">{text}</p>}</div>;
}

export function Warning({ children }: { children: ComponentChildren }) {
	return (
		<p class="notice" data-tone="warning">
			{children}
		</p>
	);
}
