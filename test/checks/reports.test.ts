import { describe, expect, test } from "vitest";
import { countPlaywright, countVitest, type TestRun } from "./reports.ts";

const greenRun: TestRun = { exitCode: 0, testFiles: ["/tree/a.test.ts"] };
const redRun: TestRun = { ...greenRun, exitCode: 1 };

function vitestReport(...tests: { status: string; failureMessages?: string[] }[]): string {
	const assertionResults = tests.map((test, index) => ({ fullName: `test ${index}`, failureMessages: [], ...test }));
	return JSON.stringify({
		success: true,
		testResults: [{ name: "/tree/a.test.ts", status: "passed", message: "", assertionResults }],
	});
}

function playwrightReport(statuses: string[], errors: { message: string }[] = []): string {
	const tests = statuses.map((status) => ({ projectName: "", status }));
	const inner = { title: "checkout", file: "a.test.ts", specs: [{ title: "pays", tests }] };
	const suite = { title: "a.test.ts", file: "a.test.ts", specs: [], suites: [inner] };
	return JSON.stringify({ config: { rootDir: "/tree" }, suites: [suite], errors });
}

describe("counting vitest's report", () => {
	test("every passed test counts once", () => {
		const report = vitestReport({ status: "passed" }, { status: "passed" });
		expect(countVitest(report, greenRun)).toEqual({ passed: 2, failures: [] });
	});

	test.each(["failed", "skipped", "pending", "todo", "a status of the future"])("a %s test has failed", (status) => {
		const { passed, failures } = countVitest(vitestReport({ status: "passed" }, { status }), greenRun);
		expect(passed).toBe(1);
		expect(failures).toEqual([{ name: "/tree/a.test.ts: test 1", detail: status }]);
	});

	test("a test that passed only when tried again has failed", () => {
		const { passed, failures } = countVitest(
			vitestReport({ status: "passed", failureMessages: ["the first time"] }),
			greenRun,
		);
		expect(passed).toBe(0);
		expect(failures[0]?.detail).toBe("passed only when tried again");
	});

	test("a file that could not be loaded has failed, beside the tests of the others", () => {
		const report = JSON.parse(vitestReport({ status: "passed" }));
		report.testResults.push({
			name: "/tree/b.test.ts",
			status: "failed",
			message: "no such module",
			assertionResults: [],
		});
		const { passed, failures } = countVitest(JSON.stringify(report), redRun);
		expect(passed).toBe(1);
		expect(failures).toEqual([{ name: "/tree/b.test.ts", detail: "no such module" }]);
	});

	test("a file whose tests pass and whose clearing up fails has failed", () => {
		const report = JSON.parse(vitestReport({ status: "passed" }));
		report.testResults[0].status = "failed";
		expect(countVitest(JSON.stringify(report), redRun).failures).toHaveLength(1);
	});
});

describe("counting Playwright's report", () => {
	test("every test that ended as expected counts once, in nested suites too", () => {
		expect(countPlaywright(playwrightReport(["expected", "expected"]), greenRun)).toEqual({ passed: 2, failures: [] });
	});

	test.each([
		["unexpected", "failed"],
		["flaky", "passed only when tried again"],
		["skipped", "skipped"],
	])("a test that is %s has failed", (status, detail) => {
		const { passed, failures } = countPlaywright(playwrightReport(["expected", status]), greenRun);
		expect(passed).toBe(1);
		expect(failures).toEqual([{ name: "a.test.ts › checkout › pays", detail }]);
	});

	test("an error outside of any test has failed", () => {
		const report = playwrightReport(["expected"], [{ message: "global setup broke" }]);
		expect(countPlaywright(report, redRun)).toEqual({
			passed: 1,
			failures: [{ name: "Playwright", detail: "global setup broke" }],
		});
	});
});

describe.each([
	{ tool: "vitest", count: countVitest, empty: vitestReport(), allPassed: vitestReport({ status: "passed" }) },
	{
		tool: "Playwright",
		count: countPlaywright,
		empty: playwrightReport([]),
		allPassed: playwrightReport(["expected"]),
	},
])("believing $tool", ({ count, empty, allPassed }) => {
	test("no report is a failure, whatever the exit code", () => {
		expect(count(undefined, greenRun)).toMatchObject({
			passed: 0,
			failures: [{ detail: expect.stringContaining("before it wrote one") }],
		});
	});

	test.each(["", "{", "[]", '{"numPassedTests":7}'])("a report that reads %j is a failure", (text) => {
		expect(count(text, greenRun)).toMatchObject({
			passed: 0,
			failures: [{ detail: expect.stringContaining("No usable report") }],
		});
	});

	test("a run without tests is a failure", () => {
		expect(count(empty, greenRun).failures).toHaveLength(1);
	});

	test("a test file in the tree that was not run is a failure", () => {
		const testFiles = ["/tree/a.test.ts", "/tree/forgotten.test.ts"];
		expect(count(allPassed, { exitCode: 0, testFiles })).toEqual({
			passed: 1,
			failures: [{ name: "/tree/forgotten.test.ts", detail: "The file was not run." }],
		});
	});

	test("a run that ends badly although every test passed is a failure", () => {
		const { passed, failures } = count(allPassed, redRun);
		expect(passed).toBe(1);
		expect(failures).toHaveLength(1);
	});
});
