import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
	const merchants = gateway.database.tables.updateTable("merchants");
	await merchants.set({ mode: "live" }).where("merchant_id", "=", gateway.merchant.merchant_id).execute();
});

afterAll(() => gateway.stop());

test("X-55 SANDBOX=1 is refused beside a live merchant", async () => {
	await expect(startTestGateway({ database: gateway.database })).rejects.toThrow("SANDBOX must be 0");
});
