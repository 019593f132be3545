import { html } from "hono/html";
import type { Assets } from "../http/assets.ts";
import { language } from "../locale/en/language.ts";
import { pageWords as words } from "../locale/en/pages.ts";

/** Markup with every value in it escaped, as hono's `html` makes it. */
export type Markup = ReturnType<typeof html>;

/** The frame of every page: `scripts` are names of the shop's own scripts, `beforeScripts` what has to come ahead of them. */
export interface Page {
	readonly title: string;
	readonly main: Markup;
	readonly scripts?: readonly string[];
	readonly beforeScripts?: Markup;
}

/** A whole document. Pages are templates and not JSX, because Node runs the shop from its sources and does not read JSX. */
export function renderPage(assets: Assets, page: Page): Markup {
	const { title, main, scripts = [], beforeScripts = "" } = page;
	return html`<!doctype html>
<html lang="${language}">
<head>
	<meta charset="utf-8">
	<title>${title} · ${words.shopName}</title>
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<meta name="color-scheme" content="light dark">
	<meta name="robots" content="noindex">
	<link rel="icon" type="image/svg+xml" href="${assets.get("mark.svg").href}">
	${["tokens.css", "base.css", "shop.css"].map((name) => html`<link rel="stylesheet" href="${assets.get(name).href}">`)}
	${beforeScripts}
	${scripts.map((name) => script(assets, name))}
</head>
<body>
	<a class="skip-link" href="#content">${words.skipToContent}</a>
	<header class="site-header">
		<a class="site-name" href="/">${words.shopName}</a>
		<span class="chip">${words.demoShop}</span>
	</header>
	<main id="content" class="site-main" tabindex="-1">${main}</main>
	<footer class="site-footer muted small">${words.footer}</footer>
</body>
</html>`;
}

function script(assets: Assets, name: string): Markup {
	const { href, integrity } = assets.get(name);
	return html`<script type="module" src="${href}" integrity="${integrity}"></script>`;
}
