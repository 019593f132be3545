import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The declarations of one theme, read from the stylesheet the pages are served. */
type Tokens = ReadonlyMap<string, string>;

const stylesheet = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const light = tokensUnder(":root {");
const dark = tokensUnder("\t:root {");

/** WCAG 2.2 1.4.3: 4.5:1 for text. Every pair that stands on a page, foreground first. */
const textPairs = [
	...onEach("text", [
		"border",
		"background",
		"surface",
		"subtle",
		"accent-soft",
		"danger-soft",
		"warning-soft",
		"success-soft",
	]),
	...onEach("muted", ["background", "surface", "subtle", "accent-soft", "danger-soft", "warning-soft", "success-soft"]),
	...onEach("accent", [
		"background",
		"surface",
		"subtle",
		"accent-soft",
		"danger-soft",
		"warning-soft",
		"success-soft",
	]),
	...onEach("accent-strong", ["background", "surface", "subtle", "accent-soft"]),
	...onEach("danger", ["background", "surface", "subtle", "danger-soft"]),
	...onEach("warning", ["background", "surface", "subtle", "warning-soft"]),
	...onEach("success", ["background", "surface", "subtle", "success-soft"]),
	...onEach("on-accent", ["accent", "accent-strong"]),
];

/** WCAG 2.2 1.4.11: 3:1 for the edges of controls and for the focus ring. */
const edgePairs = [
	...onEach("control-border", ["background", "surface", "subtle"]),
	...onEach("accent", ["background", "surface", "subtle"]),
	...onEach("danger", ["background", "surface"]),
];

describe.each([
	["light", light],
	["dark", dark],
])("colours of the %s theme", (_name, tokens) => {
	test.each(textPairs)("text in %s on %s reads at 4.5:1 or better (WCAG 1.4.3)", (foreground, background) => {
		expect(contrast(tokens, foreground, background)).toBeGreaterThanOrEqual(4.5);
	});

	test.each(edgePairs)("an edge in %s on %s shows at 3:1 or better (WCAG 1.4.11)", (foreground, background) => {
		expect(contrast(tokens, foreground, background)).toBeGreaterThanOrEqual(3);
	});
});

test("the dark theme leaves no light colour behind", () => {
	const colours = [...light.keys()].filter((name) => name.startsWith("--color-"));
	expect([...dark.keys()]).toEqual(expect.arrayContaining(colours));
});

describe("the contrast sum itself", () => {
	test("gives 21 for black on white and 4.48 for #777777 on white, as WCAG's own examples do", () => {
		const known = new Map([
			["--color-black", "#000000"],
			["--color-white", "#ffffff"],
			["--color-grey", "#777777"],
		]);
		expect(contrast(known, "black", "white")).toBeCloseTo(21, 5);
		expect(contrast(known, "grey", "white")).toBeCloseTo(4.48, 2);
	});
});

function onEach(foreground: string, backgrounds: string[]): [string, string][] {
	return backgrounds.map((background) => [foreground, background]);
}

function tokensUnder(selector: string): Tokens {
	const start = stylesheet.indexOf(selector);
	if (start < 0) throw new Error(`tokens.css has no rule "${selector}"`);
	const body = stylesheet.slice(start + selector.length, stylesheet.indexOf("}", start));
	const declarations = body.matchAll(/(--[a-z0-9-]+):\s*([^;]+);/g);
	return new Map(Array.from(declarations, ([, name = "", value = ""]) => [name, value]));
}

/** WCAG 2.2, "contrast ratio": (lighter + 0.05) / (darker + 0.05). */
function contrast(tokens: Tokens, foreground: string, background: string): number {
	const [darker = 0, lighter = 0] = [luminance(tokens, foreground), luminance(tokens, background)].sort(
		(a, b) => a - b,
	);
	return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, "relative luminance" of an sRGB colour. */
function luminance(tokens: Tokens, name: string): number {
	const hex = tokens.get(`--color-${name}`);
	if (hex === undefined || !/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`--color-${name} is not a six-digit colour`);
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
