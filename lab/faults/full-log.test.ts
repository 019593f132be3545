import { closeSync, existsSync, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { goodCard, salePath, signIn } from "../../test/fixtures/client.ts";
import { createTestDatabase, type TestDatabase } from "../../test/fixtures/database.ts";
import { freePort, type GatewayProcess, spawnGatewayProcess } from "../../test/fixtures/gateway-process.ts";

/** More than a pipe holds. */
const requests = 600;

let dataDirectory: string;
let database: TestDatabase;
let gateway: GatewayProcess;

beforeEach(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-full-log-"));
	database = await createTestDatabase();
});

afterEach(async () => {
	await gateway.end("SIGKILL");
	await database.drop();
	await rm(dataDirectory, { recursive: true });
});

async function spawn(standardOutput?: number): Promise<void> {
	gateway = spawnGatewayProcess({
		dataDirectory,
		port: await freePort(),
		environment: { DATABASE_URL: database.url },
		...(standardOutput !== undefined && { standardOutput }),
	});
}

async function expectToSell(): Promise<void> {
	const client = await signIn(gateway.url, await gateway.demo());
	for (let asked = 0; asked < requests; asked += 20) {
		const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await client.get("/healthz")).status));
		expect(new Set(statuses)).toEqual(new Set([200]));
	}
	expect(await client.post(salePath, { amount: 31, ...goodCard })).toMatchObject({ status: 200 });
}

describe("a full log", () => {
	test("a gateway whose log nobody reads takes payments, is healthy, and stops at SIGTERM", async () => {
		await spawn();
		await gateway.ready();
		gateway.stopReading();
		await expectToSell();
		expect(await gateway.end("SIGTERM")).toEqual({ code: 0, signal: null });
	});

	test.runIf(existsSync("/dev/full"))(
		"a gateway on a full log disk starts, takes payments and is healthy",
		async () => {
			const full = openSync("/dev/full", "w");
			try {
				await spawn(full);
				const isReady = async () => expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
				await vi.waitFor(isReady, { timeout: 60_000, interval: 50 });
				await expectToSell();
				expect(await gateway.end("SIGTERM")).toEqual({ code: 0, signal: null });
			} finally {
				closeSync(full);
			}
		},
	);
});
