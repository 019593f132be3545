import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DatabaseProxy, databaseProxy } from "../../test/fixtures/api/database-proxy.ts";
import { goodCard, salePath, send, signIn } from "../../test/fixtures/client.ts";
import { createTestDatabase, type TestDatabase } from "../../test/fixtures/database.ts";
import {
	freePort,
	type GatewayProcess,
	type GatewayProcessOptions,
	startGatewayProcess,
} from "../../test/fixtures/gateway-process.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let dataDirectory: string;
let gateway: GatewayProcess | undefined;

beforeEach(async () => {
	database = await createTestDatabase();
	proxy = await databaseProxy(database.url);
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-limits-"));
});

afterEach(async () => {
	await gateway?.end("SIGKILL");
	await proxy.stop();
	await database.drop();
	await rm(dataDirectory, { recursive: true });
});

async function start(options: Partial<GatewayProcessOptions> = {}): Promise<GatewayProcess> {
	const environment = { DATABASE_URL: proxy.url };
	gateway = await startGatewayProcess({ dataDirectory, port: await freePort(), environment, ...options });
	return gateway;
}

test("SIGTERM ends the process within 30 s while the database hangs and requests wait for it", async () => {
	const running = await start();
	const client = await signIn(running.url, await running.demo());
	proxy.swallow("all");
	const waiting = client.post(salePath, { amount: 31, ...goodCard });
	// Sent after the sale, so the gateway has read that one.
	await send(`${running.url}/healthz`);
	const startedAt = performance.now();
	const ended = running.end("SIGTERM");
	expect((await waiting).status).toBe(503);
	await ended;
	expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test("few file descriptors and many silent connections make no request fail with 500", async () => {
	const running = await start({ fileDescriptors: 100 });
	const client = await signIn(running.url, await running.demo());
	const port = Number(new URL(running.url).port);
	const silent = Array.from({ length: 300 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
	try {
		await Promise.all(silent.map(settled));
		const requests = Array.from({ length: 60 }, (_, index) => {
			if (index % 3 === 0) return statusOf(send(`${running.url}/app`));
			if (index % 3 === 1) return statusOf(send(`${running.url}/readyz`));
			return statusOf(client.post(salePath, { amount: 31, ...goodCard }));
		});
		const statuses = await Promise.all(requests);
		expect(statuses.filter((status) => status !== undefined && status >= 500 && status !== 503)).toEqual([]);
	} finally {
		for (const socket of silent) socket.destroy();
	}
	await expect.poll(() => statusOf(send(`${running.url}/readyz`)), { timeout: 20_000 }).toBe(200);
	expect((await client.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);
});

/** Resolves when the connection is open or refused. */
async function settled(socket: Socket): Promise<void> {
	if (socket.connecting) await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => undefined);
}

/** Returns the status of a response; `undefined` when the connection was refused. */
async function statusOf(answer: Promise<{ status: number }>): Promise<number | undefined> {
	try {
		return (await answer).status;
	} catch (error) {
		if (error instanceof TypeError) return undefined;
		throw error;
	}
}
