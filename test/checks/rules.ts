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
