import { expect, test } from "vitest";
import { findRuleProblems } from "./rules.ts";

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
