import { createHash, randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readlink, stat, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Account, isRoot } from "./account.ts";
import { exists, isSystemError, syncDirectory, unlessMissing } from "./files.ts";
import { mayEnter } from "./processes.ts";

const systemDirectory = "/var/lib/cardseal";

/** PostgreSQL's user owns only `cluster` and `socket`: a compromised server must not change access rules. */
export function layoutOf(home: string) {
	return {
		cluster: join(home, "cluster"),
		password: join(home, "password"),
		accessRules: join(home, "pg_hba.conf"),
		log: join(home, "server.log"),
		socket: join(home, "socket"),
	};
}

export async function makeDataDirectory(dataDirectory: string): Promise<void> {
	const mode = isRoot() ? 0o711 : 0o700;
	if (await makeFolder(resolve(dataDirectory), mode)) await chmod(dataDirectory, mode);
}

/** `false` if it existed. Node's recursion reports ENOENT where a parent is read-only. */
async function makeFolder(path: string, mode: number): Promise<boolean> {
	if (!(await exists(dirname(path)))) await makeFolder(dirname(path), mode);
	try {
		await mkdir(path, { mode });
		return true;
	} catch (error) {
		if (isSystemError(error, "EEXIST") && (await stat(path)).isDirectory()) return false;
		throw error;
	}
}

export async function makeSystemDirectory(): Promise<string> {
	const made = await mkdir(systemDirectory, { recursive: true });
	if (made !== undefined) await chmod(systemDirectory, 0o755);
	return systemDirectory;
}

/** @throws when the link's target is missing: a new, empty database would hide the loss */
export async function findHome(dataDirectory: string): Promise<string | undefined> {
	const usual = join(dataDirectory, "postgres");
	const isLink = (await unlessMissing(lstat(usual)))?.isSymbolicLink();
	const home = isLink ? await readlink(usual) : usual;
	if (await exists(layoutOf(home).cluster)) return home;
	if (!isLink) return undefined;
	throw new Error(
		`The database of ${dataDirectory} was kept in ${home}, which is gone. ` +
			`Bring it back, or remove the link ${usual} to begin with an empty one.`,
	);
}

/** A `DATA_DIR` of the same path may have another master key. */
export async function chooseHome(
	dataDirectory: string,
	account: Account | undefined,
	log: (message: string) => void,
): Promise<string> {
	if (await mayEnter(dataDirectory, account)) return join(dataDirectory, "postgres");
	const path = createHash("sha256").update(dataDirectory).digest("hex").slice(0, 8);
	const name = `${basename(dataDirectory)}-${path}-${randomBytes(3).toString("hex")}`;
	const home = join(await makeSystemDirectory(), name);
	log(
		`PostgreSQL runs under the user ${account?.name}, whom ${dataDirectory} keeps out: the database goes to ${home}.`,
	);
	return home;
}

export async function linkHome(dataDirectory: string, home: string): Promise<void> {
	const usual = join(dataDirectory, "postgres");
	if (home === usual) return;
	await symlink(home, usual);
	await syncDirectory(dataDirectory);
}
