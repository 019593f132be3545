import { posix } from "node:path";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { Marked, Renderer } from "marked";
import { guides } from "./guides.ts";

export interface Guide {
	file: string;
	text: string;
}

/** Links to other places in the source code become text. */
export function guidePage(
	{ file, text }: Guide,
	isGuide: (file: string) => boolean,
): HtmlEscapedString | Promise<HtmlEscapedString> {
	const [, title = "Guide"] = /^# (.*)$/m.exec(text) ?? [];
	const leadsSomewhere = (href: string) => {
		const [path = ""] = href.split("#");
		return path === "" || URL.canParse(href) || isGuide(posix.join(posix.dirname(file), path));
	};
	const content = markdownOf(leadsSomewhere).parse(text, { async: false });
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
${raw(content)}</main>
</body>
</html>`;
}

function markdownOf(leadsSomewhere: (href: string) => boolean): Marked {
	return new Marked({
		renderer: {
			heading({ tokens, depth, text }) {
				return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
			},
			// Wide tables and code scroll inside the page; `tabindex` makes that possible by keyboard.
			table(token) {
				const table = withRowIds(Renderer.prototype.table.call(this, token));
				return `<div class="guide-wide" role="group" aria-label="Table" tabindex="0">${table}</div>\n`;
			},
			code({ text, lang }) {
				// A chart repeats the table before it.
				if (lang === "mermaid") return "";
				return String(html`<pre tabindex="0"><code>${text}</code></pre>\n`);
			},
			link(token) {
				return leadsSomewhere(token.href)
					? Renderer.prototype.link.call(this, token)
					: this.parser.parseInline(token.tokens);
			},
			// Guides have no HTML but comments. Escaping shows mistakes.
			html: ({ text }) => (text.startsWith("<!--") ? "" : String(html`${text}`)),
		},
	});
}

/** Errors link to the rows of a table of reasons. */
function withRowIds(table: string): string {
	if (!/<th>reason<\/th>/.test(table)) return table;
	return table.replaceAll(/<tr>(\s*<td><code>([a-z_0-9]+)<\/code>)/g, '<tr id="$2">$1');
}

/** Derives an anchor as GitHub does: lower case, spaces to hyphens, other punctuation removed. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}
