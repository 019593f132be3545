/**
 * `npm run lab -- previous`: runs the API tests of the newest release on this version's tables, as a gateway of that release
 * meets them during an upgrade. `npm run lab -- previous REV` takes another revision, and
 * `npm run lab -- previous REV test/api/lists.test.ts` only some of its tests.
 *
 * Without a release tag and without a revision there is nothing to check. Tests that start a database in a data directory create
 * their tables with the release's own code.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schema } from "../apps/gateway/src/schema/schema.ts";
import { startOwnServer } from "../test/fixtures/database/own-server.ts";
import { problemOf, run } from "../test/run/command.ts";

const timeoutSeconds = 3600;

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

async function newestRelease(): Promise<string | undefined> {
	const { stdout } = await run("git", ["tag", "--list", "v*", "--sort=-version:refname"]);
	return stdout.split("\n").find((tag) => tag !== "");
}

/** Returns what failed; `undefined` when the tests of the revision pass. */
async function check(revision: string, tests: string[], directory: string): Promise<string | undefined> {
	const step = (title: string, command: string, args: string[], environment: Record<string, string> = {}) => {
		say(`  ${title} …`);
		return problemOf(command, args, { directory, environment, timeoutSeconds });
	};
	const archive = join(directory, "archive.tar");
	const prepared =
		(await problemOf("git", ["archive", `--output=${archive}`, revision])) ??
		(await step("unpacks it", "tar", ["--extract", "--file", archive])) ??
		(await step("installs its packages", "npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"])) ??
		(await step("builds it", "npm", ["run", "--silent", "build"]));
	if (prepared !== undefined) return prepared;
	const server = await startOwnServer("localhost");
	try {
		// Databases are copies of this one, so its tests find the tables there.
		await schema.migrateToLatest(server.url("postgres", "template1"));
		const environment = { TEST_DATABASE_URL: server.url("postgres", "postgres") };
		const words = ["run", "--project=database", "--reporter=dot", ...(tests.length > 0 ? tests : ["test/api"])];
		return await step("runs its API tests on this version's tables", "node_modules/.bin/vitest", words, environment);
	} finally {
		await server.stop();
	}
}

const [named, ...tests] = process.argv.slice(2);
const revision = named ?? (await newestRelease());
if (revision === undefined) {
	say("There is no release tag (v…), so no previous version serves. Name a revision: npm run lab -- previous REV");
} else {
	say(`The previous version is ${revision}.`);
	const directory = await mkdtemp(join(tmpdir(), "cardseal-previous-"));
	const problem = await check(revision, tests, directory).finally(() =>
		rm(directory, { recursive: true, force: true }),
	);
	say(problem ?? `  passed: ${revision} works on this version's tables`);
	if (problem !== undefined) process.exitCode = 1;
}
