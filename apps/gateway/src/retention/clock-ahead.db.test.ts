import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardToken, expectProblem, goodCard, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { retentionJob } from "./retention.job.ts";
import { createRetentionClock } from "./retention-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

/** Runs the deletion of a gateway whose clock is ahead, at its start and two hours later. */
async function deleteAhead(aheadMs: number, databaseAheadMs: number, hours: number): Promise<void> {
	let elapsed = 0;
	const elapsedMs = () => elapsed;
	const clock = createRetentionClock({
		real: { now: () => gateway.clocks.real.now() + aheadMs + elapsed },
		databaseNow: async () => gateway.clocks.real.now() + databaseAheadMs + elapsed,
		elapsedMs,
		log: pino({ level: "silent" }),
	});
	const options = { personalDataMs: 730 * day, mailAheadMs: () => 0, elapsedMs };
	const job = retentionJob({ database: gateway.database.tables, clock, ...options });
	await job.run();
	elapsed = hours * hour;
	await job.run();
}

test.each([
	["whose clock is a day ahead", { ahead: day, databaseAhead: 0, hours: 2 }],
	["whose clock is 40 days ahead", { ahead: 40 * day, databaseAhead: 0, hours: 2 }],
	[
		"whose clock is 40 days ahead with the database's, until it is set",
		{ ahead: 40 * day, databaseAhead: 40 * day, hours: 0.5 },
	],
])("a gateway %s lets no key and no card token charge twice", async (name, { ahead, databaseAhead, hours }) => {
	const client = await signIn(gateway.url, gateway.merchant);
	const token = await cardToken(gateway.merchant.public_key, goodCard, gateway.clocks.real.now());
	const sell = (by: typeof client) =>
		by.post(salePath, { amount: 31, token }, { "Idempotency-Key": name.replaceAll(" ", "-") });
	const first = await sell(client);
	expect(first.status, first.text).toBe(200);

	const clocks = testClocks();
	clocks.real.advance(ahead);
	const wrong = await startTestGateway({
		database: gateway.database,
		clocks,
		databaseNow: async () => gateway.clocks.real.now() + databaseAhead,
	});
	try {
		await deleteAhead(ahead, databaseAhead, hours);
		const there = await signIn(wrong.url, wrong.merchant);
		for (const caller of [there, client]) {
			const again = await sell(caller);
			expect(again.headers.get("Idempotency-Replayed")).toBe("true");
			expect(again.body).toEqual(first.body);
			expectProblem(await caller.post(salePath, { amount: 31, token }), 400, "BAD_REQUEST");
		}
	} finally {
		await wrong.stop();
	}
	expect(gateway.submitted.filter((request) => request.reference === first.body.transaction_id)).toHaveLength(1);
	expect(wrong.submitted).toEqual([]);
});
