import { existsSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import ts from "typescript";
import { root } from "./command.ts";
import { type ProjectFile, readIgnore, readProjectFiles } from "./project-files.ts";
import { findRuleProblems } from "./rules.ts";
import { runChecks, type Step } from "./step.ts";

/** Where the time of day must come from a clock that was handed in, so that tests and the sandbox can move it. */
const takesTimeFromClocks =
	/^(?:apps\/gateway|apps\/shop|packages\/vault|packages\/card|packages\/aft)\/src\/(?!script\/)/;

/** The clocks themselves, and what wires the real one in. */
const readsTheTime = ["apps/gateway/src/clock.ts"];

const isProduction = (path: string) => /^(?:apps|packages)\/[^/]+\/src\/.*(?<!\.test)\.tsx?$/.test(path);

/** Rules about what stands in our sources that neither types, Biome nor the layers can tell. */
export const sources: Step = {
	name: "sources",
	title: "what sources must not hold: time, chance and paths from elsewhere",
	run: async () => {
		const files = await readProjectFiles();
		const isIgnored = await readIgnore();
		// What is built or written by a run may not be there yet.
		const isOurs = (path: string) => existsSync(path) || isIgnored(path);
		const production = files.filter(({ path }) => isProduction(path));
		const clocked = production.filter(({ path }) => takesTimeFromClocks.test(path) && !readsTheTime.includes(path));
		return await runChecks([
			{
				name: "the time of day comes from a clock that was handed in",
				problem: () => clocked.flatMap((file) => findUses(file, isTimeOfDay)),
			},
			{
				name: "nothing is left to Math.random",
				problem: () => production.flatMap((file) => findUses(file, isMathRandom)),
			},
			{
				name: "no file leads out of the repository",
				problem: () => files.flatMap((file) => findPathsOutside(file, root, isOurs)),
			},
			{
				name: "every cited rule is defined, and every defined rule has a test",
				problem: () => findRuleProblems(files),
			},
		]);
	},
};

/**
 * Finds expressions in TypeScript by their meaning, so that a comment or a string that names one is none.
 *
 * @returns a line for each: `file:line: source`
 */
export function findUses({ path, text }: ProjectFile, isFound: (node: ts.Node) => boolean): string[] {
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (isFound(node)) {
			const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			found.push(`${path}:${line}: ${node.getText()}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** `Date.now`, called or handed on, and `new Date()` or `Date()` without a time. */
export function isTimeOfDay(node: ts.Node): boolean {
	if (ts.isPropertyAccessExpression(node)) return node.getText() === "Date.now";
	if (ts.isNewExpression(node)) return isNamed(node.expression, "Date") && (node.arguments?.length ?? 0) === 0;
	return ts.isCallExpression(node) && isNamed(node.expression, "Date");
}

/** `Math.random`, called or handed on. */
export function isMathRandom(node: ts.Node): boolean {
	return ts.isPropertyAccessExpression(node) && node.getText() === "Math.random";
}

function isNamed(node: ts.Expression, name: string): boolean {
	return ts.isIdentifier(node) && node.text === name;
}

/**
 * Finds paths that only mean something on the machine a file was written on: `../` that leaves the repository or leads to
 * nothing in it, and the full path of the repository itself. Tests are left out, since they hold paths on purpose.
 *
 * @param repository full path of its root
 * @param isOurs tells whether a full path inside it leads to something
 * @returns a line for each: `file: path`
 */
export function findPathsOutside(
	{ path, text }: ProjectFile,
	repository: string,
	isOurs: (path: string) => boolean,
): string[] {
	if (path.endsWith(".test.ts")) return [];
	const relative = [...text.matchAll(/(?<![\w./])(?:\.\.\/)+[\w@.-]+/g)].map(([found]) => found);
	const astray = relative.filter((found) => {
		const target = join(repository, dirname(path), found);
		return !(isWithin(repository, target) && isOurs(target));
	});
	const absolute = [...text.matchAll(/(?<![\w./:-])(?:\/[\w@.-]+){2,}/g)].map(([found]) => found);
	// A repository at /src or /app has a path that means other things, too.
	const hasOwnPath = dirname(repository) !== "/";
	const local = absolute.filter((found) => hasOwnPath && isWithin(repository, found));
	return [...astray, ...local].map((found) => `${path}: ${found}`);
}

function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(`${folder}/`);
}
