import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { filesOfFirstScreen, findUnwanted, problemOfHash, problemOfSize, problemsOfGlobals } from "./bundles.ts";

describe("globals of a script", () => {
	test("one frozen global passes", () => {
		expect(problemsOfGlobals("var CardSeal = (() => Object.freeze({ version: 1 }))();", "CardSeal")).toEqual([]);
	});

	test.each([
		["var helper = 1;", "It also defines helper."],
		["function helper() {}", "It also defines helper."],
		["const helper = 1;", "It also defines helper."],
		["let helper;", "It also defines helper."],
		["class helper {}", "It also defines helper."],
		["globalThis.helper = 1;", "It also defines helper."],
		["Object.defineProperty(globalThis, 'helper', { value: 1 });", "It also defines helper."],
	])("a second global fails: %s", (extra, problem) => {
		expect(problemsOfGlobals(`var CardSeal = Object.freeze({});${extra}`, "CardSeal")).toEqual([problem]);
	});

	test("a mutable global fails", () => {
		expect(problemsOfGlobals("var CardSeal = {};", "CardSeal")).toEqual(["CardSeal is not frozen."]);
	});

	test("a script without the global fails", () => {
		expect(problemsOfGlobals("(() => Object.freeze({}))();", "CardSeal")).toEqual(["It does not define CardSeal."]);
	});
});

test("a file within its budget after gzip passes, one byte more fails", () => {
	const text = randomBytes(1000).toString("hex");
	const bytes = Number(/^\d+/.exec(problemOfSize(text, 0) ?? "")?.[0]);
	expect(problemOfSize(text, bytes)).toBeUndefined();
	expect(problemOfSize(text, bytes - 1)).toContain("1 too many");
});

test("only the exact hash of the file passes", () => {
	const hash = (name: string, text: string) => `${name}-${createHash(name).update(text).digest("base64")}`;
	expect(problemOfHash("script", hash("sha384", "script"))).toBeUndefined();
	expect(problemOfHash("script", hash("sha384", "script "))).toContain("but the file has");
	expect(problemOfHash("script", hash("sha256", "script"))).toContain("but the file has");
	expect(problemOfHash("script", undefined)).toContain("but the file has");
});

test("every unwanted name is reported with its surroundings", () => {
	const found = findUnwanted(`a;fetch("/track");b`, ["eval(", "fetch("]);
	expect(found).toEqual([`It holds "fetch(": …a;fetch("/track");b…`]);
});

describe("the first screen", () => {
	test("contains shell, overview and plot, each once, and no other page", () => {
		const overview = "src/overview/overview-page.tsx";
		const manifest = {
			"index.html": {
				file: "index.js",
				css: ["index.css"],
				imports: ["_shared.js"],
				dynamicImports: [overview, "other"],
			},
			"_shared.js": { file: "shared.js" },
			[overview]: { file: "overview.js", imports: ["_shared.js"], dynamicImports: ["plot"] },
			plot: { file: "plot.js", css: ["plot.css"] },
			other: { file: "other.js" },
		};
		expect(filesOfFirstScreen(manifest).sort()).toEqual(
			["index.css", "index.js", "overview.js", "plot.css", "plot.js", "shared.js"].sort(),
		);
	});

	test("throws when the manifest lacks the overview", () => {
		expect(() => filesOfFirstScreen({ "index.html": { file: "index.js" } })).toThrow("overview");
	});
});
