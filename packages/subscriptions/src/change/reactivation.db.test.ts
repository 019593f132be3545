import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { day, type Subscribing, subscribing } from "../../../../test/fixtures/subscriptions/subscribing.ts";

let gateway: TestGateway;
let merchant: Subscribing;

beforeAll(async () => {
	gateway = await startTestGateway();
	merchant = subscribing(await signIn(gateway.url, gateway.merchant), () => gateway.clocks.business.now());
});

afterAll(() => gateway.stop());

test("S-11 a reactivation that waits while another gateway moves the clock continues after the new time", async () => {
	const customer = await merchant.customer();
	const paused = await merchant.subscribe(customer, await merchant.plan({ frequency: "DAILY" }));
	await merchant.change(customer, paused, { status: "PAUSED" });
	const change = await gateway.database.tables.transaction().execute(async (transaction) => {
		await transaction.selectFrom("customers").select("id").where("id", "=", customer.id).forUpdate().execute();
		const waiting = merchant.change(customer, paused, { status: "ACTIVE" });
		await vi.waitFor(async () => {
			const locks = sql`
				select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
			expect((await locks.execute(transaction)).rows).not.toEqual([]);
		}, 20_000);
		await transaction
			.insertInto("sandbox_clock")
			.values({ ahead_ms: 40 * day })
			.onConflict((conflict) => conflict.column("is_only").doUpdateSet({ ahead_ms: 40 * day }))
			.execute();
		return { waiting };
	});
	const movedTo = gateway.clocks.business.now() + 40 * day;
	expect((await change.waiting).next_run).toBeGreaterThan(movedTo - day / 2);
});
