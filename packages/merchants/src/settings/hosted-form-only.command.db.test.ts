import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf, type TestOperator } from "../../../../test/fixtures/operator.ts";

let gateway: TestGateway;
let operator: TestOperator;

beforeAll(async () => {
	gateway = await startTestGateway();
	operator = operatorOf(gateway);
});

afterAll(() => gateway.stop());

describe("npm run admin -- hosted-form-only", () => {
	const hostedFormOnly = async (...words: string[]) => (await operator.run("hosted-form-only", ...words)).text;
	const merchant = () => gateway.secondMerchant.public_key;
	const formOnly = /^Harbour Books .* from the hosted form only\.$/;
	const both = /^Harbour Books .* from the hosted form and from its own pages\.$/;

	test("is off by default, and can be turned on and off", async () => {
		expect(await hostedFormOnly("show", merchant())).toMatch(both);
		expect(await hostedFormOnly("on", merchant())).toMatch(formOnly);
		expect(await hostedFormOnly("show", merchant())).toMatch(formOnly);
		expect(await hostedFormOnly("show", gateway.merchant.merchant_id)).toMatch(/Maple & Main.* its own pages\.$/);
		expect(await hostedFormOnly("off", merchant())).toMatch(both);
		expect(await hostedFormOnly("show", merchant())).toMatch(both);
	});

	test.each([
		["an unknown merchant", ["on", "aaaaaaaaaaaaaaaaaaaa"], /^There is no merchant/],
		["no merchant", ["on"], /npm run admin -- hosted-form-only on MERCHANT/],
		["an unknown verb", ["maybe", "m"], /npm run admin -- hosted-form-only on MERCHANT/],
		["an argument too many", ["on", "m", "now"], /npm run admin -- hosted-form-only on MERCHANT/],
	])("is refused with %s", async (_what, words, message) => {
		expect(await operator.refusalOf("hosted-form-only", ...words)).toMatch(message);
	});
});
