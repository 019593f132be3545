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
	/^(?:apps\/(?:gateway|shop)|packages\/(?:aft|card|customers|eft|events|identity|merchants|payments|platform|subscriptions|vault))\/src\/(?!script\/)/;

/** The modules that read the machine's clock. */
const readsTheTime = ["packages/platform/src/clock.ts"];

/** Files directly in a folder; a larger folder is split by nouns. */
const maximumFiles = 25;

const isProduction = (path: string) =>
	/^(?:apps|packages)\/(?:processors\/)?[^/]+\/src\/.*(?<!\.test)\.tsx?$/.test(path);

/**
 * How many files of the services may name a feature outside its room: somebody reads them all to change it. A bound is
 * the number of today; it only goes down, and the goal is 12.
 */
const features = [
	{ name: "refund", room: "packages/payments/src/refund/", bound: 49 },
	{ name: "dispute", room: "packages/payments/src/disputes/", bound: 22 },
	{ name: "passkey", room: "packages/identity/src/staff/passkeys/", bound: 12 },
];

/** Without the pages of the documentation, which describe every feature. */
const isOfServices = (path: string) =>
	/^(?:apps\/gateway|packages\/(?:customers|eft|events|identity|merchants|payments|platform|subscriptions))\/src\/(?!web\/docs\/)/.test(
		path,
	);

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

const named = features.map(({ name, room, bound }) => {
	const naming = production.filter(
		({ path, text }) => isOfServices(path) && !path.startsWith(room) && text.toLowerCase().includes(name),
	);
	return {
		name: `${naming.length} files outside its room name "${name}", at most ${bound}`,
		problem: () => (naming.length > bound ? naming.map(({ path }) => path) : []),
	};
});

testChecks([
	...named,
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
