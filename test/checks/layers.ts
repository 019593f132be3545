import { join } from "node:path";
import { z } from "zod";
import { run } from "../run/command.ts";
import type { Check } from "./check.ts";

/** The least number of modules to be seen, a little below the tree's size. A parser that understands nothing finds no
 * violation either. */
const modulesAtLeast = 1200;

const folders = ["packages", "apps", "test", "lab"];

// The part of dependency-cruiser's JSON that is read.
const cruiseResult = z.object({
	modules: z.array(z.object({ source: z.string() })),
	summary: z.object({
		violations: z.array(
			z.object({
				from: z.string(),
				to: z.string(),
				rule: z.object({ name: z.string() }),
				via: z.array(z.object({ name: z.string() })).optional(),
				cycle: z.array(z.object({ name: z.string() })).optional(),
			}),
		),
		ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) }),
	}),
});

/** An import that breaks a rule. */
export interface Violation {
	rule: string;
	from: string;
	to: string;
	/** The modules between the two, where the import is not direct. */
	via: string[];
}

/** The modules of a tree and the imports that break a rule. */
export interface Cruise {
	/** Paths of our own modules. */
	modules: string[];
	rules: { name: string; comment: string }[];
	violations: Violation[];
}

/**
 * Checks a tree against the rules of `layers.cjs`.
 *
 * @param directory holds `packages`, `apps`, `test` and `lab`
 * @throws Error when dependency-cruiser did not answer with a result
 */
export async function cruise(directory: string): Promise<Cruise> {
	const config = join(import.meta.dirname, "layers.cjs");
	const { stdout, output } = await run("depcruise", ["--config", config, "--output-type", "json", ...folders], {
		directory,
	});
	if (!stdout.startsWith("{")) throw new Error(`dependency-cruiser gave no result.\n${output}`);
	const { modules, summary } = cruiseResult.parse(JSON.parse(stdout));
	return {
		modules: modules.map(({ source }) => source).filter((path) => folders.includes(path.split("/")[0] ?? "")),
		rules: summary.ruleSetUsed.forbidden,
		violations: summary.violations.map(({ rule, from, to, via, cycle }) => ({
			rule: rule.name,
			from,
			to,
			via: (via ?? cycle ?? []).map(({ name }) => name),
		})),
	};
}

/** One check for each rule, and one that the rules saw the whole tree. */
export function checksOfLayers({ modules, rules, violations }: Cruise): Check[] {
	return [
		{ name: "dependency-cruiser saw the whole tree", problem: () => problemOfSize(modules.length) },
		...rules.map(({ name, comment }) => ({
			name: `${name}: ${comment}`,
			problem: () => violations.filter(({ rule }) => rule === name).map(describeViolation),
		})),
	];
}

function problemOfSize(seen: number): string | undefined {
	if (seen >= modulesAtLeast) return undefined;
	return `Only ${seen} modules were seen, ${modulesAtLeast} are expected. Does dependency-cruiser still read TypeScript?`;
}

function describeViolation({ from, to, via }: Violation): string {
	return [from, ...(via.length > 0 ? via : [to])].join(" → ");
}
