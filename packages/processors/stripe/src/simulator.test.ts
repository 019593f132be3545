import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeSimulator, startStripe } from "../test-support/simulator.ts";

let stripe: StripeSimulator;

beforeAll(async () => {
	stripe = await startStripe({ now: () => Date.now() });
});

afterAll(() => stripe.stop());

const charge = {
	amount: "1234",
	currency: "cad",
	confirm: "true",
	"payment_method_data[type]": "card",
	"payment_method_data[card][number]": "4012888888881881",
	"payment_method_data[card][exp_month]": "8",
	"payment_method_data[card][exp_year]": "2030",
};

const headers = (more: Record<string, string>) => ({
	Authorization: `Bearer ${stripe.network.account.secret_key}`,
	"Stripe-Version": "2026-10-28.endive",
	...more,
});

async function post(changes: Record<string, string>, more: Record<string, string> = {}) {
	const response = await fetch(`${stripe.network.url}/v1/payment_intents`, {
		method: "POST",
		headers: headers(more),
		body: new URLSearchParams({ ...charge, ...changes }),
	});
	return { status: response.status, body: (await response.json()) as { id?: string; error?: Record<string, unknown> } };
}

describe("the simulator refuses as Stripe does", () => {
	test.each<[string, Record<string, string>, number, object]>([
		["an unknown parameter", { reference: "1" }, 400, { code: "parameter_unknown", param: "reference" }],
		["a parameter of older versions", { "payment_method_types[0]": "card" }, 400, { code: "parameter_unknown" }],
		["an empty text", { description: "" }, 400, { code: "parameter_invalid_empty" }],
		["an amount that is no integer", { amount: "12.34" }, 400, { code: "parameter_invalid_integer" }],
		["too small an amount", { amount: "49" }, 400, { code: "amount_too_small" }],
		["statement_descriptor", { statement_descriptor: "SHOP" }, 400, { param: "statement_descriptor" }],
		["a suffix without a letter", { statement_descriptor_suffix: "12345" }, 400, { param: /suffix/ }],
		["a suffix that is too long", { statement_descriptor_suffix: "ABCDEFGHIJK" }, 400, { param: /suffix/ }],
		["what cannot be expanded", { "expand[0]": "charges" }, 400, { param: "expand[0]" }],
		["off_session without confirm", { confirm: "false", off_session: "true" }, 400, { param: "off_session" }],
		[
			"a wrong card number",
			{ "payment_method_data[card][number]": "4012888888881882" },
			402,
			{ code: "incorrect_number" },
		],
		[
			"a test card",
			{ "payment_method_data[card][number]": "4242424242424242" },
			402,
			{ decline_code: "live_mode_test_card" },
		],
	])("%s", async (_name, changes, status, error) => {
		const answer = await post(changes);
		const matching = Object.entries(error).map(([name, value]) => [
			name,
			value instanceof RegExp ? expect.stringMatching(value) : value,
		]);
		expect([answer.status, answer.body.error]).toMatchObject([status, Object.fromEntries(matching)]);
	});

	test("another version", async () => {
		expect(await post({}, { "Stripe-Version": "2022-11-15" })).toMatchObject({ status: 400 });
	});
});

test("a setup intent that succeeded is not cancelled", async () => {
	const { amount: _, currency: __, ...card } = charge;
	const send = async (path: string, form: Record<string, string>) => {
		const init = { method: "POST", headers: headers({}), body: new URLSearchParams(form) };
		const response = await fetch(`${stripe.network.url}/v1/setup_intents${path}`, init);
		return [response.status, await response.json()];
	};
	const [, { id }] = await send("", card);
	expect(await send(`/${id}/cancel`, {})).toMatchObject([400, { error: { code: "setup_intent_unexpected_state" } }]);
});

describe("an idempotency key", () => {
	test("gets the first answer again, a decline and a 500 included", async () => {
		for (const changes of [{}, { "payment_method_data[card][number]": "4242424242424242" }]) {
			const key = { "Idempotency-Key": `key ${Object.keys(changes).length}` };
			const first = await post(changes, key);
			expect(await post(changes, key)).toEqual(first);
		}
		stripe.switches.crashesNext = true;
		const key = { "Idempotency-Key": "crashed" };
		expect((await post({}, key)).status).toBe(500);
		expect((await post({}, key)).status).toBe(500);
	});

	test("with other parameters is an idempotency_error", async () => {
		const key = { "Idempotency-Key": "same" };
		await post({}, key);
		expect(await post({ amount: "1235" }, key)).toMatchObject({
			status: 400,
			body: { error: { type: "idempotency_error" } },
		});
	});

	test("of a request that failed its checks is free again", async () => {
		const key = { "Idempotency-Key": "checked" };
		expect((await post({ amount: "1" }, key)).status).toBe(400);
		expect((await post({ amount: "1" }, key)).status).toBe(400);
		expect((await post({ amount: "1234" }, key)).status).toBe(200);
	});

	test("of a request that runs is a 409", async () => {
		const release = stripe.holdRequests();
		const key = { "Idempotency-Key": "running" };
		const earlier = stripe.network.received.length;
		const first = post({}, key);
		await expect.poll(() => stripe.network.received.length).toBe(earlier + 1);
		expect(await post({}, key)).toMatchObject({ status: 409 });
		release();
		expect((await first).status).toBe(200);
	});
});
