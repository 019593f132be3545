import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { filesOfFirstScreen, findUnwanted, problemOfHash, problemOfSize, problemsOfGlobals } from "./bundles.ts";

describe("globals of a script", () => {
	test("one frozen global is fine", () => {
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
	])("a second one is found: %s", (extra, problem) => {
		expect(problemsOfGlobals(`var CardSeal = Object.freeze({});${extra}`, "CardSeal")).toEqual([problem]);
	});

	test("a global that can be changed is found", () => {
		expect(problemsOfGlobals("var CardSeal = {};", "CardSeal")).toEqual(["CardSeal is not frozen."]);
	});

	test("a script without the global is found", () => {
		expect(problemsOfGlobals("(() => Object.freeze({}))();", "CardSeal")).toEqual(["It does not define CardSeal."]);
	});
});

test("a file within its budget after gzip is fine, one byte more is not", () => {
	const text = randomBytes(1000).toString("hex");
	const bytes = Number(/^\d+/.exec(problemOfSize(text, 0) ?? "")?.[0]);
	expect(problemOfSize(text, bytes)).toBeUndefined();
	expect(problemOfSize(text, bytes - 1)).toContain("1 too many");
});

test("the hash of the very file is fine; another, none, or one of another kind is not", () => {
	const hash = (name: string, text: string) => `${name}-${createHash(name).update(text).digest("base64")}`;
	expect(problemOfHash("script", hash("sha384", "script"))).toBeUndefined();
	expect(problemOfHash("script", hash("sha384", "script "))).toContain("but the file has");
	expect(problemOfHash("script", hash("sha256", "script"))).toContain("but the file has");
	expect(problemOfHash("script", undefined)).toContain("but the file has");
});

test("every unwanted name is told, with what stands around it", () => {
	const found = findUnwanted(`a;fetch("/track");b`, ["eval(", "fetch("]);
	expect(found).toEqual([`It holds "fetch(": …a;fetch("/track");b…`]);
});

describe("the first screen", () => {
	test("is the shell, the overview and the overview's plot, each once, and no other page", () => {
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

	test("is not measured without the overview", () => {
		expect(() => filesOfFirstScreen({ "index.html": { file: "index.js" } })).toThrow("overview");
	});
});
