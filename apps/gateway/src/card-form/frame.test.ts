import type { PageData } from "@cardseal/widget/server";
import { describe, expect, test } from "vitest";
import { framePage } from "./frame.ts";

const file = (hashedName: string) => ({ hashedName, body: "", contentType: "", integrity: "sha384-abc" });

function pageWith(publicKey: string): string {
	const data = {
		publicKey,
		origin: "https://shop.example",
		words: { form: "Card details", loading: "Still loading…" } as PageData["words"],
		languages: {},
		marks: { url: "", integrity: "" },
		receiptLanguage: null,
		refusal: null,
		advice: null,
	};
	return framePage({ language: "he", script: file("frame-1.js"), style: file("frame-1.css"), data });
}

/** Returns the data as a browser reads it: up to the end of the element. */
function dataIn(page: string): unknown {
	return JSON.parse(/id="frame">(.*?)<\/script/is.exec(page)?.[1] ?? "");
}

describe("framePage", () => {
	test.each(["</script><script>alert(1)</script>", "<!--<script>", "</SCRIPT >", "\u2028]]>&lt;", '"}'])(
		"X-31 carries %j as data, whatever markup it contains",
		(text) => {
			const page = pageWith(text);
			expect(dataIn(page)).toMatchObject({ publicKey: text, origin: "https://shop.example" });
			expect(page.match(/<script/gi)).toHaveLength(2);
		},
	);

	test("declares language and direction", () => {
		expect(pageWith("")).toContain('<html lang="he" dir="rtl">');
	});

	test("is named, and holds the words for a slow network", () => {
		expect(pageWith("")).toContain("<title>Card details</title>");
		expect(pageWith("")).toContain("<span>Still loading…</span>");
	});
});
