import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { operator } from "../../../../packages/platform/src/audit/event.ts";
import { queueMail } from "../../../../packages/platform/src/mail/outbox.store.ts";
import { type Client, goodCard, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { beginRestore } from "./restored-mode.ts";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ environment: { METRICS_PORT: "0" } });
	client = await signIn(gateway.url, gateway.merchant);
});
afterAll(() => gateway.stop());

const waiting = { timeout: 20_000, interval: 50 };
const tables = () => gateway.database.tables.withTables();

/** The runs of a job so far. */
async function runsOf(job: string): Promise<number> {
	const text = await (await fetch(`${gateway.metricsUrl}/metrics`)).text();
	const counted = new RegExp(`^cardseal_job_runs_total\\{name="${job}",result="success"\\} (\\d+)$`, "m").exec(text);
	return Number(counted?.[1] ?? 0);
}

/** Waits until a job has begun and ended after this call. */
async function nextRunOf(job: string): Promise<void> {
	const before = await runsOf(job);
	await vi.waitFor(async () => expect(await runsOf(job)).toBeGreaterThan(before + 1), waiting);
}

const unsent = () => tables().selectFrom("mail_outbox").selectAll().execute();
const unmoved = () => tables().selectFrom("event_inbox").selectAll().execute();

test("while the database is restored, no event is moved and no mail is sent, and both follow after the finish", async () => {
	const sale = { ...goodCard, amount: 11, currency: "CAD", email: "payer@example.com" };
	const { body } = await client.post(salePath, { ...sale, sending_receipt: false });
	await vi.waitFor(async () => expect(await unmoved()).toEqual([]), waiting);
	await beginRestore({ database: tables(), clocks: gateway.clocks }, { from: 0, caller: operator("ada") });
	// Refused for its missing fields until the gateway has noticed the restore.
	await vi.waitFor(async () => expect((await client.post(salePath, {})).status).toBe(503), waiting);

	const plan = { name: "Gold", amount: 10, currency: "CAD", frequency: "MOTHLY" };
	expect((await client.post("/plan-service/plan", plan)).status).toBe(200);
	await queueMail(tables(), [{ kind: "receipt", reference: String(body.transaction_id) }]);
	await Promise.all(["events", "deliveries", "mail"].map(nextRunOf));
	expect(await unmoved()).toHaveLength(1);
	expect(await unsent()).toMatchObject([{ kind: "receipt", attempts: 0 }]);

	await tables()
		.updateTable("restores")
		.set({ finished_at: Date.now(), mac: Buffer.alloc(32) })
		.execute();
	await vi.waitFor(async () => expect([await unmoved(), await unsent()]).toEqual([[], []]), waiting);
});
