/** One thing that went wrong: what was promised, and what was seen instead. */
export interface Failure {
	name: string;
	detail: string;
}

/** What a step found. Every check is counted once, by its name, as a test is. */
export interface Outcome {
	passed: number;
	failures: Failure[];
	/** What the tool itself wrote; shown when anything failed. */
	output?: string;
}

/** A part of `npm test` that can be run by itself, as in `npm test -- types layers`. */
export interface Step {
	name: string;
	/** What it looks at, for a reader who has never seen the project. */
	title: string;
	/** True when it looks at built files; without a build it counts as failed. */
	needsBuild?: boolean;
	/** The name of a step that writes the same files: this one begins when that one is over. */
	after?: string;
	/** True when it keeps every processor busy by itself, or measures time: nothing runs beside it. */
	isAlone?: boolean;
	run(): Promise<Outcome>;
}

/**
 * One check of a step: passes when it returns nothing.
 *
 * @param problem says what is wrong and what to do, or is undefined; a list is wrong unless empty
 */
export interface Check {
	name: string;
	problem(): Problem | Promise<Problem>;
}

type Problem = string | readonly string[] | undefined;

/** Runs every check, also after one has failed or thrown. */
export async function runChecks(checks: readonly Check[]): Promise<Outcome> {
	const outcome: Outcome = { passed: 0, failures: [] };
	for (const { name, problem } of checks) {
		const lines = await findProblems(problem);
		if (lines.length === 0) outcome.passed += 1;
		else outcome.failures.push({ name, detail: lines.join("\n") });
	}
	return outcome;
}

async function findProblems(problem: Check["problem"]): Promise<readonly string[]> {
	try {
		const found = (await problem()) ?? [];
		return typeof found === "string" ? [found] : found;
	} catch (error) {
		return [describeError(error)];
	}
}

/** The stack of an error, or what else was thrown; never empty. */
export function describeError(error: unknown): string {
	return (error instanceof Error ? error.stack : undefined) ?? `Thrown: ${String(error)}`;
}
