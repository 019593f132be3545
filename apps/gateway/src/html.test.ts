import { describe, expect, test } from "vitest";
import { html } from "./html.ts";

describe("html", () => {
	test("X-31 escapes what is put into an element or a quoted attribute", () => {
		const text = `<img src=x onerror="alert('1')"> & co`;
		expect(html`<p title="${text}">${text}</p>`.text).toBe(
			`<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co</p>`,
		);
	});

	test("takes HTML as it is, one piece or many, and a number as its digits", () => {
		const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
		expect(html`<ul>${items}</ul>${html`<hr>`}${2}`.text).toBe("<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>2");
	});
});
