import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Advice } from "./advice.ts";
import { readMerchantSettings } from "./demo-file.ts";

const settings = { auth_url: "a", base_url: "b", client_id: "c", client_secret: "d", public_key: "e" };
let directory: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-demo-"));
});

afterAll(() => rm(directory, { recursive: true }));

test("the settings are read from demo.json in the data directory", async () => {
	await writeFile(join(directory, "demo.json"), JSON.stringify({ ...settings, shop_url: "f" }));
	expect(await readMerchantSettings(directory)).toMatchObject(settings);
});

test("without a demo.json the advice is to start the sandbox, or to set its data directory", async () => {
	const failure = await readMerchantSettings(join(directory, "nowhere")).catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(Advice);
	expect(String(failure)).toMatch(/no .*nowhere\/demo\.json.*npm start.*DATA_DIR=/s);
});

test.each([
	["broken", "{"],
	["something else", "[]"],
	["nothing", "null"],
	["not complete", JSON.stringify({ ...settings, client_secret: undefined })],
])("a demo.json that is %s is refused with advice", async (_what, text) => {
	await writeFile(join(directory, "demo.json"), text);
	await expect(readMerchantSettings(directory)).rejects.toThrow(/demo\.json is incomplete or invalid.*npm start/);
});
