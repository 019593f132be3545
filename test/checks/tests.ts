import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "../chromium.ts";
import { ensureFirefox } from "../firefox.ts";
import { type Finished, root, run } from "./command.ts";
import { listProjectFiles } from "./project-files.ts";
import { countPlaywright, countVitest, type TestRun } from "./reports.ts";
import type { Outcome, Step } from "./step.ts";

const timeoutSeconds = 1800;

const browserFolder = "test/e2e/";

/** Unit tests, and tests against a real database, each test counted. */
export const vitest: Step = {
	name: "vitest",
	title: "unit tests, and tests with a real database",
	isAlone: true,
	run: () =>
		countByReport({
			run: (report) =>
				run(
					"vitest",
					["run", "--allowOnly=false", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
					{
						timeoutSeconds,
					},
				),
			count: countVitest,
			isTestFile: (path) => !path.startsWith(browserFolder),
		}),
};

/** The shop and the card form in real browsers, each test counted. */
export const browser: Step = {
	name: "browser",
	title: "the shop and the card form in Chromium, the card form in Firefox",
	needsBuild: true,
	isAlone: true,
	run: async () => {
		const programs = { CHROMIUM_PATH: await ensureChromium(), FIREFOX_PATH: await ensureFirefox() };
		return await countByReport({
			run: (report) =>
				run(
					"playwright",
					["test", `--config=${browserFolder}playwright.config.ts`, "--forbid-only", "--reporter=list,json"],
					{
						timeoutSeconds,
						environment: { ...programs, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
					},
				),
			count: countPlaywright,
			isTestFile: (path) => path.startsWith(browserFolder),
		});
	},
};

interface TestTool {
	run(reportPath: string): Promise<Finished>;
	count(report: string | undefined, testRun: TestRun): Outcome;
	/** Which test files of the tree this tool is to run. */
	isTestFile(path: string): boolean;
}

/** Runs a tool that writes a JSON report, and believes the report rather than the tool's last words. */
async function countByReport(tool: TestTool): Promise<Outcome> {
	const testFiles = (await listProjectFiles())
		.filter((path) => /\.(?:test|spec)\.tsx?$/.test(path) && tool.isTestFile(path))
		.map((path) => join(root, path));
	const directory = await mkdtemp(join(tmpdir(), "cardseal-report-"));
	try {
		const report = join(directory, "report.json");
		const { code, output } = await tool.run(report);
		const text = await readFile(report, "utf8").catch(() => undefined);
		return { ...tool.count(text, { exitCode: code, testFiles }), output };
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
