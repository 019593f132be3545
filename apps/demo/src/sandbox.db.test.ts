import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/fixtures/database.ts";
import { freePort } from "../../../test/fixtures/gateway-process.ts";
import { startSandbox } from "./sandbox.ts";

/* Needs `npm run build` first, like `npm start`. */

let directory: string;
let database: TestDatabase;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-sandbox-"));
	database = await createTestDatabase();
});

afterAll(async () => {
	await database.drop();
	await rm(directory, { recursive: true });
});

function settings(shopPort: number) {
	return {
		PORT: "0",
		SHOP_PORT: String(shopPort),
		DATA_DIR: directory,
		DATABASE_URL: database.url,
		DATABASE_CONNECTIONS: "4",
		LOG_LEVEL: "silent",
	};
}

test("the same port for gateway and shop is refused, with two to use instead", async () => {
	const starting = startSandbox({ environment: { ...settings(8080), PORT: "8080" } });
	await expect(starting).rejects.toThrow("PORT and SHOP_PORT are both 8080");
});

test("a second sandbox on the same data directory is refused, and leaves the first one's demo.json as it is", async () => {
	const first = await startSandbox({ environment: settings(await freePort()) });
	const file = first.gateway.demo?.file ?? "";
	const before = await readFile(file, "utf8");
	const second = startSandbox({ environment: settings(await freePort()) });
	await expect(second).rejects.toThrow(`Another sandbox starts, runs or stops on ${directory}. Stop it`);
	expect(await readFile(file, "utf8")).toBe(before);
	await first.stop();
	const next = await startSandbox({ environment: settings(await freePort()) });
	expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ base_url: next.gatewayUrl });
	await next.stop();
});

test("of two sandboxes that start at once on one data directory, one is refused before it serves", async () => {
	const starting = [await freePort(), await freePort()].map((port) => startSandbox({ environment: settings(port) }));
	const started = await Promise.allSettled(starting);
	const [refused] = started.flatMap((result) => (result.status === "rejected" ? result.reason : []));
	const [first, ...others] = started.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
	expect(others).toEqual([]);
	expect(String(refused)).toContain(`Another sandbox starts, runs or stops on ${directory}. Stop it`);
	expect((await fetch(`${first?.shopUrl}/healthz`)).status).toBe(200);
	await first?.stop();
});

test("X-12 an unfinished request to the shop does not keep the gateway from stopping", async () => {
	const shopPort = await freePort();
	const sandbox = await startSandbox({
		environment: settings(shopPort),
	});
	const halfSent = connect(shopPort, "localhost");
	halfSent.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
	expect((await fetch(`${sandbox.shopUrl}/healthz`)).status).toBe(200);
	let stopped = false;
	const stopping = sandbox.stop().then(() => {
		stopped = true;
	});
	await expect.poll(() => isListening(sandbox.gateway.port)).toBe(false);
	expect(stopped).toBe(false);
	halfSent.destroy();
	await stopping;
});

// 127.0.0.2 is this machine too; it represents its network addresses.
test.each([
	["no other address than 127.0.0.1", {}, false],
	["every address with HOST=0.0.0.0", { HOST: "0.0.0.0" }, true],
])("gateway and shop listen on %s", async (_what, host, isElsewhere) => {
	const shopPort = await freePort();
	const sandbox = await startSandbox({ environment: { ...settings(shopPort), ...host } });
	for (const port of [sandbox.gateway.port, shopPort]) {
		expect(await isListening(port)).toBe(true);
		expect(await isListening(port, "127.0.0.2")).toBe(isElsewhere);
	}
	await sandbox.stop();
});

async function isListening(port: number, host = "localhost"): Promise<boolean> {
	const socket = connect(port, host);
	const connected = await once(socket, "connect").then(
		() => true,
		() => false,
	);
	socket.destroy();
	return connected;
}
