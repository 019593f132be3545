import { existsSync } from "node:fs";
import { root } from "../run/command.ts";
import { listProjectFiles, readIgnore, readProjectFiles } from "../run/project-files.ts";
import { testChecks } from "./check.ts";
import { findRuleProblems, findUnprovedClaims } from "./rules.ts";
import {
	findFullFolders,
	findPathsOutside,
	findUses,
	isMathRandom,
	isPlainSecretComparison,
	isTimeOfDay,
} from "./sources.ts";

/** Packages that take the time of day from a clock parameter, so that tests and the sandbox can move it. */
const takesTimeFromClocks =
	/^(?:apps\/(?:gateway|shop)|packages\/(?:aft|card|eft|events|identity|merchants|payments|platform|subscriptions|vault))\/src\/(?!script\/)/;

/** The modules that read the machine's clock. */
const readsTheTime = ["packages/platform/src/clock.ts"];

/** Files directly in a folder; a larger folder is split by nouns. */
const maximumFiles = 25;

const isProduction = (path: string) =>
	/^(?:apps|packages)\/(?:processors\/)?[^/]+\/src\/.*(?<!\.test)\.tsx?$/.test(path);

const files = await readProjectFiles();
const isIgnored = await readIgnore();
/** Ignored paths count as ours: they may not be built yet. */
const isOurs = (path: string) => existsSync(path) || isIgnored(path);
const production = files.filter(({ path }) => isProduction(path));
const clocked = production.filter(({ path }) => takesTimeFromClocks.test(path) && !readsTheTime.includes(path));

/** The files in which secrets of callers are compared with ours. */
const comparing = production.filter(({ path }) =>
	/^(?:apps\/gateway\/src\/(?:card-form|sandbox)|packages\/(?:identity|platform\/src\/http|vault))\//.test(path),
);

/** The secret in the header and the one in the form are both the caller's. */
const comparesRequestWithItself = "fromHeader.secret !== secret";

testChecks([
	{
		name: "the time of day comes from a clock that was handed in",
		problem: () => clocked.flatMap((file) => findUses(file, isTimeOfDay)),
	},
	{
		name: "production code does not use Math.random",
		problem: () => production.flatMap((file) => findUses(file, isMathRandom)),
	},
	{
		name: "secrets, hashes and proofs are compared in constant time",
		problem: () =>
			comparing
				.flatMap((file) => findUses(file, isPlainSecretComparison))
				.filter((use) => !use.endsWith(comparesRequestWithItself)),
	},
	{
		name: "no file refers to a path outside the repository",
		problem: () => files.flatMap((file) => findPathsOutside(file, root, isOurs)),
	},
	{
		name: "no folder holds more than 25 files",
		problem: async () => findFullFolders(await listProjectFiles(), maximumFiles),
	},
	{
		name: "every cited rule is defined, and every defined rule has a test",
		problem: () => findRuleProblems(files),
	},
	{
		name: "each row of SECURITY.md names its tests, which exist",
		problem: () => findUnprovedClaims(files),
	},
]);
