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

	test.each(["failed", "skipped", "pending", "todo", "a status of the future"])("a %s test fails", (status) => {
		const { passed, failures } = countVitest(vitestReport({ status: "passed" }, { status }), greenRun);
		expect(passed).toBe(1);
		expect(failures).toEqual([{ name: "/tree/a.test.ts: test 1", detail: status }]);
	});

	test("a test that passed only on a retry fails", () => {
		const { passed, failures } = countVitest(
			vitestReport({ status: "passed", failureMessages: ["the first time"] }),
			greenRun,
		);
		expect(passed).toBe(0);
		expect(failures[0]?.detail).toBe("passed only when tried again");
	});

	test("a file that could not be loaded fails, next to the tests of other files", () => {
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

	test("a file whose tests pass and whose clean-up fails has failed", () => {
		const report = JSON.parse(vitestReport({ status: "passed" }));
		report.testResults[0].status = "failed";
		expect(countVitest(JSON.stringify(report), redRun).failures).toHaveLength(1);
	});
});

describe("counting Playwright's report", () => {
	test("every expected test counts once, in nested suites too", () => {
		expect(countPlaywright(playwrightReport(["expected", "expected"]), greenRun)).toEqual({ passed: 2, failures: [] });
	});

	test.each([
		["unexpected", "failed"],
		["flaky", "passed only when tried again"],
		["skipped", "skipped"],
	])("a test that is %s fails", (status, detail) => {
		const { passed, failures } = countPlaywright(playwrightReport(["expected", status]), greenRun);
		expect(passed).toBe(1);
		expect(failures).toEqual([{ name: "a.test.ts › checkout › pays", detail }]);
	});

	test("an error outside any test fails", () => {
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
])("trusting $tool", ({ count, empty, allPassed }) => {
	test("a missing report fails, whatever the exit code", () => {
		expect(count(undefined, greenRun)).toMatchObject({
			passed: 0,
			failures: [{ detail: expect.stringContaining("before it wrote one") }],
		});
	});

	test.each(["", "{", "[]", '{"numPassedTests":7}'])("a report that reads %j fails", (text) => {
		expect(count(text, greenRun)).toMatchObject({
			passed: 0,
			failures: [{ detail: expect.stringContaining("No usable report") }],
		});
	});

	test("a run without tests fails", () => {
		expect(count(empty, greenRun).failures).toHaveLength(1);
	});

	test("a test file that was not run fails", () => {
		const testFiles = ["/tree/a.test.ts", "/tree/forgotten.test.ts"];
		expect(count(allPassed, { exitCode: 0, testFiles })).toEqual({
			passed: 1,
			failures: [{ name: "/tree/forgotten.test.ts", detail: "The file was not run." }],
		});
	});

	test("a run with a bad exit code fails although every test passed", () => {
		const { passed, failures } = count(allPassed, redRun);
		expect(passed).toBe(1);
		expect(failures).toHaveLength(1);
	});
});
