import { describe, expect, test } from "vitest";
import { parseIgnore } from "../run/project-files.ts";
import {
	findFullFolders,
	findPathsOutside,
	findUses,
	isMathRandom,
	isPlainSecretComparison,
	isTimeOfDay,
} from "./sources.ts";

const path = "apps/gateway/src/payments/sale.ts";

describe("finding the time of day", () => {
	test.each([
		"const now = Date.now();",
		"start({ now: Date.now });",
		"const at = new Date();",
		"const at = new Date;",
		"const text = Date();",
	])("%s is found", (text) => {
		expect(findUses({ path, text }, isTimeOfDay)).toHaveLength(1);
	});

	test.each([
		"const at = new Date(now);",
		"const at = Date.UTC(2030, 1, 1);",
		"const now = clock.now();",
		"// never Date.now()",
		`const message = "not Date.now()";`,
		"const at: Date = given;",
	])("%s is not found", (text) => {
		expect(findUses({ path, text }, isTimeOfDay)).toEqual([]);
	});

	test("the place is reported", () => {
		expect(findUses({ path, text: "\nconst now = Date.now();" }, isTimeOfDay)).toEqual([`${path}:2: Date.now`]);
	});
});

test("Math.random is found in code, and not in text", () => {
	const text = "// Math.random\nconst chance = Math.random();";
	expect(findUses({ path, text }, isMathRandom)).toEqual([`${path}:2: Math.random`]);
});

describe("finding comparisons of secrets", () => {
	test.each(["if (given.secret === secretHash) open();", "return mac !== expected;", "const is = csrfToken === text;"])(
		"%s is found",
		(text) => {
			expect(findUses({ path, text }, isPlainSecretComparison)).toHaveLength(1);
		},
	);

	test.each(["if (secret === undefined) refuse();", "timingSafeEqual(mac, expected);", "if (kind === other) go();"])(
		"%s is not found",
		(text) => {
			expect(findUses({ path, text }, isPlainSecretComparison)).toEqual([]);
		},
	);
});

describe("finding paths that leave the repository", () => {
	const isOurs = (found: string) => ["/home/ada/cardseal", "/home/ada/cardseal/apps/gateway/src/db"].includes(found);
	const find = (text: string) => findPathsOutside({ path, text }, "/home/ada/cardseal", isOurs);

	test.each([
		["out of the repository", "see ../../../../../elsewhere/notes.md"],
		["to nothing in it", "see ../notes/old.md"],
		["to the machine it was written on", "in /home/ada/cardseal/apps"],
	])("a path %s is found", (_kind, text) => {
		expect(find(text)).toHaveLength(1);
	});

	test.each([
		["to the root", "join(import.meta.dirname, '../../../..')"],
		["to a file of ours", `import { db } from "../db/database.ts";`],
		["of the system", "/usr/bin/chromium"],
		["that only begins like the repository's", "in /home/ada/cardseal-notes/old"],
		["that is part of a pattern", "text.replace(/\\.\\./g, name)"],
	])("a path %s is not found", (_kind, text) => {
		expect(findPathsOutside({ path, text }, "/home/ada/cardseal", isOurs)).toEqual([]);
	});

	test("a repository directly below the root does not claim every path of its name", () => {
		expect(findPathsOutside({ path, text: `serve("/src/main.ts")` }, "/src", () => true)).toEqual([]);
	});
});

test("a folder with more files than the maximum is found; files of its folders do not count", () => {
	const paths = ["a/1.ts", "a/2.ts", "a/b/3.ts", "a/b/4.ts", "a/b/5.ts", "6.md"];
	expect(findFullFolders(paths, 2)).toEqual(["a/b: 3 files"]);
	expect(findFullFolders(paths, 3)).toEqual([]);
});

describe("reading .gitignore", () => {
	const ignored = parseIgnore("# built\nnode_modules/\ndist/\n\n*.log\n.DS_Store\n");

	test.each(["node_modules", "packages/card/dist", "apps/gateway/error.log", "apps/.DS_Store"])(
		"%s is ignored",
		(name) => {
			expect(ignored(name)).toBe(true);
		},
	);

	test.each(["packages/card/src", "distance.ts", "apps/log", "catalog"])("%s is kept", (name) => {
		expect(ignored(name)).toBe(false);
	});

	test.each(["/data", "a/b", "**/x", "!kept", "*"])("an unknown form, %s, is refused", (line) => {
		expect(() => parseIgnore(line)).toThrow("new form");
	});
});
