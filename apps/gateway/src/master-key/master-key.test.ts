import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMasterKey, parseMasterKey } from "@cardseal/vault";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigError } from "../../../../packages/platform/src/config-error.ts";
import type { KeyService } from "./key-service.ts";
import { createMasterKeyFiles, readConfiguredMasterKeys } from "./master-key.ts";

let directory: string;
let file: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-master-key-"));
	file = join(directory, "master.key");
});

afterEach(() => rm(directory, { recursive: true }));

const next = () => `${file}.next`;

/** Settings of a gateway outside the sandbox. */
const settings = () => ({
	masterKeyFile: file,
	nextMasterKeyFile: next(),
	masterKeyHsm: undefined,
	sandbox: false,
});

const inSandbox = () => readConfiguredMasterKeys({ ...settings(), sandbox: true }, { createWhenMissing: true });
const outside = (service?: KeyService) =>
	readConfiguredMasterKeys(settings(), { createWhenMissing: false, ...(service && { service }) });

async function writeKey(path = file): Promise<string> {
	const masterKey = generateMasterKey();
	await writeFile(path, masterKey, { mode: 0o600 });
	return masterKey;
}

describe("a master key in the clear", () => {
	test("is read and never changed", async () => {
		const masterKey = await writeKey();
		for (const read of [inSandbox, outside]) expect((await read()).masterKey).toBe(masterKey);
		expect(await readFile(file, "utf8")).toBe(masterKey);
	});

	test("is created once in the sandbox, with its folder", async () => {
		file = join(directory, "new", "folder", "master.key");
		const { masterKey } = await inSandbox();
		expect(parseMasterKey(masterKey).bytes).toHaveLength(32);
		expect((await inSandbox()).masterKey).toBe(masterKey);
	});

	test("P-11 is created in a file that only its owner can access", async () => {
		await inSandbox();
		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	test("is the same for concurrent starts, which leave no other files", async () => {
		const starts = await Promise.all(Array.from({ length: 20 }, inSandbox));
		expect(new Set(starts.map(({ masterKey }) => masterKey)).size).toBe(1);
		expect(await readdir(directory)).toEqual(["master.key"]);
	});

	test("P-11 is not created outside the sandbox, where a new one would lose all others", async () => {
		await expect(outside()).rejects.toThrow(ConfigError);
		await expect(outside()).rejects.toThrow("MASTER_KEY_FILE does not exist");
		expect(await readdir(directory)).toEqual([]);
	});

	test("needs the setting where there is no default", async () => {
		const reading = readConfiguredMasterKeys(
			{ ...settings(), masterKeyFile: undefined, nextMasterKeyFile: undefined },
			{ createWhenMissing: true },
		);
		await expect(reading).rejects.toThrow("MASTER_KEY_FILE must name a file");
	});

	test.each([0o640, 0o604, 0o620, 0o601])(
		"P-11 is rejected outside the sandbox in a file of mode %o, with chmod 600 as advice",
		async (mode) => {
			const masterKey = await writeKey();
			await chmod(file, mode);
			await expect(outside()).rejects.toThrow(`chmod 600 ${file}`);
			expect((await inSandbox()).masterKey).toBe(masterKey);
			for (const ownersAlone of [0o600, 0o400]) {
				await chmod(file, ownersAlone);
				expect((await outside()).masterKey).toBe(masterKey);
			}
		},
	);

	test("is read again with the next one, each if it is there", async () => {
		const first = await writeKey();
		const source = await outside();
		expect(await source.readMasterKeys()).toEqual([first]);
		const second = await writeKey(next());
		expect(await source.readMasterKeys()).toEqual([first, second]);
		await rm(file);
		expect(await source.readMasterKeys()).toEqual([second]);
	});

	test("P-11 is never created in the place of a file that cannot be read", async () => {
		await mkdir(file, { mode: 0o700 });
		await expect(inSandbox()).rejects.toThrow(ConfigError);
		expect((await stat(file)).isDirectory()).toBe(true);
	});
});

/** A key service in memory. */
class MemoryKeyService implements KeyService {
	keyName = "memory:1";
	keys = new Map([["memory:1", randomBytes(32)]]);
	calls = 0;
	isAway = false;

	#keyOf(name: string): Buffer {
		const key = this.keys.get(name);
		if (key === undefined || this.isAway) throw new ConfigError(`The memory has no key ${name}.`);
		return key;
	}

	async seal(secret: Uint8Array): Promise<Buffer> {
		this.calls++;
		const iv = randomBytes(16);
		const cipher = createCipheriv("aes-256-ctr", this.#keyOf(this.keyName), iv);
		return Buffer.concat([iv, cipher.update(secret), cipher.final()]);
	}

	async unseal(keyName: string, sealed: Uint8Array): Promise<Buffer> {
		this.calls++;
		const decipher = createDecipheriv("aes-256-ctr", this.#keyOf(keyName), sealed.subarray(0, 16));
		return Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);
	}
}

describe("a master key that a key service seals", () => {
	let service: MemoryKeyService;
	let masterKey: string;

	beforeEach(async () => {
		service = new MemoryKeyService();
		masterKey = generateMasterKey();
		await createMasterKeyFiles(settings(), { service }).create(file, masterKey);
		service.calls = 0;
	});

	test("P-49 is read with the service, and is in no file", async () => {
		expect((await outside(service)).masterKey).toBe(masterKey);
		const content = await readFile(file);
		expect(content.includes(masterKey)).toBe(false);
		expect(content.includes(Buffer.from(masterKey, "base64"))).toBe(false);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	test("P-49 is not read without the service", async () => {
		await expect(outside()).rejects.toThrow(`MASTER_KEY_HSM must be set: ${file} is sealed by memory:1`);
		service.isAway = true;
		await expect(outside(service)).rejects.toThrow("The memory has no key memory:1.");
	});

	test("needs the service once: later it may be away", async () => {
		const source = await outside(service);
		service.isAway = true;
		expect(await source.readMasterKeys()).toEqual([masterKey]);
		expect(service.calls).toBe(1);
	});

	test("is asked for once by concurrent reads, and again after a failure", async () => {
		const files = createMasterKeyFiles(settings(), { service });
		service.isAway = true;
		await expect(files.read(file)).rejects.toThrow(ConfigError);
		service.isAway = false;
		service.calls = 0;
		const read = await Promise.all(Array.from({ length: 10 }, () => files.read(file)));
		expect(new Set(read.map((one) => one?.masterKey))).toEqual(new Set([masterKey]));
		expect(service.calls).toBe(1);
	});

	test("P-15 stays readable when the service has a new key, which seals the next one", async () => {
		service.keys.set("memory:2", randomBytes(32));
		service.keyName = "memory:2";
		const files = createMasterKeyFiles(settings(), { service });
		await files.create(next());
		expect(await files.read(next())).toMatchObject({ sealedBy: "memory:2" });
		expect(await files.read(file)).toMatchObject({ masterKey, sealedBy: "memory:1" });
	});

	test("P-17 is refused when its key was replaced under the same name", async () => {
		service.keys.set("memory:1", randomBytes(32));
		await expect(outside(service)).rejects.toThrow("memory:1 is another key now than the one that sealed it");
	});

	test("P-17 is refused when a byte of its file was changed", async () => {
		const sealed = JSON.parse(await readFile(file, "utf8"));
		const bytes = Buffer.from(sealed.sealed, "base64");
		bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
		await writeFile(file, JSON.stringify({ ...sealed, sealed: bytes.toString("base64") }));
		await expect(outside(service)).rejects.toThrow(`${file} was changed`);
		for (const damaged of ["{", "{}", JSON.stringify({ ...sealed, sealed: "?" })]) {
			await writeFile(file, damaged);
			await expect(outside(service)).rejects.toThrow(`This sealed master key is damaged: ${file}`);
		}
	});

	test("is not written when the service cannot decrypt what it encrypted", async () => {
		service.unseal = async () => randomBytes(32);
		await expect(createMasterKeyFiles(settings(), { service }).create(next())).rejects.toThrow(ConfigError);
		expect(await readdir(directory)).toEqual(["master.key"]);
	});

	test("is never written over another file", async () => {
		const before = await readFile(file, "utf8");
		expect(await createMasterKeyFiles(settings(), { service }).create(file)).toBe(false);
		expect(await readFile(file, "utf8")).toBe(before);
	});

	test("may follow one in the clear, and go before one", async () => {
		const clear = await writeKey(next());
		expect(await (await outside(service)).readMasterKeys()).toEqual([masterKey, clear]);
	});
});
