import { dirname, join } from "node:path/posix";
import ts from "typescript";
import type { ProjectFile } from "../run/project-files.ts";

/**
 * Finds expressions in the syntax tree, so that comments and strings do not count.
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

/** Matches `Date.now`, and `new Date()` or `Date()` without a time. */
export function isTimeOfDay(node: ts.Node): boolean {
	if (ts.isPropertyAccessExpression(node)) return node.getText() === "Date.now";
	if (ts.isNewExpression(node)) return isNamed(node.expression, "Date") && (node.arguments?.length ?? 0) === 0;
	return ts.isCallExpression(node) && isNamed(node.expression, "Date");
}

/** Matches `Math.random`. */
export function isMathRandom(node: ts.Node): boolean {
	return ts.isPropertyAccessExpression(node) && node.getText() === "Math.random";
}

/** The names of values that a caller must not find by measuring how long a comparison takes. */
const secretName = /(?:secret|hash|proof|signature|mac|csrfToken)$/i;

/** Matches `===` and `!==` of a secret with another value; `timingSafeEqual` compares in constant time. */
export function isPlainSecretComparison(node: ts.Node): boolean {
	if (!ts.isBinaryExpression(node)) return false;
	const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken } = ts.SyntaxKind;
	if (![EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken].includes(node.operatorToken.kind)) return false;
	const sides = [node.left, node.right];
	const isMissing = (side: ts.Expression) => isNamed(side, "undefined") || side.kind === ts.SyntaxKind.NullKeyword;
	return sides.some((side) => secretName.test(side.getText())) && !sides.some(isMissing);
}

function isNamed(node: ts.Expression, name: string): boolean {
	return ts.isIdentifier(node) && node.text === name;
}

/**
 * Finds paths that work only on the author's machine: `../` that leaves the repository or leads nowhere, and the
 * repository's absolute path. Tests are exempt; they hold such paths on purpose.
 *
 * @param repository absolute path of its root
 * @param isOurs returns true for a path that exists or is ignored
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
	// A repository at /src or /app has a name that occurs in other paths.
	const hasOwnPath = dirname(repository) !== "/";
	const local = absolute.filter((found) => hasOwnPath && isWithin(repository, found));
	return [...astray, ...local].map((found) => `${path}: ${found}`);
}

/**
 * Finds folders with more files directly in them than a reader takes in at a glance.
 *
 * @returns a line for each: `folder: count files`
 */
export function findFullFolders(paths: readonly string[], maximum: number): string[] {
	const counts = new Map<string, number>();
	for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
	return [...counts].filter(([, count]) => count > maximum).map(([folder, count]) => `${folder}: ${count} files`);
}

function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(`${folder}/`);
}
