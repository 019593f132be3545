import { createHash, randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readlink, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Account, findBarrier, isRoot } from "./account.ts";
import { exists, syncDirectory, unlessMissing } from "./files.ts";

/** Where root keeps what PostgreSQL's user must reach and cannot reach elsewhere. */
const systemDirectory = "/var/lib/cardseal";

/**
 * What lies in the database's folder. Only `cluster` belongs to PostgreSQL's user. The rest stays out of its reach: a
 * taken-over server must not be able to let itself in by another rule, or make root write to a file of its choice.
 */
export function layoutOf(home: string) {
	return {
		cluster: join(home, "cluster"),
		password: join(home, "password"),
		accessRules: join(home, "pg_hba.conf"),
		log: join(home, "server.log"),
	};
}

/** Makes `DATA_DIR` when it is missing. PostgreSQL's user must be able to pass through it; nobody but us may list it. */
export async function makeDataDirectory(dataDirectory: string): Promise<void> {
	const mode = isRoot() ? 0o711 : 0o700;
	const made = await mkdir(dataDirectory, { recursive: true, mode });
	if (made !== undefined) await chmod(dataDirectory, mode);
}

export async function makeSystemDirectory(): Promise<string> {
	const made = await mkdir(systemDirectory, { recursive: true });
	if (made !== undefined) await chmod(systemDirectory, 0o755);
	return systemDirectory;
}

/**
 * The folder of the database that this `DATA_DIR` already has: `DATA_DIR/postgres`, or where that link leads.
 *
 * @throws when the link leads nowhere. To make an empty database then would hide that the old one is lost.
 */
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

/**
 * Where the database of a `DATA_DIR` that has none shall be: beneath it, or beneath `/var/lib/cardseal` when a folder on
 * the way keeps PostgreSQL's user out. The latter's names are never used twice: what an earlier `DATA_DIR` of the same
 * path left behind was written under another master key.
 */
export async function chooseHome(
	dataDirectory: string,
	account: Account | undefined,
	log: (message: string) => void,
): Promise<string> {
	const barrier = account && (await findBarrier(dataDirectory, account));
	if (barrier === undefined) return join(dataDirectory, "postgres");
	const path = createHash("sha256").update(dataDirectory).digest("hex").slice(0, 8);
	const name = `${basename(dataDirectory)}-${path}-${randomBytes(3).toString("hex")}`;
	const home = join(await makeSystemDirectory(), name);
	log(`PostgreSQL runs under the user ${account?.name}, whom ${barrier} keeps out: the database goes to ${home}.`);
	return home;
}

/** Leaves a link in `DATA_DIR` when the database lies elsewhere: a moved `DATA_DIR` keeps it, and people find it. */
export async function linkHome(dataDirectory: string, home: string): Promise<void> {
	const usual = join(dataDirectory, "postgres");
	if (home === usual) return;
	await symlink(home, usual);
	await syncDirectory(dataDirectory);
}

/** @throws when PostgreSQL's user can no longer reach its database, with the folder that keeps it out */
export async function assertReachable(home: string, account: Account | undefined): Promise<void> {
	const barrier = account && (await findBarrier(home, account));
	if (barrier === undefined) return;
	throw new Error(
		`PostgreSQL runs under the user ${account?.name}, whom ${barrier} keeps out of the database. ` +
			`Let it pass: chmod o+x ${barrier}`,
	);
}
