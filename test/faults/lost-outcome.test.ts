import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { goodCard, salePath, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

const refuseOutcomes = "alter table transactions add constraint no_outcome check (status <> 'APPROVED') not valid";
const allowOutcomes = "alter table transactions drop constraint no_outcome";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 200 });
});

afterAll(() => gateway.stop());

test("a charge whose outcome cannot be written is answered as PENDING, and recovers later", async () => {
	const client = await signIn(gateway.url, gateway.merchant);
	await sql.raw(refuseOutcomes).execute(gateway.database.tables);

	const answer = await client.post(salePath, { amount: 31, ...goodCard });
	expect(answer.body).toMatchObject({ status: 402, transaction_result: "PENDING" });
	expect(answer.body.message).toMatch(/not known yet.*Do not send the payment again/s);

	await sql.raw(allowOutcomes).execute(gateway.database.tables);
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

test("a charge whose journal row a crash of PostgreSQL undid, before its outcome was written, can be refunded", async () => {
	const { tables } = gateway.database;
	// Waits so long for an answer that no inquiry comes first.
	const patient = await startTestGateway({
		database: gateway.database,
		clocks: gateway.clocks,
		processorTimeoutMs: 60_000,
	});
	try {
		const client = await signIn(patient.url, patient.merchant);
		await sql.raw(refuseOutcomes).execute(tables);
		const sale = await client.post(salePath, { amount: 31, ...goodCard });
		expect(sale.body).toMatchObject({ transaction_result: "PENDING" });
		const { transaction_id: id } = sale.body;
		// The row is lost in a long pause between two tries to record the answer: the third one comes 5 s after the second.
		const failed = () => patient.logLines.filter((line) => line.includes("could not record an answer that came late"));
		await vi.waitFor(() => expect(failed().length).toBeGreaterThan(1), { timeout: 30_000, interval: 50 });
		await tables.deleteFrom("demo_processor.journal").where("reference", "=", String(id)).execute();
		await sql.raw(allowOutcomes).execute(tables);
		await vi.waitFor(
			async () => {
				const { body } = await client.get(`/transaction-service/transaction/${id}`);
				expect(body.transaction_result).toBe("APPROVED");
			},
			{ timeout: 30_000, interval: 100 },
		);
		const refund = await client.post(`/transaction-service/refund/${id}`, { amount: 11 });
		expect(refund.body, refund.text).toMatchObject({ transaction_result: "APPROVED" });
	} finally {
		await patient.stop();
	}
});
