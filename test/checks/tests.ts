import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "../chromium.ts";
import { type Finished, run } from "./command.ts";
import { countPlaywright, countVitest } from "./reports.ts";
import type { Outcome, Step } from "./step.ts";

const timeoutSeconds = 1800;

/** Unit tests, and tests against a real database, each test counted. */
export const vitest: Step = {
	name: "vitest",
	title: "unit tests, and tests with a real database",
	run: () =>
		countedByReport(countVitest, (report) =>
			run("vitest", ["run", "--allowOnly=false", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`], {
				timeoutSeconds,
			}),
		),
};

/** The shop in a real browser, each test counted. */
export const browser: Step = {
	name: "browser",
	title: "the shop's pages in Chromium",
	needsBuild: true,
	run: async () => {
		const environment = { CHROMIUM_PATH: await ensureChromium() };
		return await countedByReport(countPlaywright, (report) =>
			run("playwright", ["test", "--config=test/e2e/playwright.config.ts", "--forbid-only", "--reporter=list,json"], {
				timeoutSeconds,
				environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
			}),
		);
	},
};

/** Runs a tool that writes a JSON report, and believes the report rather than the tool's last words. */
async function countedByReport(
	count: (report: string | undefined, exitCode: number) => Outcome,
	tool: (reportPath: string) => Promise<Finished>,
): Promise<Outcome> {
	const directory = await mkdtemp(join(tmpdir(), "cardseal-report-"));
	try {
		const report = join(directory, "report.json");
		const { code, output } = await tool(report);
		const text = await readFile(report, "utf8").catch(() => undefined);
		return { ...count(text, code), output };
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
