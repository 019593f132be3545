import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listenSettings, makeSocketDirectory, socketDirectoryOf, urlOf } from "./socket.ts";

let home: string;

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), "cardseal-socket-"));
});

afterEach(() => rm(home, { recursive: true }));

describe("the socket of the embedded PostgreSQL", () => {
	test("is in a private folder of the database, and not TCP", async () => {
		await makeSocketDirectory(home, undefined);
		expect(socketDirectoryOf(home)).toBe(join(home, "socket"));
		expect((await stat(join(home, "socket"))).mode & 0o777).toBe(0o700);
		expect(listenSettings(home).listen_addresses).toBe("");
	});

	test("has a path of at most 107 bytes, another for each database", () => {
		const [one, other] = ["ä", "b"].map((name) => socketDirectoryOf(`/${"x".repeat(120)}/${name}`));
		expect(one).toMatch(/^\/tmp\/cardseal-[0-9a-f]{16}$/);
		expect(one).not.toBe(other);
		expect(socketDirectoryOf(`/${"ä".repeat(50)}`)).toMatch(/^\/tmp\//);
	});

	test.each<[what: string, prepare: (path: string) => Promise<void>]>([
		["that others can enter", (path) => mkdir(join(path, "x"), { recursive: true }).then(() => chmod(path, 0o755))],
		["that is a link", (path) => symlink(tmpdir(), path)],
	])("is never in a folder %s", async (_what, prepare) => {
		await prepare(join(home, "socket"));
		await expect(makeSocketDirectory(home, undefined)).rejects.toThrow("needs a private folder");
	});

	test("is in no folder of another user", async () => {
		const stranger = { name: "stranger", uid: (process.getuid?.() ?? 0) + 1, gid: 1 };
		await mkdir(join(home, "socket", "x"), { recursive: true, mode: 0o700 });
		await expect(makeSocketDirectory(home, stranger)).rejects.toThrow("needs a private folder");
		expect(await readdir(home)).toEqual(["socket"]);
	});

	test("is written into URL and settings with every character", () => {
		const odd = '/it\'s "here", 100%/ä';
		expect(new URL(urlOf(odd, "n", "p", "a")).searchParams.get("host")).toBe(`${odd}/socket`);
		expect(listenSettings(odd).unix_socket_directories).toBe('"/it\'s ""here"", 100%/ä/socket"');
	});
});
