import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { goodCard, salePath, signIn } from "../fixtures/client.ts";
import { execute } from "../fixtures/database.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 200 });
});

afterAll(() => gateway.stop());

test("a charge whose outcome cannot be written is answered as PENDING, and recovers later", async () => {
	const client = await signIn(gateway.url, gateway.merchant);
	const refuseOutcomes = "alter table transactions add constraint no_outcome check (status <> 'APPROVED') not valid";
	await execute(gateway.database.url, refuseOutcomes);

	const answer = await client.post(salePath, { amount: 31, ...goodCard });
	expect(answer.body).toMatchObject({ status: 402, transaction_result: "PENDING" });
	expect(answer.body.message).toMatch(/not known yet.*Do not send the payment again/s);

	await execute(gateway.database.url, "alter table transactions drop constraint no_outcome");
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
