import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { goodCard, salePath, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 200 });
});

afterAll(() => gateway.stop());

test("a charge whose outcome cannot be written is answered as PENDING, and recovers later", async () => {
	const client = await signIn(gateway.url, gateway.merchant);
	const refuseOutcomes = "alter table transactions add constraint no_outcome check (status <> 'APPROVED') not valid";
	await sql.raw(refuseOutcomes).execute(gateway.database.tables);

	const answer = await client.post(salePath, { amount: 31, ...goodCard });
	expect(answer.body).toMatchObject({ status: 402, transaction_result: "PENDING" });
	expect(answer.body.message).toMatch(/not known yet.*Do not send the payment again/s);

	await sql`alter table transactions drop constraint no_outcome`.execute(gateway.database.tables);
	await vi.waitFor(
		async () => {
			const { body } = await client.get(`/transaction-service/transaction/${answer.body.transaction_id}`);
			expect(body).toMatchObject({ transaction_result: "APPROVED", amount: 31 });
		},
		{ timeout: 10_000, interval: 100 },
	);
	const journal = await gateway.database.tables.selectFrom("demo_processor.journal").selectAll().execute();
	expect(journal).toMatchObject([{ reference: answer.body.transaction_id, result: "approved", amount_cents: 3100 }]);
});
