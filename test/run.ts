/**
 * `npm test`: every check of the project, the longest ones last and alone. `npm test -- types vitest` runs some of them. All run,
 * also after one has failed; the last line on stdout is `N passed, N failed`, and the exit code is 1 unless all passed.
 */
import { bundles } from "./checks/bundles.ts";
import { problemOf } from "./checks/command.ts";
import { layers } from "./checks/layers.ts";
import { packages } from "./checks/packages.ts";
import { sbom } from "./checks/sbom.ts";
import { secrets } from "./checks/secrets.ts";
import { chooseSteps, runSteps } from "./checks/sequence.ts";
import { sources } from "./checks/sources.ts";
import { runChecks, type Step } from "./checks/step.ts";
import { browser, vitest } from "./checks/tests.ts";

/** A step that is one command and counts as one test. */
function oneCommand(name: string, title: string, command: string, ...args: string[]): Step {
	return { name, title, run: () => runChecks([{ name: title, problem: () => problemOf(command, args) }]) };
}

const steps: readonly Step[] = [
	oneCommand("build", "packages, and the files a browser loads", "node", "--conditions=source", "test/build.ts"),
	oneCommand("lint", "format and lint (Biome)", "biome", "check", "--error-on-warnings", "--max-diagnostics=100"),
	{ ...oneCommand("types", "types of code and tests (TypeScript)", "tsc", "-b"), after: "build" },
	layers,
	oneCommand("unused", "unused files, exports and dependencies (knip)", "knip", "--no-progress"),
	packages,
	bundles,
	sources,
	secrets,
	sbom,
	vitest,
	browser,
];

const chosen = chooseSteps(steps, process.argv.slice(2));
if (chosen.unknown.length > 0) {
	const names = steps.map(({ name, title }) => `  ${name.padEnd(10)}${title}`).join("\n");
	console.log(`There is no step named ${chosen.unknown.join(", ")}. The steps are:\n${names}`);
}
const { passed, failed } = await runSteps(chosen.steps, console.log);
console.log(`${passed} passed, ${failed + chosen.unknown.length} failed`);
process.exitCode = passed > 0 && failed + chosen.unknown.length === 0 ? 0 : 1;
