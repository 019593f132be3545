import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { insertPending } from "../../../../packages/payments/src/submission/pending.store.ts";
import { operator } from "../../../../packages/platform/src/audit/event.ts";
import { newLookupId } from "../../../../packages/platform/src/ids.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { pauseWhileRestored } from "./pause-while-restored.ts";
import { refuseWhileRestored } from "./refuse-while-restored.ts";
import { beginRestore, createRestoredMode, type RestoredMode } from "./restored-mode.ts";

let tables: TestTables;

beforeEach(async () => {
	tables = await openTestTables();
	return () => tables.drop();
});

const mode = (): RestoredMode => createRestoredMode({ database: tables.database.withTables(), clocks: testClocks() });

async function sell(): Promise<string> {
	const transaction = newTransaction({ transaction_id: newLookupId(), created_at: Date.now() });
	await insertPending(tables.database.withTables(), [{ transaction, inquiryFrom: 0 }]);
	return transaction.transaction_id;
}

const lose = (id: string) => tables.database.deleteFrom("transactions").where("transaction_id", "=", id).execute();
const finishAll = () =>
	tables.database
		.updateTable("restores")
		.set({ finished_at: Date.now(), mac: Buffer.alloc(32) })
		.execute();
const restores = () => tables.database.selectFrom("restores").selectAll().execute();

describe("a database is restored", () => {
	test("not when it has all that was seen, and more", async () => {
		const [one, other] = [mode(), mode()];
		expect(await one.check(undefined)).toMatchObject({ transaction: null });
		await sell();
		const seen = await one.check(undefined);
		await sell();
		await other.check(seen);
		expect([one.open, other.open]).toEqual([undefined, undefined]);
		expect(() => one.requireNormal()).not.toThrow();
	});

	test("not when it is another installation's: nothing is sent or written there", async () => {
		const one = mode();
		const kept = await sell();
		await one.check(undefined);
		const { installation_id: own } = await tables.database
			.selectFrom("installation")
			.selectAll()
			.executeTakeFirstOrThrow();
		await tables.database.updateTable("installation").set({ installation_id: randomUUID() }).execute();
		await lose(kept);
		one.connectedTo("first");
		one.connectedTo("second");
		await expect(one.beforeSending(kept)).rejects.toThrow("connected to another database than before");
		expect(() => one.requireNormal()).toThrow("connected to another database than before");
		const job = { run: async () => "renewed" };
		expect(await pauseWhileRestored(one, job, "idle").run()).toBe("idle");
		const app = new Hono().use(refuseWhileRestored(one) as never).all("*", (context) => context.text("done"));
		app.onError((error) => new Response(String(error)));
		const answers = ["/transaction-service/sale", "/oauth/token"].map((path) => app.request(path, { method: "POST" }));
		expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual([
			expect.stringContaining("connected to another database than before"),
			"done",
		]);
		expect(await restores()).toEqual([]);
		await tables.database.updateTable("installation").set({ installation_id: own }).execute();
		await expect(one.beforeSending(kept)).rejects.toThrow("requests that move money");
		expect(await restores()).toHaveLength(1);
		await finishAll();
		await one.check(undefined);
		expect(await pauseWhileRestored(one, job, "idle").run()).toBe("renewed");
	});

	test("when the newest payment that was seen before a start is missing, also for gateways that saw nothing", async () => {
		const kept = await sell();
		const lost = await sell();
		const seen = await mode().check(undefined);
		await lose(lost);
		const [started, young] = [mode(), mode()];
		expect(await started.check(seen)).toEqual(seen);
		await young.check(undefined);
		expect(() => started.requireNormal()).toThrow("requests that move money");
		expect(() => young.requireNormal()).toThrow("requests that move money");
		await expect(young.beforeSending(kept)).rejects.toThrow("requests that move money");
		const [row, ...others] = await restores();
		expect(others).toEqual([]);
		expect(row).toMatchObject({ missing: { transaction: lost }, finished_at: null });
		const events = await tables.database.selectFrom("audit_inbox").select("type").execute();
		expect(events).toEqual([{ type: "restore.noticed" }]);
	});

	test.each([
		["when the number of a bank file is missing", 7, 6, [{ bankFile: "CARDSEAL01 7" }]],
		["when it is missing behind the last number, 9999", 1, 9_999, [{ bankFile: "CARDSEAL01 1" }]],
		["not when another file was written", 9_999, 1, []],
	])("%s", async (_case, before, now, missing) => {
		const originator = { originator_id: "CARDSEAL01", last_file_creation_number: before };
		await tables.database.insertInto("aft.originators").values(originator).execute();
		const running = mode();
		await running.check(undefined);
		await tables.database.updateTable("aft.originators").set({ last_file_creation_number: now }).execute();
		await running.check(undefined);
		expect((await restores()).map((restore) => restore.missing)).toEqual(missing);
	});

	test("not when only audit events are missing, of which the audit log gives an alarm itself", async () => {
		const head = { sequence: 7, seal: "00".repeat(32) };
		const running = mode();
		await running.check(undefined);
		expect(await running.judgeLostHead(head)).toBe("unexplained");
		expect(await restores()).toEqual([]);
		await beginRestore(
			{ database: tables.database.withTables(), clocks: testClocks() },
			{ from: 0, caller: operator("ada") },
		);
		await running.check(undefined);
		expect(await running.judgeLostHead(head)).toBe("waits");
		expect(await running.judgeLostHead(head)).toBe("waits");
		expect((await restores())[0]?.lost_heads).toEqual([head]);
	});

	test("also when its sequences cannot be moved: a gateway pauses first", async () => {
		const lost = await sell();
		const running = mode();
		await running.check(undefined);
		await lose(lost);
		await sql`alter sequence transactions_id_seq maxvalue 100500`.execute(tables.database);
		await expect(running.check(undefined)).rejects.toThrow("out of bounds");
		expect(() => running.requireNormal()).toThrow("requests that move money");
		await sql`alter sequence transactions_id_seq no maxvalue`.execute(tables.database);
		await running.check(undefined);
		const { rows } = await sql<{ last: number }>`select last_value as last from transactions_id_seq`.execute(
			tables.database,
		);
		expect(rows[0]?.last).toBeGreaterThan(100_000);
	});

	test("when a payment of the last moment is missing after a reconnect to another server", async () => {
		const running = mode();
		running.connectedTo("1 00000001 5");
		await running.check(undefined);
		const [first, second] = [await sell(), await sell()];
		await running.beforeSending(first);
		await lose(first);
		// The newest payment is there, and the job saw neither of the two.
		running.connectedTo("1 00000002 5");
		await expect(running.beforeSending(second)).rejects.toThrow("requests that move money");
		expect((await restores())[0]?.missing).toEqual({ justWritten: 1 });
	});

	test("also after a reconnect during the check of an earlier one", async () => {
		const running = mode();
		running.connectedTo("1 00000001 5");
		const first = await sell();
		await running.beforeSending(first);
		running.connectedTo("1 00000002 5");
		const checking = running.check(undefined);
		running.connectedTo("1 00000003 5");
		await checking;
		await lose(first);
		await expect(running.beforeSending(await sell())).rejects.toThrow("requests that move money");
	});

	test("not by a reconnect to a server that has everything", async () => {
		const running = mode();
		running.connectedTo("1 00000001 5");
		const sold = await sell();
		await running.beforeSending(sold);
		running.connectedTo("1 00000002 5");
		await running.beforeSending(await sell());
		expect(await restores()).toEqual([]);
	});

	test("also for a gateway whose checks have stopped: a request checks after 5 s, before it leaves", async () => {
		const sold = await sell();
		const [stopped, other] = [mode(), mode()];
		await stopped.check(undefined);
		const seen = await other.check(undefined);
		await lose(sold);
		await other.check(seen);
		const next = await sell();
		await stopped.beforeSending(next);
		const later = performance.now() + 6_000;
		vi.spyOn(performance, "now").mockReturnValue(later);
		try {
			await expect(stopped.beforeSending(next)).rejects.toThrow("requests that move money");
		} finally {
			vi.restoreAllMocks();
		}
	});

	test("again although the loss before was noticed by a clock that is ahead", async () => {
		const running = mode();
		const sold = await sell();
		await running.check(undefined);
		await lose(sold);
		await running.check(undefined);
		await tables.database.updateTable("restores").set({ noticed_at: 9e15 }).execute();
		await finishAll();
		await running.check(undefined);
		const later = await sell();
		await running.check(undefined);
		await lose(later);
		await running.check(undefined);
		expect(running.open).toBeDefined();
	});

	test("no longer once an operator has finished, and tokens made before are refused", async () => {
		const sold = await sell();
		const seen = await mode().check(undefined);
		await lose(sold);
		const running = mode();
		await running.check(seen);
		expect(running.tokensFrom).toBe(0);
		const before = Date.now();
		await finishAll();
		await running.check(seen);
		expect(running.open).toBeUndefined();
		expect(running.tokensFrom).toBeGreaterThanOrEqual(before);
		// Another gateway had seen the payment, and did not run during the restore.
		const away = mode();
		await away.check(seen);
		expect([away.open, (await restores()).length]).toEqual([undefined, 1]);
	});

	test("again when more is lost later", async () => {
		const running = mode();
		const sold = await sell();
		await running.check(undefined);
		await lose(sold);
		await running.check(undefined);
		await finishAll();
		await running.check(undefined);
		const later = await sell();
		await running.check(undefined);
		await lose(later);
		await running.check(undefined);
		expect(running.open).toBeDefined();
		expect(await restores()).toHaveLength(2);
	});
});
