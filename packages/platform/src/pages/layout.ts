import { html } from "hono/html";
import type { Language } from "../language.ts";
import type { Markup } from "./page-parts.ts";

export interface PageContent {
	title: string;
	content: Markup;
	below?: Markup;
	language: Language;
	/** The name of the merchant whose page it is; ours by default. */
	owner?: string;
	/** The address of a script. */
	script?: string;
	/** The page loads itself again. */
	refreshSeconds?: number;
}

/** A page that works without scripts. */
export function pageOf({ title, content, below, language, owner, script, refreshSeconds }: PageContent): string {
	return html`<!doctype html>
<html lang="${language}">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<meta name="robots" content="noindex">
	${refreshSeconds === undefined ? "" : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
	<title>${title} · ${owner ?? "Cardseal"}</title>
	<link rel="icon" href="/docs/mark.svg">
	<link rel="stylesheet" href="/app/pages.css">
	${script === undefined ? "" : html`<script src="${script}" defer></script>`}
</head>
<body class="standalone">
	<header class="standalone-head">${owner === undefined ? html`<img src="/docs/mark.svg" alt="" width="32" height="32"> Cardseal` : html`<bdi>${owner}</bdi>`}</header>
	<main class="panel standalone-panel">
		${content}
	</main>
	${below === undefined ? "" : html`<footer class="standalone-below small">${below}</footer>`}
</body>
</html>
`.toString();
}
