/**
 * `npm test`: builds, then runs the checks of the tree, the tests, and the browser tests, one after another. Goes on after a
 * failure. Its last line is `N passed, N failed`; the exit code is 1 unless all passed. `npm test -- tests browser` runs
 * some of the parts, `npm test -- layers types` some of the checks.
 */
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "../chromium.ts";
import { ensureFirefox } from "../firefox.ts";
import { problemOf, root, run } from "./command.ts";
import { listProjectFiles } from "./project-files.ts";
import { countPlaywright, countVitest, type Outcome } from "./reports.ts";

/** Two processors that other work shares take half an hour for the tests. */
const timeoutSeconds = 3600;

const checkNames = readdirSync(join(root, "test/checks"))
	.filter((name) => name.endsWith(".check.ts"))
	.map((name) => name.replace(".check.ts", ""));

const isCheck = (path: string) => path.endsWith(".check.ts");
const isBrowserTest = (path: string) => path.startsWith("test/e2e/") && /\.test\.tsx?$/.test(path);
/** Needs the package's own installation, and runs by its own command. */
const isPackagesOwn = (path: string) => /^packages\/processors\/[^/]+\/test\//.test(path);
/** Needs SoftHSM: `npm run lab -- hsm`. */
const isHsmTest = (path: string) => path.startsWith("test/hsm/");
const isTest = (path: string) =>
	/\.test\.tsx?$/.test(path) && !isBrowserTest(path) && !isPackagesOwn(path) && !isHsmTest(path);

type Run = Outcome & { output: string };

async function build(): Promise<Run> {
	const problem = await problemOf("node", ["--conditions=source", "test/build.ts"]);
	const failures = problem === undefined ? [] : [{ name: "the build", detail: problem }];
	return { passed: problem === undefined ? 1 : 0, failures, output: "" };
}

/** Runs projects of vitest. `isWanted` selects the files that the report must hold. */
function vitest(projects: readonly string[], filters: readonly string[], isWanted: (path: string) => boolean) {
	return withReport(isWanted, async (report, testFiles) => {
		const named = projects.map((project) => `--project=${project}`);
		const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
		const args = ["run", "--allowOnly=false", ...named, ...reporters, ...filters];
		const { code, output } = await run("vitest", args, { timeoutSeconds });
		return { ...countVitest(await readReport(report), { exitCode: code, testFiles }), output };
	});
}

function checks(names: readonly string[]): Promise<Run> {
	const paths = names.map((name) => `test/checks/${name}.check.ts`);
	return vitest(["checks"], paths, (path) => isCheck(path) && (names.length === 0 || paths.includes(path)));
}

function browser(): Promise<Run> {
	return withReport(isBrowserTest, async (report, testFiles) => {
		const programs = { CHROMIUM_PATH: await ensureChromium(), FIREFOX_PATH: await ensureFirefox() };
		const args = ["test", "--config=test/e2e/playwright.config.ts", "--forbid-only", "--reporter=list,json"];
		const environment = { ...programs, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
		const { code, output } = await run("playwright", args, { timeoutSeconds, environment });
		return { ...countPlaywright(await readReport(report), { exitCode: code, testFiles }), output };
	});
}

async function withReport(
	isWanted: (path: string) => boolean,
	work: (report: string, testFiles: string[]) => Promise<Run>,
): Promise<Run> {
	const testFiles = (await listProjectFiles()).filter(isWanted).map((path) => join(root, path));
	const directory = await mkdtemp(join(tmpdir(), "cardseal-report-"));
	try {
		return await work(join(directory, "report.json"), testFiles);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

function readReport(path: string): Promise<string | undefined> {
	return readFile(path, "utf8").catch(() => undefined);
}

const parts: Record<string, { title: string; run(names: readonly string[]): Promise<Run> }> = {
	build: { title: "packages, and the files that browsers load", run: build },
	checks: { title: `the tree (${checkNames.join(", ")})`, run: checks },
	tests: {
		title: "unit tests, and tests with a real database",
		run: () => vitest(["unit", "database"], [], isTest),
	},
	browser: { title: "the pages in Chromium, the card form in Firefox", run: browser },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in parts || checkNames.includes(name)));
const chosenChecks = names.includes("checks") ? [] : names.filter((name) => checkNames.includes(name));
const total = { passed: 0, failed: unknown.length };
if (unknown.length > 0) {
	console.log(
		`Unknown: ${unknown.join(", ")}. Parts: ${Object.keys(parts).join(", ")}. Checks: ${checkNames.join(", ")}.`,
	);
} else {
	for (const [name, part] of Object.entries(parts)) {
		const isChosen = names.length === 0 || names.includes(name) || (name === "checks" && chosenChecks.length > 0);
		// The other parts read built files.
		if (!isChosen && name !== "build") continue;
		console.log(`\n${name}: ${part.title}`);
		const started = performance.now();
		const { passed, failures, output } = await part.run(chosenChecks);
		if (failures.length > 0) console.log(output);
		for (const failure of failures) console.log(`  ✗ ${failure.name}\n    ${failure.detail}`);
		const seconds = (performance.now() - started) / 1000;
		console.log(`  ${passed} passed, ${failures.length} failed in ${seconds.toFixed(1)} s`);
		total.passed += passed;
		total.failed += failures.length;
	}
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.passed > 0 && total.failed === 0 ? 0 : 1;
