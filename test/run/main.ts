/**
 * `npm test`: builds, then runs the checks of the tree, the tests, and the browser tests, one after another. Goes on after a
 * failure. Its last line is `N passed, N failed`; the exit code is 1 unless all passed. `npm test -- tests browser` runs
 * some of the parts, `npm test -- layers types` some of the checks, `npm test -- payments` the tests of a package, and `npm test -- --changed` what uncommitted changes touch
 * (`--changed=REV`: all changes since a commit).
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

/** The packages and applications by name, such as `payments` → `packages/payments`. */
const workspaces = Object.fromEntries(
	["packages", "apps"].flatMap((folder) => readdirSync(join(root, folder)).map((name) => [name, `${folder}/${name}`])),
);

const isCheck = (path: string) => path.endsWith(".check.ts");
const isBrowserTest = (path: string) => path.startsWith("test/e2e/") && /\.test\.tsx?$/.test(path);
/** Needs the package's own installation, and runs by its own command. */
const isPackagesOwn = (path: string) => /^packages\/processors\/[^/]+\/test\//.test(path);
/** Needs SoftHSM, or minutes: `npm run lab -- hsm`, `npm run lab -- faults`. */
const isLabTest = (path: string) => /^(?:test\/hsm|lab)\//.test(path);
const isTest = (path: string) =>
	/\.test\.tsx?$/.test(path) && !isBrowserTest(path) && !isPackagesOwn(path) && !isLabTest(path);

/** Of the files that changes touch, none is known before. */
const none = () => false;

type Run = Outcome & { output: string };

async function build(): Promise<Run> {
	const problem = await problemOf("node", ["--conditions=source", "test/build.ts"]);
	const failures = problem === undefined ? [] : [{ name: "the build", detail: problem }];
	return { passed: problem === undefined ? 1 : 0, failures, output: "" };
}

/** Uncommitted changes (""), or all since this commit; `undefined` tests everything. */
const changedSince = process.argv
	.slice(2)
	.find(isChangedOption)
	?.replace(/^--changed=?/, "");

function isChangedOption(name: string): boolean {
	return /^--changed(=|$)/.test(name);
}

const passesWithout = { "--changed": "--passWithNoTests", "--only-changed": "--pass-with-no-tests" };

/** The options by which vitest or Playwright runs the tests of changed files, and of those that import them. */
function changedOption(name: keyof typeof passesWithout): string[] {
	if (changedSince === undefined) return [];
	return [changedSince === "" ? name : `${name}=${changedSince}`, passesWithout[name]];
}

/** What browsers load. No browser test imports it. */
const isOfPages = (path: string) =>
	/^(packages\/(card|encrypt|widget|client|ui)|apps\/(dashboard|shop|demo)|test\/e2e\/support)\//.test(path);

async function havePagesChanged(): Promise<boolean> {
	const { stdout } = await run("git", ["diff", "--name-only", changedSince || "HEAD"]);
	return stdout.split("\n").some(isOfPages);
}

/** Runs projects of vitest. `isWanted` selects the files that the report must hold. */
function vitest(projects: readonly string[], filters: readonly string[], isWanted: (path: string) => boolean) {
	return withReport(isWanted, async (report, testFiles) => {
		const named = projects.map((project) => `--project=${project}`);
		const progress = "--reporter=./test/run/vitest-progress.ts";
		const reporters = ["--reporter=dot", progress, "--reporter=json", `--outputFile.json=${report}`];
		const changed = projects.includes("checks") ? [] : changedOption("--changed");
		const args = ["run", "--allowOnly=false", ...named, ...reporters, ...changed, ...filters];
		const { code, output } = await run("vitest", args, { timeoutSeconds, showsProgress: true });
		return { ...countVitest(await readReport(report), { exitCode: code, testFiles }), output };
	});
}

function checks(names: readonly string[]): Promise<Run> {
	const paths = names.map((name) => `test/checks/${name}.check.ts`);
	return vitest(["checks"], paths, (path) => isCheck(path) && (names.length === 0 || paths.includes(path)));
}

function browser(): Promise<Run> {
	return withReport(changedSince === undefined ? isBrowserTest : none, async (report, testFiles) => {
		const programs = { CHROMIUM_PATH: await ensureChromium(), FIREFOX_PATH: await ensureFirefox() };
		const changed = changedSince === undefined || (await havePagesChanged()) ? [] : changedOption("--only-changed");
		const reporters = "--reporter=list,json,./test/run/playwright-progress.ts";
		const args = ["test", "--config=test/e2e/playwright.config.ts", "--forbid-only", reporters, ...changed];
		const environment = { ...programs, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
		const { code, output } = await run("playwright", args, { timeoutSeconds, environment, showsProgress: true });
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

const isChosenTest = (path: string) =>
	isTest(path) && (chosenFolders.length === 0 || chosenFolders.some((folder) => path.startsWith(folder)));

type Part = "build" | "checks" | "tests" | "browser";

const parts: Record<Part, { title: string; run(names: readonly string[]): Promise<Run> }> = {
	build: { title: "packages, and the files that browsers load", run: build },
	checks: { title: `the tree (${checkNames.join(", ")})`, run: checks },
	tests: {
		title: "unit tests, and tests with a real database",
		run: () => vitest(["unit", "database"], chosenFolders, changedSince === undefined ? isChosenTest : none),
	},
	browser: { title: "the pages in Chromium, the card form in Firefox", run: browser },
};

const names = process.argv.slice(2).filter((name) => !isChangedOption(name));
const unknown = names.filter((name) => !(name in parts || checkNames.includes(name) || name in workspaces));
/** The folders of chosen packages, with `/`. */
const chosenFolders = names.flatMap((name) => (name in parts || !(name in workspaces) ? [] : [`${workspaces[name]}/`]));
const chosenChecks = names.includes("checks") ? [] : names.filter((name) => checkNames.includes(name));
const total = { passed: 0, failed: unknown.length };

/** The other parts read built files. */
function isChosen(name: Part): boolean {
	const isImplied = (name === "checks" && chosenChecks.length > 0) || (name === "tests" && chosenFolders.length > 0);
	return name === "build" || names.length === 0 || names.includes(name) || isImplied;
}

async function runPart(name: Part): Promise<void> {
	const part = parts[name];
	console.log(`\n${name}: ${part.title}`);
	const started = performance.now();
	const { passed, failures, output } = await part.run(chosenChecks);
	if (failures.length > 0) console.log(output);
	for (const failure of failures) console.log(`  ✗ ${failure.name}\n    ${failure.detail}`);
	const seconds = (performance.now() - started) / 1000;
	console.log(`  ${name}: ${passed} passed, ${failures.length} failed in ${seconds.toFixed(1)} s`);
	total.passed += passed;
	total.failed += failures.length;
}

if (unknown.length > 0) {
	console.log(
		`Unknown: ${unknown.join(", ")}. Parts: ${Object.keys(parts).join(", ")}. Checks: ${checkNames.join(", ")}. Packages: ${Object.keys(workspaces).join(", ")}.`,
	);
} else {
	for (const name of Object.keys(parts) as Part[]) if (isChosen(name)) await runPart(name);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.passed > 0 && total.failed === 0 ? 0 : 1;
