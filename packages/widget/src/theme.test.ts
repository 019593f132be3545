import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrastWarnings, ignoredStyles, isReadable, themeProperties } from "./theme.ts";
import type { Theme } from "./wire/messages.ts";

const stylesheet = readFileSync(new URL("./frame.css", import.meta.url), "utf8");
const tokens = readFileSync(new URL("../../ui/src/tokens.css", import.meta.url), "utf8");

test("a theme becomes custom properties of the style sheet", () => {
	const theme: Theme = {
		accent: "#0a6",
		text: "#111111",
		background: "#FFF",
		border: "#777777",
		danger: "#b00020",
		radius: 0,
		spacing: 24,
		fontSize: 14,
		fontFamily: "serif",
	};
	const properties = themeProperties(theme);

	expect(Object.fromEntries(properties)).toEqual({
		"--color-accent": "#0a6",
		"--color-text": "#111111",
		"--color-surface": "#FFF",
		"--color-control-border": "#777777",
		"--color-danger": "#b00020",
		"--color-muted": "#111111",
		"--color-placeholder": expect.stringContaining("var(--color-text)"),
		"--radius": "0px",
		"--space": "24px",
		"--text": "14px",
		"--font": expect.stringContaining("Georgia"),
	});
	for (const property of properties.keys()) expect(stylesheet).toContain(`var(${property})`);
});

test.each([
	{ accent: "red" },
	{ accent: "#12345" },
	{ accent: "#fff;}*{display:none" },
	{ text: "url(https://evil.example/)" },
	{ background: "var(--x)" },
	{ text: "transparent" },
	{ radius: -1 },
	{ radius: 25 },
	{ radius: Number.NaN },
	{ spacing: 3 },
	{ fontSize: Number.POSITIVE_INFINITY },
	{ fontSize: "16px" },
	{ fontFamily: "Comic Sans" },
	{ fontFamily: "constructor" },
	{ scheme: "sepia" },
])("%j is left out of the style", (theme) => {
	expect(themeProperties(theme as Theme).size).toBe(0);
});

test("ignored style options are named: unknown ones and those with an invalid value", () => {
	const used = {
		scheme: "page",
		background: "transparent",
		brands: "Visa JCB",
		accent: "#0a6",
		radius: 0,
		fontFamily: "serif",
	};
	expect(ignoredStyles(used)).toEqual([]);
	expect(ignoredStyles({ ...used, fontColor: "#000", text: "red", spacing: 99, scheme: "sepia" })).toEqual([
		"scheme",
		"fontColor",
		"text",
		"spacing",
	]);
	const many = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`${index}${"x".repeat(99)}`, 1]));
	expect(ignoredStyles(many).join().length).toBeLessThan(1_000);
});

test("hints are as dark as the text when the background is not the default one", () => {
	expect(themeProperties({ background: "#123456" }).get("--color-muted")).toBe("var(--color-text)");
});

describe("the contrast of a theme", () => {
	const readable = { accent: "#0f766e", text: "#0f172a", background: "#ffffff", border: "#7a869c", danger: "#b42318" };

	test("causes no warning when it is sufficient", () => {
		expect(contrastWarnings((name) => readable[name])).toEqual([]);
	});

	test.each([
		["text", "#777", "4.47", "4.5"],
		["danger", "#ff0000", "3.99", "4.5"],
		["accent", "#ffff00", "1.07", "3"],
		["border", "#ddd", "1.35", "3"],
	])("(WCAG 1.4.3, 1.4.11) of %s in %s on white is %s, where %s is required", (name, colour, ratio, least) => {
		const theme = { ...readable, [name]: colour };

		expect(contrastWarnings((asked) => theme[asked])).toEqual([
			`Cardseal: the theme's ${name} has a contrast of ${ratio} with its background; WCAG 2.2 AA requires ${least}.`,
		]);
	});
});

describe("a theme's words", () => {
	const themed = { accent: "#0f766e", text: "#0f172a", background: "#ffffff", border: "#7a869c", danger: "#b42318" };

	test.each([
		["text", "#ffffff", false],
		["text", "#959595", false],
		["text", "#949494", true],
		["danger", "#ffeeee", false],
		["danger", "#ff0000", true],
		["accent", "#ffffff", true],
		["border", "#ffffff", true],
	])("with %s in %s on white are readable: %s (3:1)", (name, colour, expected) => {
		const theme = { ...themed, [name]: colour };
		expect(isReadable((asked) => theme[asked])).toBe(expected);
	});
});

describe("the frame's own colours", () => {
	test.each([
		[":root {", ":root {"],
		[':root[data-theme="auto"] {', "\t:root {"],
		[':root[data-theme="dark"] {', "\t:root {"],
	])("in the %s scheme are those of all our pages", (selector, pages) => {
		const ours = colorsUnder(stylesheet, selector);
		const everywhere = colorsUnder(tokens, pages);

		expect(ours.size).toBe(6);
		expect([...ours]).toEqual([...ours.keys()].map((name) => [name, everywhere.get(name)]));
	});
});

function colorsUnder(css: string, selector: string): Map<string, string> {
	const start = css.indexOf(selector);
	const block = start < 0 ? "" : css.slice(start, css.indexOf("}", start));
	return new Map(
		Array.from(block.matchAll(/(--color-[a-z-]+): (#[0-9a-f]{6});/g), ([, name = "", value = ""]) => [name, value]),
	);
}
