import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/fixtures/database.ts";
import {
	freePort,
	type GatewayProcess,
	sandboxProgram,
	spawnGatewayProcess,
} from "../../../test/fixtures/gateway-process.ts";

/* Needs `npm run build` first, like `npm start`. */

let directory: string;
let database: TestDatabase;
let sandbox: GatewayProcess | undefined;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-start-"));
	database = await createTestDatabase();
});

afterEach(async () => {
	await sandbox?.end("SIGKILL");
	await database.drop();
	await rm(directory, { recursive: true });
});

/** Starts the sandbox, requests a page, and stops. Returns what the terminal shows. */
async function requestAndStop(...words: string[]): Promise<string> {
	const environment = { DATABASE_URL: database.url, SHOP_PORT: String(await freePort()) };
	const port = await freePort();
	sandbox = spawnGatewayProcess({ program: sandboxProgram, words, dataDirectory: directory, port, environment });
	await sandbox.written(/Stop with Ctrl-C/);
	expect((await fetch(`${sandbox.url}/no-such-page`)).status).toBe(404);
	expect(await sandbox.end("SIGTERM")).toEqual({ code: 0, signal: null });
	return sandbox.output();
}

const request = /"path":"\/no-such-page","status":404/;

test("the banner of npm start stays readable: requests go to DATA_DIR/gateway.log", async () => {
	const shown = await requestAndStop();
	expect(shown).toContain(join(directory, "gateway.log"));
	expect(shown).not.toContain('{"level"');
	expect(await readFile(join(directory, "gateway.log"), "utf8")).toMatch(request);
});

test("npm start -- --verbose shows the requests as well", async () => {
	expect(await requestAndStop("--verbose")).toMatch(request);
	expect(await readFile(join(directory, "gateway.log"), "utf8")).toMatch(request);
});
