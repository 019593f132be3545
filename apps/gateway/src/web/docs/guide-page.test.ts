import { expect, test } from "vitest";
import { guidePage } from "./guide-page.ts";

/** Returns the text of the page's `main`. */
async function mainOf(markdown: string): Promise<string> {
	const [, main = ""] = /<main id="content">([\s\S]*)<\/main>/.exec(String(await guidePage(markdown))) ?? [];
	return main.trim();
}

test("the title of a guide is that of its page", async () => {
	expect(String(await guidePage("# Errors & reasons\n\nText."))).toContain(
		"<title>Errors &amp; reasons · Cardseal</title>",
	);
});

test("headings have the anchors that links in Markdown use", async () => {
	expect(await mainOf("## What a `409` means, and why")).toBe(
		'<h2 id="what-a-409-means-and-why">What a <code>409</code> means, and why</h2>',
	);
});

test("tables and code scroll on their own", async () => {
	expect(await mainOf("| A | B |\n| --- | --- |\n| 1 | 2 |")).toMatch(/^<div class="guide-wide" tabindex="0"><table>/);
	expect(await mainOf("```js\na < b && c\n```")).toBe('<pre tabindex="0"><code>a &lt; b &amp;&amp; c</code></pre>');
});

test("HTML in a guide is text", async () => {
	expect(await mainOf("Send <script>alert(1)</script> or <id>.")).toBe(
		"<p>Send &lt;script&gt;alert(1)&lt;/script&gt; or &lt;id&gt;.</p>",
	);
});
