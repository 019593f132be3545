import { expect, test } from "vitest";
import { problemsOfFiles } from "./packages.ts";

const exports = {
	".": { source: "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
	"./s.js": "./dist/s.js",
};
const complete = ["package.json", "README.md", "LICENSE", "dist/index.d.ts", "dist/index.js", "dist/s.js"];

test("a package with the files of its exports and no others passes", () => {
	expect(
		problemsOfFiles([...complete, "dist/hpke/kem.js", "dist/hpke/kem.d.ts", "dist/integrity.json"], exports),
	).toEqual([]);
});

test.each(complete)("a package without %s fails", (missing) => {
	const files = complete.filter((path) => path !== missing);
	expect(problemsOfFiles(files, exports)).toEqual([`${missing} is missing.`]);
});

test.each([
	"src/index.ts",
	"dist/token.test.js",
	"dist/token.test.d.ts",
	"dist/.tsbuildinfo",
	"dist/index.js.map",
	"tsconfig.json",
	".env",
	"dist/data.sqlite",
])("a package with %s fails", (extra) => {
	expect(problemsOfFiles([...complete, extra], exports)).toEqual([`${extra} should not be in the package.`]);
});
