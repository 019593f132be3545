import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Unprivileged; for a gateway that runs as root. */
export interface Account {
	name: string;
	uid: number;
	gid: number;
}

export function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/**
 * `undefined` means the current user. PostgreSQL refuses to run as root and serves a cluster only under its owner.
 *
 * @throws when the process cannot become the owner
 */
export async function chooseAccount(cluster: Stats | undefined): Promise<Account | undefined> {
	if (!isRoot()) {
		if (cluster === undefined || cluster.uid === process.getuid?.()) return undefined;
		throw new Error(
			`The database belongs to another user (uid ${cluster.uid}). Start the gateway as that user or as root.`,
		);
	}
	const accounts = parseAccounts(await readFile("/etc/passwd", "utf8"));
	if (cluster !== undefined) return ownerOf(cluster, accounts);
	const account = accounts.find(({ name }) => name === "postgres") ?? accounts.find(({ name }) => name === "nobody");
	if (account !== undefined) return account;
	throw new Error(
		"PostgreSQL refuses to run as root, and /etc/passwd has neither `postgres` nor `nobody` to run it under. " +
			"Start the gateway as an ordinary user, or set DATABASE_URL.",
	);
}

function ownerOf(cluster: Stats, accounts: Account[]): Account {
	const { uid, gid } = cluster;
	if (uid === 0) {
		throw new Error(
			"The database's files belong to root, under which PostgreSQL refuses to run. " +
				"Give them back to the user it ran under (chown -R).",
		);
	}
	// A user missing in /etc/passwd can still run its cluster.
	return accounts.find((account) => account.uid === uid) ?? { name: `uid ${uid}`, uid, gid };
}

/** passwd(5): name, password, uid, gid, comment, home, shell. */
function parseAccounts(passwd: string): Account[] {
	return passwd.split("\n").flatMap((line) => {
		const [name, , uid, gid] = line.split(":");
		return name && uid && gid && Number(uid) !== 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
	});
}

/** The first folder on the path that the account may not enter. */
export async function findBarrier(directory: string, account: Account): Promise<string | undefined> {
	const parent = dirname(directory);
	const above = parent === directory ? undefined : await findBarrier(parent, account);
	if (above !== undefined) return above;
	return mayEnter(await stat(directory), account) ? undefined : directory;
}

/** Ignores access control lists. */
function mayEnter({ uid, gid, mode }: Stats, account: Account): boolean {
	if (uid === account.uid) return (mode & 0o100) !== 0;
	if (gid === account.gid) return (mode & 0o010) !== 0;
	return (mode & 0o001) !== 0;
}
