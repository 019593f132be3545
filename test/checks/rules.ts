import type { ProjectFile } from "../run/project-files.ts";

const ruleId = /\b[BCEFHOPSTX]-\d{2}\b/g;
const definition = /^\| ([BCEFHOPSTX]-\d{2}) \| \S.* \| \S.* \|$/gm;

const definitions = "docs/rules.md";

/** Selects the files that cite rules. Documents explain rules and prove nothing. */
const isCode = (path: string) => /\.(?:tsx?|cjs)$/.test(path) && !path.startsWith("test/checks/rules");

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("test/");

/**
 * Compares the rule ids that code and tests cite with those that `docs/rules.md` defines.
 *
 * @returns a line for each id that is cited but not defined, defined twice, or defined without a test that names it
 */
export function findRuleProblems(files: readonly ProjectFile[]): string[] {
	const text = files.find(({ path }) => path === definitions)?.text ?? "";
	const ids = [...text.matchAll(definition)].map(([, id]) => id ?? "");
	const defined = new Set(ids);
	const code = files.filter(({ path }) => isCode(path));
	const tested = new Set(code.filter(({ path }) => isTest(path)).flatMap(citedIn));
	const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
	const undefinedIds = code.flatMap((file) =>
		citedIn(file)
			.filter((id) => !defined.has(id))
			.map((id) => `${file.path}: ${id} is not defined in ${definitions}`),
	);
	return [
		...(defined.size === 0 ? [`${definitions} defines no rule`] : []),
		...twice.map((id) => `${definitions}: ${id} is defined twice`),
		...new Set(undefinedIds),
		...[...defined].filter((id) => !tested.has(id)).map((id) => `${definitions}: no test names ${id}`),
	];
}

function citedIn({ text }: ProjectFile): string[] {
	return text.match(ruleId) ?? [];
}

const claims = "SECURITY.md";

/** A row of the table of threats: threat, defence, proof. */
const claimRow = /^\| (?<threat>[^|]+) \| (?<defence>[^|]+) \| (?<proof>[^|]*) \|$/gm;
const quoted = /`([^`]+)`/g;
const testFile = /\.(?:test|check)\.tsx?$/;
const command = /^npm run (\S+)/;
const treePath = /^(?:apps|packages|test|docs)\//;

/**
 * Compares the proofs in `SECURITY.md` with the tests of the tree. A proof is a test file, by its path or the end of it, or
 * a command of `package.json` beside one.
 *
 * @returns a line for each row without a test, and for each name of nothing or of several files
 */
export function findUnprovedClaims(files: readonly ProjectFile[]): string[] {
	const text = files.find((file) => file.path === claims)?.text ?? "";
	const [table = ""] = /^\| threat \|.*(?:\n\|.*)*/m.exec(text) ?? [];
	const rows = [...table.matchAll(claimRow)].slice(1).map(({ groups = {} }) => groups);
	const paths = files.map((file) => file.path);
	const scripts = Object.keys(
		JSON.parse(files.find((file) => file.path === "package.json")?.text ?? "{}").scripts ?? {},
	);
	return [
		...(rows.length === 0 ? [`${claims} has no table of threats`] : []),
		...rows.flatMap(({ threat = "", proof = "" }) => {
			const names = namesIn(proof);
			return [
				...(names.some((name) => testFile.test(name)) ? [] : [`${threat}: no test file is named`]),
				...names.flatMap((name) => problemOf(name, paths, scripts)).map((problem) => `${threat}: ${problem}`),
			];
		}),
		...namesIn(text)
			.filter((name) => treePath.test(name) && !paths.some((one) => one === name || one.startsWith(`${name}/`)))
			.map((name) => `${claims}: ${name} does not exist`),
	];
}

function namesIn(text: string): string[] {
	return [...text.matchAll(quoted)].map(([, name = ""]) => name);
}

function problemOf(name: string, paths: readonly string[], scripts: readonly string[]): string[] {
	const [, script] = command.exec(name) ?? [];
	if (script !== undefined) return scripts.includes(script) ? [] : [`${name} is no command`];
	if (!testFile.test(name)) return [`${name} is no test file`];
	const found = paths.filter((one) => one === name || one.endsWith(`/${name}`));
	if (found.length === 1) return [];
	return [found.length === 0 ? `${name} does not exist` : `${name} is the name of ${found.length} files`];
}
