import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, cardWith, goodCard, salePath, signIn } from "../../test/fixtures/client.ts";
import {
	freePort,
	type GatewayProcess,
	spawnGatewayProcess,
	startGatewayProcess,
	stopDatabaseOf,
} from "../../test/fixtures/gateway-process.ts";

let dataDirectory: string;
let port: number;
let gateway: GatewayProcess | undefined;

beforeAll(async () => {
	port = await freePort();
});

afterEach(() => gateway?.end("SIGKILL"));

async function makeDataDirectory(): Promise<void> {
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-faults-"));
	// Root runs PostgreSQL as another user, who needs access to the directory.
	await chmod(dataDirectory, 0o711);
}

async function removeDataDirectory(): Promise<void> {
	await stopDatabaseOf(dataDirectory);
	await rm(dataDirectory, { recursive: true });
}

async function start(environment: Record<string, string> = {}): Promise<GatewayProcess> {
	gateway = await startGatewayProcess({ dataDirectory, port, environment });
	return gateway;
}

async function signInTo(running: GatewayProcess): Promise<Client> {
	return signIn(running.url, await running.demo());
}

async function expectToSell(running: GatewayProcess): Promise<void> {
	const { status } = await (await signInTo(running)).post(salePath, { amount: 31, ...goodCard });
	expect(status).toBe(200);
}

async function newestRecord(client: Client): Promise<unknown> {
	const { body } = await client.get("/transaction-service/transaction?limit=1");
	const { entities } = body as { entities: unknown[] };
	return entities[0];
}

/** Sells until the gateway is gone. `approved` has the ids of the approved sales so far, in the order of their answers. */
async function sellUntilGone(client: Client, approved: string[]): Promise<void> {
	for (;;) {
		const answer = await client.post(salePath, { amount: 31, ...goodCard }).catch(() => undefined);
		if (answer === undefined) return;
		approved.push(String(answer.body.transaction_id));
	}
}

describe("a gateway", () => {
	beforeAll(makeDataDirectory);
	afterAll(removeDataDirectory);

	test("that is killed under load starts again, with every acknowledged sale and every valid token", async () => {
		let running = await start();
		const client = await signInTo(running);
		const lastApproved: string[] = [];
		for (const sales of [0, 20, 200]) {
			const approved: string[] = [];
			const selling = Array.from({ length: 4 }, () => sellUntilGone(client, approved));
			await vi.waitUntil(() => approved.length >= sales, { timeout: 30_000, interval: 10 });
			await running.end("SIGKILL");
			await Promise.all(selling);
			// The last were written shortly before the end.
			lastApproved.push(...approved.slice(-20));
			running = await start();
		}
		expect(lastApproved.length).toBeGreaterThanOrEqual(40);
		for (const id of lastApproved) {
			const { body } = await client.get(`/transaction-service/transaction/${id}`);
			expect(body).toMatchObject({ transaction_id: id, transaction_result: "APPROVED" });
		}
	});

	/** The demo processor's answer to this card is lost, so its sale runs until the processor's time limit. */
	const lostAnswer = cardWith("4000000000000259");

	/** The gateway cuts connections after 15 s; nothing should have to wait for that. */
	const stopLimitMs = 10_000;

	test("finishes running requests at SIGTERM, closes idle connections, and stops PostgreSQL", async () => {
		const running = await start({ PROCESSOR_TIMEOUT_MS: "10000" });
		const client = await signInTo(running);
		const sale = client.post(salePath, { amount: 31, ...lostAnswer });
		const lost = { card_suffix: 259, transaction_result: "PENDING" };
		await vi.waitFor(async () => expect(await newestRecord(client)).toMatchObject(lost), { timeout: 9_000 });
		const ended = running.end("SIGTERM");
		expect(await sale).toMatchObject({ status: 402, body: { transaction_result: "PENDING" } });
		const answeredAt = performance.now();
		expect(await ended).toEqual({ code: 0, signal: null });
		expect(performance.now() - answeredAt).toBeLessThan(stopLimitMs);
		await expect(client.get("/healthz")).rejects.toThrow();
		await expect(stat(join(dataDirectory, "postgres/cluster/postmaster.pid"))).rejects.toThrow("ENOENT");
		expect(running.output()).not.toMatch(/"level":[56]0/);
	});

	test("stops cleanly at a SIGTERM during its start, and leaves no PostgreSQL running", async () => {
		const running = spawnGatewayProcess({ dataDirectory, port });
		gateway = running;
		await running.written(serves);
		expect(await running.end("SIGTERM")).toEqual({ code: 0, signal: null });
		await expect(stat(join(dataDirectory, "postgres/cluster/postmaster.pid"))).rejects.toThrow("ENOENT");
	});

	test("a second gateway on the same port prints a sentence and exits with 1", async () => {
		const first = await start();
		const second = spawnGatewayProcess({ dataDirectory, port });
		expect(await second.ended).toEqual({ code: 1, signal: null });
		expect(second.output()).toMatch(new RegExp(`port ${port}.*(taken|in use)`, "i"));
		expect(second.output()).not.toMatch(/\n\s+at /);
		await expectToSell(first);
	});
});

describe("a first start that is killed", () => {
	beforeAll(makeDataDirectory);
	afterAll(removeDataDirectory);

	/** Each start continues from the state of the previous one. */
	test.each<[moment: string, (running: GatewayProcess) => Promise<unknown>]>([
		["before it has done anything", () => delay(100)],
		["while PostgreSQL's files are made", () => appeared(/^postgres\.unfinished-/)],
		["as soon as PostgreSQL's files are there", () => appeared(/^postgres$/)],
		["as soon as PostgreSQL serves", (running) => running.written(serves)],
		["a moment after PostgreSQL serves", (running) => running.written(serves).then(() => delay(50))],
		["as soon as there is a master key", () => appeared(/^master\.key$/)],
		["a moment after there is a master key", (running) => running.written(serves).then(() => delay(200))],
	])("%s leaves nothing that keeps the next one from coming as far", async (_moment, come) => {
		const killed = spawnGatewayProcess({ dataDirectory, port });
		gateway = killed;
		await come(killed);
		expect(await killed.end("SIGKILL")).toMatchObject({ signal: "SIGKILL" });
	});

	test("several times is followed by a start that works", async () => {
		await expectToSell(await start());
	});
});

/** The log lines of a gateway that has its database: its own, or one that a killed gateway left running. */
const serves = /(Started|Adopted).* PostgreSQL/;

/** Resolves as soon as the data directory has an entry with such a name. */
async function appeared(name: RegExp): Promise<void> {
	while (!(await readdir(dataDirectory)).some((entry) => name.test(entry))) await delay(5);
}
