import { describe, expect, test } from "vitest";
import { findRuleProblems, findUnprovedClaims } from "./rules.ts";

const definitions = {
	path: "docs/rules.md",
	text: "# Rules\n\n| id | rule | source |\n|---|---|---|\n| X-01 | Another merchant's id is unknown. | our decision |\n",
};
const tested = { path: "packages/card/src/a.test.ts", text: 'test("X-01 another id is 404", () => {});' };

test("a rule that is defined and tested has no problem", () => {
	expect(findRuleProblems([definitions, tested])).toEqual([]);
});

test.each([
	["a cited id without a definition", { path: "apps/a/src/a.ts", text: "// rule P-99" }, "P-99 is not defined"],
	["an id in a test without a definition", { path: "test/api/a.test.ts", text: '"S-77"' }, "S-77 is not defined"],
])("%s is found", (_what, file, problem) => {
	expect(findRuleProblems([definitions, tested, file])).toEqual([expect.stringContaining(problem)]);
});

test("a defined rule without a test is found, also when code cites it", () => {
	const code = { path: "packages/card/src/a.ts", text: "// rule X-01" };
	expect(findRuleProblems([definitions, code])).toEqual(["docs/rules.md: no test names X-01"]);
});

test("a rule that is defined twice is found", () => {
	const twice = { ...definitions, text: `${definitions.text}| X-01 | Again. | our decision |\n` };
	expect(findRuleProblems([twice, tested])).toEqual(["docs/rules.md: X-01 is defined twice"]);
});

test("names of algorithms and encodings are no rule ids", () => {
	const code = { path: "a/a.ts", text: "// SHA-256, P-256, UTF-16, UTC-12, AES-25" };
	expect(findRuleProblems([definitions, tested, code])).toEqual([]);
});

const head = "| threat | defence | proof |\n|---|---|---|\n";
const tree = [
	{ path: "package.json", text: '{"scripts":{"lab":"node lab.ts"}}' },
	{ path: "apps/a/refund.test.ts", text: "" },
	{ path: "apps/b/refund.test.ts", text: "" },
	{ path: "apps/b/once.db.test.ts", text: "" },
];
const problemsOf = (...rows: string[]) =>
	findUnprovedClaims([...tree, { path: "SECURITY.md", text: `# Security\n\n${head}${rows.join("\n")}\n` }]);

describe("the proofs in SECURITY.md", () => {
	test("may be named by the end of their path, and have commands beside them", () => {
		expect(problemsOf("| A | b | `once.db.test.ts`, `npm run lab -- soak kill` |")).toEqual([]);
		expect(problemsOf("| A | b | `apps/a/refund.test.ts` |")).toEqual([]);
	});

	test.each([
		["a row without a test", "| A | b | `npm run lab -- soak kill` |", "A: no test file is named"],
		["an empty proof", "| A | b |  |", "A: no test file is named"],
		["a test that is gone", "| A | b | `gone.test.ts` |", "A: gone.test.ts does not exist"],
		["a name of two tests", "| A | b | `refund.test.ts` |", "A: refund.test.ts is the name of 2 files"],
		["an unknown command", "| A | b | `once.db.test.ts`, `npm run soap` |", "A: npm run soap is no command"],
		["a folder", "| A | b | `once.db.test.ts`, `apps/b` |", "A: apps/b is no test file"],
		["a path to nothing", "| A | `apps/c` | `once.db.test.ts` |", "SECURITY.md: apps/c does not exist"],
	])("%s is a problem", (_what, row, problem) => {
		expect(problemsOf(row)).toEqual([problem]);
	});

	test("are needed: a document without its table is a problem", () => {
		expect(findUnprovedClaims(tree)).toEqual(["SECURITY.md has no table of threats"]);
	});
});
