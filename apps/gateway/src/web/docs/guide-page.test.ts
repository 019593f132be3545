import { expect, test } from "vitest";
import { guidePage } from "./guide-page.ts";

/** Returns the text of the page's `main`. */
async function mainOf(markdown: string): Promise<string> {
	const [, main = ""] =
		/<main id="content">([\s\S]*)<\/main>/.exec(
			String(await guidePage({ file: "operate/keys.md", text: markdown }, (file) => file === "errors.md")),
		) ?? [];
	return main.trim();
}

test("the title of a guide is that of its page", async () => {
	expect(String(await guidePage({ file: "errors.md", text: "# Errors & reasons\n\nText." }, () => true))).toContain(
		"<title>Errors &amp; reasons · Cardseal</title>",
	);
});

test("headings have the anchors that links in Markdown use", async () => {
	expect(await mainOf("## What a `409` means, and why")).toBe(
		'<h2 id="what-a-409-means-and-why">What a <code>409</code> means, and why</h2>',
	);
});

test("tables and code scroll on their own", async () => {
	expect(await mainOf("| A | B |\n| --- | --- |\n| 1 | 2 |")).toMatch(
		/^<div class="guide-wide" [^>]*tabindex="0"><table>/,
	);
	expect(await mainOf("```js\na < b && c\n```")).toBe('<pre tabindex="0"><code>a &lt; b &amp;&amp; c</code></pre>');
});

test("HTML in a guide is text", async () => {
	expect(await mainOf("Send <script>alert(1)</script> or <id>.")).toBe(
		"<p>Send &lt;script&gt;alert(1)&lt;/script&gt; or &lt;id&gt;.</p>",
	);
});

test("links that lead to no guide are text, and comments are left out", async () => {
	const links = "[errors](../errors.md#reasons) [security](../../SECURITY.md) [site](https://example.com) [here](#a)";
	expect(await mainOf(`<!-- made by a script -->\n\n${links}`)).toBe(
		'<p><a href="../errors.md#reasons">errors</a> security <a href="https://example.com">site</a> <a href="#a">here</a></p>',
	);
});
