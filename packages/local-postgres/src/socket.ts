import { createHash } from "node:crypto";
import { chown, lstat, mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { isSystemError } from "./files.ts";
import { layoutOf } from "./home.ts";

/** In bytes: `sun_path` without its last NUL. */
const longestPath = process.platform === "linux" ? 107 : 103;

/** Every gateway derives the same path. */
export function socketDirectoryOf(home: string): string {
	const { socket } = layoutOf(home);
	if (Buffer.byteLength(join(socket, ".s.PGSQL.5432")) <= longestPath) return socket;
	return join("/tmp", `cardseal-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`);
}

/** @throws when another user may enter the folder */
export async function makeSocketDirectory(home: string, account: Account | undefined): Promise<void> {
	const directory = socketDirectoryOf(home);
	// An existing folder stays: another user could take its name.
	try {
		await mkdir(directory, { mode: 0o700 });
		if (account) await chown(directory, account.uid, account.gid);
	} catch (error) {
		if (!isSystemError(error, "EEXIST")) throw error;
	}
	const found = await lstat(directory);
	const isOwn = found.uid === (account?.uid ?? process.getuid?.());
	if (found.isDirectory() && isOwn && (found.mode & 0o077) === 0) return;
	throw new Error(`PostgreSQL's socket needs a private folder. Remove ${directory}, which other users may enter.`);
}

export async function removeSocketDirectory(home: string): Promise<void> {
	await rmdir(socketDirectoryOf(home)).catch(() => undefined);
}

export function urlOf(home: string, name: string, password: string, applicationName: string): string {
	const url = new URL(`postgres://${name}:${password}@127.0.0.1:5432/${name}`);
	url.searchParams.set("host", socketDirectoryOf(home));
	url.searchParams.set("application_name", applicationName);
	return url.href;
}

export function listenSettings(home: string): Record<string, string> {
	const quoted = `"${socketDirectoryOf(home).replaceAll('"', '""')}"`;
	return { port: "5432", listen_addresses: "", unix_socket_directories: quoted };
}
