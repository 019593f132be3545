import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../../../../packages/platform/src/db/database.ts";
import { createLog } from "../../../../../packages/platform/src/log/log.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import { createHealthChecks, type HealthChecksOptions } from "./checks.ts";
import { createReadiness } from "./readiness.ts";

const now = 1_795_219_200_000;
let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});
afterAll(() => tables.drop());

function checksOf(options: Partial<HealthChecksOptions> = {}) {
	const { database = tables.database } = options;
	return createHealthChecks({
		database: database.withTables(),
		checkReadiness: createReadiness(database.withTables()),
		clock: { now: () => now },
		databaseNow: async () => now,
		jobs: { note: () => undefined, list: () => [] },
		restored: { isNormal: true, open: undefined },
		sendsMail: true,
		dataDirectory: tmpdir(),
		readDisk: statfs,
		log: createLog({ level: "silent" }),
		...options,
	});
}

describe("the health checks", () => {
	test("the check of mail fails without a mail server, because owners get no warnings", async () => {
		const { ok, checks } = await checksOf({ sendsMail: false })();
		expect([ok, checks.mail]).toEqual([false, { ok: false, message: expect.stringContaining("SMTP_URL is not set") }]);
	});

	test("a stopped job fails by its name, and the others are listed", async () => {
		const list = () => [
			{ name: "audit", secondsSinceSuccess: 500, hasSucceeded: true, isStopped: true },
			{ name: "mail", secondsSinceSuccess: 3, hasSucceeded: false, isStopped: false },
		];
		const { ok, checks } = await checksOf({ jobs: { note: () => undefined, list } })();
		expect(ok).toBe(false);
		expect(checks.jobs).toEqual({
			ok: false,
			message: "No success for long: audit. See the log.",
			list: { audit: { ok: false, seconds_since_success: 500 }, mail: { ok: true, seconds_since_success: null } },
		});
		expect(checks.database?.ok).toBe(true);
	});

	test("a database that does not answer fails its checks within 2 s, and the others still answer", async () => {
		const sockets: Socket[] = [];
		const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
		await once(silent, "listening");
		const { port } = silent.address() as AddressInfo;
		const database = openDatabase({ url: `postgres://u:p@127.0.0.1:${port}/d`, maximumConnections: 2 });
		const startedAt = performance.now();
		const { ok, checks } = await checksOf({ database: database.withTables() })();
		// A connection attempt alone would take 5 s.
		expect(performance.now() - startedAt).toBeLessThan(4_500);
		expect(ok).toBe(false);
		const failed = { ok: false, message: "The database does not answer." };
		expect(checks).toMatchObject({ database: failed, schema: failed, audit_head: failed, disk: { ok: true } });
		for (const socket of sockets) socket.destroy();
		await database.destroy();
		silent.close();
		await once(silent, "close");
	});

	test("tells a schema of a newer version and one that is older than the code", async () => {
		const read = async () => (await checksOf()()).checks.schema;
		expect(await read()).toMatchObject({ ok: true, state: "current" });
		const rows = await tables.database
			.selectFrom("applied_migrations" as never)
			.selectAll()
			.execute();
		const applied = tables.database.withTables<{ applied_migrations: { name: string; gateway_version: string } }>();
		await applied
			.insertInto("applied_migrations")
			.values({ ...(rows[0] as object), name: "9999_later", gateway_version: "9.9.9" })
			.execute();
		expect(await read()).toMatchObject({ ok: false, state: "newer", written_by_version: "9.9.9" });
		await applied.deleteFrom("applied_migrations").execute();
		expect(await read()).toMatchObject({ ok: false, state: "older", written_by_version: null });
		await applied
			.insertInto("applied_migrations")
			.values(rows as never)
			.execute();
		expect(await read()).toMatchObject({ ok: true, state: "current" });
	});

	test("tells audit events that wait for more than a minute", async () => {
		const waiting = (occurred_at: number) =>
			tables.database
				.insertInto("audit_inbox")
				.values({ type: "gateway.started", actor_kind: "system", actor_id: "gateway", occurred_at, business_at: now })
				.execute();
		await waiting(now - 60_000);
		expect((await checksOf()()).checks.audit_head).toMatchObject({ ok: true, oldest_waiting_seconds: 60 });
		await waiting(now - 61_000);
		expect((await checksOf()()).checks.audit_head).toMatchObject({ ok: false, waiting_events: 2 });
	});

	test.each([
		[500, true],
		[-501, false],
	])("a clock difference of %d ms to the database: ok %s", async (difference, ok) => {
		const { checks } = await checksOf({ databaseNow: async () => now + difference })();
		expect(checks.clock).toMatchObject({ ok, difference_ms: difference });
	});

	test("tells a disk without space", async () => {
		expect((await checksOf({ dataDirectory: "/proc" })()).checks.disk).toMatchObject({ ok: false, free_bytes: 0 });
	});
});

describe("the metrics port", () => {
	let gateway: TestGateway;

	beforeAll(async () => {
		gateway = await startTestGateway({ environment: { METRICS_PORT: "0" } });
	});
	afterAll(() => gateway.stop());

	test("/readyz?verbose has every check", async () => {
		const ask = () => fetch(`${gateway.metricsUrl}/readyz?verbose`);
		// Audit events of the template wait for the first sealing.
		await expect.poll(async () => (await ask()).status).toBe(200);
		const response = await ask();
		const body = (await response.json()) as { status: string; checks: Record<string, { ok: boolean; list?: object }> };
		expect(Object.keys(body.checks)).toEqual([
			"database",
			"schema",
			"jobs",
			"disk",
			"audit_head",
			"clock",
			"restored",
			"mail",
		]);
		expect(Object.values(body.checks).filter(({ ok }) => !ok)).toEqual([]);
		expect(Object.keys(body.checks.jobs?.list ?? {})).toEqual(
			expect.arrayContaining(["audit", "recovery", "renewals", "retention"]),
		);
		expect([response.status, body.status]).toEqual([200, "ready"]);
	});

	test("/readyz is that of the public port, which has no details", async () => {
		for (const url of [gateway.metricsUrl, gateway.url]) {
			expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ready" });
		}
		expect(await (await fetch(`${gateway.url}/readyz?verbose`)).json()).toEqual({ status: "ready" });
	});

	test("on loopback, refuses every other name: a page may point its own at 127.0.0.1", async () => {
		for (const path of ["/metrics", "/readyz?verbose"]) {
			const asked = (Host: string) =>
				new Promise<IncomingMessage>((resolve, reject) => {
					get(`${gateway.metricsUrl}${path}`, { headers: { Host } }, (answer) => resolve(answer.resume())).on(
						"error",
						reject,
					);
				});
			expect((await asked("evil.example")).statusCode).toBe(403);
			const { statusCode, headers } = await asked("localhost:9464");
			expect([statusCode, headers["x-content-type-options"]]).toEqual([200, "nosniff"]);
		}
	});

	test("has no route of the API", async () => {
		expect((await fetch(`${gateway.metricsUrl}/transaction-service/transaction`)).status).toBe(404);
	});
});
