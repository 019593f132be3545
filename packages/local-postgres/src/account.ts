import type { Stats } from "node:fs";
import { readFile } from "node:fs/promises";

export interface Account {
	name: string;
	uid: number;
	gid: number;
}

export function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/**
 * `undefined`: the current user. PostgreSQL refuses root and other owners.
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
	if (cluster !== undefined) return { name: `uid ${cluster.uid}`, uid: cluster.uid, gid: cluster.gid };
	const accounts = parseAccounts(await readFile("/etc/passwd", "utf8"));
	const account = accounts.find(({ name }) => name === "postgres") ?? accounts.find(({ name }) => name === "nobody");
	if (account !== undefined) return account;
	throw new Error(
		"PostgreSQL refuses to run as root, and /etc/passwd has neither `postgres` nor `nobody` to run it under. " +
			"Start the gateway as an ordinary user, or set DATABASE_URL.",
	);
}

function parseAccounts(passwd: string): Account[] {
	return passwd.split("\n").flatMap((line) => {
		const [name, , uid, gid] = line.split(":");
		return name && uid && gid && Number(uid) !== 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
	});
}
