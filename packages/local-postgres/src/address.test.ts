import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chooseAddress, listenSettings, urlOf } from "./address.ts";

let directory: string;
let messages: string[];

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-address-"));
	messages = [];
});

afterEach(() => rm(directory, { recursive: true }));

const log = (message: string) => void messages.push(message);

async function longHome(): Promise<string> {
	const home = join(directory, "x".repeat(120));
	await mkdir(home);
	return home;
}

describe("the address of the embedded PostgreSQL", () => {
	test("is a Unix socket in a private folder of the database, and not TCP", async () => {
		const address = await chooseAddress(directory, undefined, undefined, log);
		expect(address).toEqual({ port: 5432, socketDirectory: join(directory, "socket") });
		expect((await stat(join(directory, "socket"))).mode & 0o777).toBe(0o700);
		expect(listenSettings(address).listen_addresses).toBe("");
		expect(messages).toEqual([]);
	});

	test("is in a temporary folder when the path has more than 107 bytes, and stays there", async () => {
		const home = await longHome();
		const address = await chooseAddress(home, undefined, undefined, log, [directory]);
		expect(await readdir(directory)).toContain(address.socketDirectory?.slice(directory.length + 1));
		expect(messages.join()).toContain("too long for a Unix socket");
		await rm(address.socketDirectory ?? "", { recursive: true });
		expect(await chooseAddress(home, undefined, address, log, [])).toEqual(address);
	});

	test("is TCP on 127.0.0.1, with a message, when no path is short enough", async () => {
		const home = await longHome();
		const address = await chooseAddress(home, undefined, undefined, log, [home]);
		expect(address).toEqual({ port: expect.any(Number), socketDirectory: undefined });
		expect(messages).toEqual([
			`No folder is suitable for a Unix socket: PostgreSQL listens on 127.0.0.1:${address.port}.`,
		]);
		expect(await chooseAddress(home, undefined, address, log, [])).toEqual(address);
	});

	test.each<[what: string, prepare: (path: string) => Promise<void>]>([
		["that others can enter", (path) => mkdir(path).then(() => chmod(path, 0o755))],
		["that is a link", (path) => symlink(directory, path)],
	])("is never in a folder %s", async (_what, prepare) => {
		const former = { port: 5432, socketDirectory: join(directory, "former") };
		await prepare(former.socketDirectory);
		const { socketDirectory } = await chooseAddress(directory, undefined, former, log);
		expect(socketDirectory).toBe(join(directory, "socket"));
	});

	test("is in no folder that PostgreSQL's user names and root would create", async () => {
		const former = { port: 5432, socketDirectory: join(directory, "ssh.service.d") };
		const account = { name: "postgres", uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
		const { socketDirectory } = await chooseAddress(directory, account, former, log);
		expect(socketDirectory).toBe(join(directory, "socket"));
		expect(await readdir(directory)).toEqual(["socket"]);
	});

	test("is written into URL and settings with every character", () => {
		const address = { port: 5432, socketDirectory: '/it\'s "here", 100%/ä' };
		const url = new URL(urlOf(address, { name: "n", password: "p", applicationName: "a" }));
		expect(url.searchParams.get("host")).toBe(address.socketDirectory);
		expect(listenSettings(address).unix_socket_directories).toBe('"/it\'s ""here"", 100%/ä"');
	});
});
