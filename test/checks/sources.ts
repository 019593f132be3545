import { dirname, join } from "node:path/posix";
import ts from "typescript";
import type { ProjectFile } from "./project-files.ts";

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
