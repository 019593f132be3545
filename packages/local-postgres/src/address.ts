import { once } from "node:events";
import { chown, lstat, mkdir, mkdtemp, rmdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Account, findBarrier } from "./account.ts";
import { exists, isSystemError, unlessMissing } from "./files.ts";
import { layoutOf } from "./home.ts";

/** A folder has one server, so a socket's port is PostgreSQL's usual one. */
export interface Address {
	port: number;
	/** `undefined` for TCP. */
	socketDirectory: string | undefined;
}

const usualPort = 5432;

/** In bytes: `sun_path` without its last NUL. */
const longestPath = process.platform === "linux" ? 107 : 103;

const temporaryDirectories = [tmpdir(), "/tmp"];

function socketPath({ socketDirectory = "", port }: Address): string {
	return join(socketDirectory, `.s.PGSQL.${port}`);
}

function isShort(socketDirectory: string): boolean {
	return Buffer.byteLength(socketPath({ socketDirectory, port: usualPort })) <= longestPath;
}

/** Keeps the former address if possible: other gateways try it. */
export async function chooseAddress(
	home: string,
	account: Account | undefined,
	former: Address | undefined,
	log: (message: string) => void,
	parents = temporaryDirectories,
): Promise<Address> {
	const known = [former?.socketDirectory, layoutOf(home).socket].filter((directory) => directory !== undefined);
	for (const socketDirectory of process.platform === "win32" ? [] : known) {
		const mayCreate = account === undefined || isOurs(socketDirectory, home, parents);
		if (isShort(socketDirectory) && (await isPrivate(socketDirectory, account, { mayCreate }))) {
			return { port: usualPort, socketDirectory };
		}
	}
	if (former !== undefined && former.socketDirectory === undefined && former.port > 0) return former;
	const temporary = process.platform === "win32" ? undefined : await makeTemporaryDirectory(account, parents);
	if (temporary !== undefined) {
		log(`The path of ${home} is too long for a Unix socket: PostgreSQL's is in ${temporary}.`);
		return { port: usualPort, socketDirectory: temporary };
	}
	const port = await findFreePort();
	log(`No folder is suitable for a Unix socket: PostgreSQL listens on 127.0.0.1:${port}.`);
	return { port, socketDirectory: undefined };
}

/** PostgreSQL's user writes the former address, so root creates no other folder for it. */
function isOurs(directory: string, home: string, parents: string[]): boolean {
	if (directory === layoutOf(home).socket) return true;
	return parents.includes(dirname(directory)) && /^cardseal-\w{6}$/.test(basename(directory));
}

async function isPrivate(
	directory: string,
	account: Account | undefined,
	{ mayCreate }: { mayCreate: boolean },
): Promise<boolean> {
	if (mayCreate) {
		try {
			await mkdir(directory, { mode: 0o700 });
			if (account) await chown(directory, account.uid, account.gid);
		} catch (error) {
			if (!isSystemError(error, "ENOENT", "EEXIST")) throw error;
		}
	}
	const found = await unlessMissing(lstat(directory));
	if (found === undefined) return false;
	return found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0;
}

export async function removeTemporaryDirectory(home: string, { socketDirectory }: Address): Promise<void> {
	if (socketDirectory === undefined || socketDirectory === layoutOf(home).socket) return;
	await rmdir(socketDirectory).catch(() => undefined);
}

async function makeTemporaryDirectory(account: Account | undefined, parents: string[]): Promise<string | undefined> {
	for (const parent of parents) {
		if (!isShort(join(parent, "cardseal-XXXXXX")) || !(await exists(parent))) continue;
		if (account && (await findBarrier(parent, account)) !== undefined) continue;
		const directory = await mkdtemp(join(parent, "cardseal-"));
		if (account) await chown(directory, account.uid, account.gid);
		return directory;
	}
	return undefined;
}

export async function locate(home: string, { port, socketDirectory }: Address): Promise<Address> {
	if (socketDirectory === undefined || (await exists(socketPath({ port, socketDirectory })))) {
		return { port, socketDirectory };
	}
	return { port, socketDirectory: layoutOf(home).socket };
}

export function isSameAddress(one: Address, other: Address): boolean {
	return one.port === other.port && one.socketDirectory === other.socketDirectory;
}

export function describeAddress(address: Address): string {
	return address.socketDirectory === undefined ? `127.0.0.1:${address.port}` : socketPath(address);
}

export function urlOf(
	{ port, socketDirectory }: Address,
	{ name, password, applicationName }: { name: string; password: string; applicationName: string },
): string {
	const url = new URL(`postgres://${name}:${password}@127.0.0.1:${port}/${name}`);
	if (socketDirectory !== undefined) url.searchParams.set("host", socketDirectory);
	url.searchParams.set("application_name", applicationName);
	return url.href;
}

export function listenSettings({ port, socketDirectory }: Address): Record<string, string> {
	return {
		port: String(port),
		listen_addresses: socketDirectory === undefined ? "127.0.0.1" : "",
		unix_socket_directories: socketDirectory === undefined ? "" : `"${socketDirectory.replaceAll('"', '""')}"`,
	};
}

/** Admits only the gateway's role. The superuser works while the server is stopped (`postgres --single`). */
export async function writeAccessRules(home: string, { socketDirectory }: Address, name: string): Promise<void> {
	const from = socketDirectory === undefined ? `host all ${name} 127.0.0.1/32` : `local all ${name}`;
	await writeFile(layoutOf(home).accessRules, `${from} scram-sha-256\n`, { mode: 0o644, flush: true });
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("The system gave no port on 127.0.0.1.");
	return address.port;
}
