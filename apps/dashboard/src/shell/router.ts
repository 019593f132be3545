import { computed, type ReadonlySignal, signal } from "@preact/signals-core";
import { type PageName, pages, root } from "../addresses.ts";

export type Parameters<Address extends string> = Address extends `${string}{${infer Name}}${infer Rest}`
	? { [Key in Name]: string } & Parameters<Rest>
	: unknown;

export type ParametersOf<Name extends PageName> = Parameters<(typeof pages)[Name]["address"]>;

export interface Match {
	name: PageName;
	parameters: Record<string, string>;
}

/** Empty and undefined values are left out. */
export type Query = Record<string, string | undefined>;

const patterns = Object.entries(pages).map(([name, { address }]) => ({
	name: name as PageName,
	pattern: new RegExp(`^${address.replaceAll(/\{(\w+)\}/g, "(?<$1>[0-9A-Za-z_-]+)")}/?$`),
}));

export type Mode = "live" | "demo";

/** A live merchant and its demo twin have the same pages below different roots. */
export function rootOf(mode: Mode): string {
	return `${root}/${mode}`;
}

export function rootIn(pathname: string): string {
	return /^\/app\/(?:live|demo)(?=\/|$)/.exec(pathname)?.[0] ?? root;
}

/** Pages below another root belong to another merchant, so they are reloaded. */
let ownRoot: string = root;

export function matchPath(path: string): Match | undefined {
	if (rootIn(path) !== ownRoot || !path.startsWith(ownRoot)) return undefined;
	const pathname = root + path.slice(ownRoot.length);
	for (const { name, pattern } of patterns) {
		const found = pattern.exec(pathname);
		if (found !== null) return { name, parameters: { ...found.groups } };
	}
	return undefined;
}

export function hrefOf<Name extends PageName>(name: Name, parameters: ParametersOf<Name>, query: Query = {}): string {
	const values = parameters as Record<string, string>;
	const path = pages[name].address.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ""));
	return ownRoot + path.slice(root.length) + searchOf(query);
}

export function hrefIn(mode: Mode, name: PageName): string {
	return rootOf(mode) + pages[name].address.slice(root.length);
}

export function searchOf(query: Query): string {
	const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
	return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

const address = signal({ pathname: "", search: "" });

export const currentMatch: ReadonlySignal<Match | undefined> = computed(() => matchPath(address.value.pathname));

export const currentQuery: ReadonlySignal<URLSearchParams> = computed(() => new URLSearchParams(address.value.search));

/** Without loading. From the second page on, the heading takes the focus. */
export const pageChanges = signal(0);

/** With `replace`, Back skips this page. */
export function navigate(href: string, { replace = false } = {}): void {
	if (replace) history.replaceState(null, "", href);
	else history.pushState(null, "", href);
	const { pathname } = address.peek();
	readAddress();
	if (pathname !== address.peek().pathname) scrollTo(0, 0);
}

export function startRouting(): void {
	ownRoot = rootIn(location.pathname);
	readAddress();
	addEventListener("popstate", readAddress);
	document.addEventListener("click", followLink);
}

function readAddress(): void {
	const { pathname, search } = location;
	const changesPage = address.peek().pathname !== "" && address.peek().pathname !== pathname;
	address.value = { pathname, search };
	if (changesPage) pageChanges.value += 1;
}

function followLink(event: MouseEvent): void {
	const link = event.target instanceof Element ? event.target.closest("a") : null;
	if (link === null || event.defaultPrevented || event.button !== 0) return;
	// A new tab, a window or a download.
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
	const { origin, pathname, search, hash } = new URL(link.href);
	if (link.target !== "" || link.hasAttribute("download") || origin !== location.origin || hash !== "") return;
	if (matchPath(pathname) === undefined) return;
	event.preventDefault();
	navigate(pathname + search);
}
