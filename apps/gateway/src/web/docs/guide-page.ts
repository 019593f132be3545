import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { Marked, Renderer } from "marked";
import { guides } from "./guides.ts";

const markdown = new Marked({
	renderer: {
		heading({ tokens, depth, text }) {
			return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
		},
		// Wide tables and code scroll on their own, also with the keyboard.
		table(token) {
			return `<div class="guide-wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
		},
		code({ text }) {
			return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
		},
		// The guides are Markdown alone.
		html: ({ text }) => escaped(text),
	},
});

/** Returns a guide as a page. Links between guides lead to their pages. */
export function guidePage(text: string): HtmlEscapedString | Promise<HtmlEscapedString> {
	const [, title = "Guide"] = /^# (.*)$/m.exec(text) ?? [];
	return html`<!doctype html>
<html lang="en">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<title>${title} · Cardseal</title>
	<link rel="icon" href="/docs/mark.svg">
	<link rel="stylesheet" href="/docs/style.css">
</head>
<body class="guide">
	<a class="skip-link" href="#content">Skip to the content</a>
	<nav aria-label="Guides"><a href="/docs">API</a>${guides.map(({ file, title }) => html` · <a href="/docs/guides/${file}">${title}</a>`)}</nav>
	<main id="content">
${raw(markdown.parse(text, { async: false }))}</main>
</body>
</html>`;
}

/** Derives an anchor from a heading as GitHub does: lower case, spaces to hyphens, other punctuation removed. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
