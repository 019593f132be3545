import { html } from "hono/html";
import type { Language } from "../../language.ts";

/** HTML with every value in it escaped. */
type Markup = ReturnType<typeof html>;

export interface PageContent {
	/** Of the browser's tab; what went wrong comes first, since that is read out first. */
	title: string;
	/** What stands in the one panel, its heading included. */
	content: Markup;
	/** What stands below the panel, for those who want something else. */
	below?: Markup;
	/** English where it is not said. */
	language?: Language;
}

/** A page that works without a script: the mark, one panel, and what leads elsewhere. */
export function pageOf({ title, content, below, language = "en" }: PageContent): string {
	return html`<!doctype html>
<html lang="${language}">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<meta name="robots" content="noindex">
	<title>${title} · Cardseal</title>
	<link rel="icon" href="/docs/mark.svg">
	<link rel="stylesheet" href="/app/pages.css">
</head>
<body class="door">
	<header class="door-head"><img src="/docs/mark.svg" alt="" width="32" height="32"> Cardseal</header>
	<main class="panel door-panel">
		${content}
	</main>
	${below === undefined ? "" : html`<footer class="door-below small">${below}</footer>`}
</body>
</html>
`.toString();
}
