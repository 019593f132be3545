import { resolve } from "node:path";
import { z } from "zod";

/** A failed test: its promise and the observation. */
export interface Failure {
	name: string;
	detail: string;
}

/** The count of a tool's run. */
export interface Outcome {
	passed: number;
	failures: Failure[];
}

// Only the fields that are counted. A report of another form is refused: a tool's update must not become a silent
// pass.
const vitestReport = z.object({
	success: z.boolean(),
	testResults: z.array(
		z.object({
			name: z.string(),
			status: z.string(),
			message: z.string(),
			assertionResults: z.array(
				z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
			),
		}),
	),
});

interface PlaywrightSuite {
	title: string;
	file: string;
	specs: PlaywrightSpec[];
	suites?: PlaywrightSuite[] | undefined;
}

const playwrightSpec = z.object({
	title: z.string(),
	tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
});
type PlaywrightSpec = z.infer<typeof playwrightSpec>;

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
	title: z.string(),
	file: z.string(),
	specs: z.array(playwrightSpec),
	get suites() {
		return z.array(playwrightSuite).optional();
	},
});

const playwrightReport = z.object({
	config: z.object({ rootDir: z.string() }),
	suites: z.array(playwrightSuite),
	errors: z.array(z.object({ message: z.string().optional() })),
});

/** Facts about a run that its report lacks. */
export interface TestRun {
	exitCode: number;
	/** Absolute paths of the wanted files. One that the tool did not run has failed. */
	testFiles: readonly string[];
}

/**
 * Counts the tests of a vitest JSON report. These fail: skipped and todo tests, tests that passed on a retry, empty
 * files, files that were not run, and a failed run without a failed test.
 *
 * @param text the report; undefined when none was written
 */
export function countVitest(text: string | undefined, testRun: TestRun): Outcome {
	return withVerdict("vitest", testRun, () => {
		const report = vitestReport.parse(parseReport(text));
		const outcome: Outcome = { passed: 0, failures: [] };
		for (const file of report.testResults) {
			const failures = file.assertionResults.flatMap((test) => vitestFailure(file.name, test) ?? []);
			outcome.passed += file.assertionResults.length - failures.length;
			outcome.failures.push(...failures);
			if (file.assertionResults.length === 0 || (file.status !== "passed" && failures.length === 0)) {
				outcome.failures.push({ name: file.name, detail: file.message || `The file as a whole: ${file.status}.` });
			}
		}
		const seen = report.testResults.map(({ name }) => name);
		outcome.failures.push(...notRun(testRun.testFiles, seen));
		return outcome;
	});
}

function vitestFailure(
	file: string,
	test: { fullName: string; status: string; failureMessages: string[] },
): Failure | undefined {
	const passedAtOnce = test.status === "passed" && test.failureMessages.length === 0;
	if (passedAtOnce) return undefined;
	const detail = test.status === "passed" ? "passed only when tried again" : test.status;
	return { name: `${file}: ${test.fullName}`, detail };
}

/** Counts a Playwright JSON report by the same rules. */
export function countPlaywright(text: string | undefined, testRun: TestRun): Outcome {
	return withVerdict("Playwright", testRun, () => {
		const report = playwrightReport.parse(parseReport(text));
		const outcome: Outcome = { passed: 0, failures: [] };
		for (const { path, spec } of report.suites.flatMap((suite) => specsOf(suite, []))) {
			for (const test of spec.tests) {
				if (test.status === "expected") outcome.passed += 1;
				else outcome.failures.push(playwrightFailure([...path, spec.title], test));
			}
		}
		const errors = report.errors.map(({ message }) => message ?? "An error without a message.");
		outcome.failures.push(...errors.map((detail) => ({ name: "Playwright", detail })));
		const seen = report.suites.map(({ file }) => resolve(report.config.rootDir, file));
		outcome.failures.push(...notRun(testRun.testFiles, seen));
		return outcome;
	});
}

function specsOf(suite: PlaywrightSuite, above: string[]): { path: string[]; spec: PlaywrightSpec }[] {
	const path = [...above, suite.title];
	return [
		...suite.specs.map((spec) => ({ path, spec })),
		...(suite.suites ?? []).flatMap((inner) => specsOf(inner, path)),
	];
}

function playwrightFailure(path: string[], test: PlaywrightSpec["tests"][number]): Failure {
	const detail = { flaky: "passed only when tried again", unexpected: "failed" }[test.status] ?? test.status;
	const project = test.projectName === "" ? "" : `[${test.projectName}] `;
	return { name: project + path.join(" › "), detail };
}

function notRun(testFiles: readonly string[], seen: readonly string[]): Failure[] {
	return testFiles.filter((file) => !seen.includes(file)).map((name) => ({ name, detail: "The file was not run." }));
}

/** Accepts a report only when the exit code agrees, and it has at least one test if files are wanted. */
function withVerdict(tool: string, { exitCode, testFiles }: TestRun, count: () => Outcome): Outcome {
	let outcome: Outcome;
	try {
		outcome = count();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return failed(tool, `No usable report (exit code ${exitCode}): ${reason}`);
	}
	const { passed, failures } = outcome;
	if (failures.length > 0) return outcome;
	if (passed === 0 && (testFiles.length > 0 || exitCode !== 0))
		return failed(tool, `No tests were found (exit code ${exitCode}).`);
	if (exitCode === 0) return outcome;
	return failed(tool, `Every test passed, but ${tool} ended with exit code ${exitCode}.`, passed);
}

function failed(name: string, detail: string, passed = 0): Outcome {
	return { passed, failures: [{ name, detail }] };
}

function parseReport(text: string | undefined): unknown {
	if (text === undefined) throw new Error("the tool ended before it wrote one.");
	return JSON.parse(text);
}
