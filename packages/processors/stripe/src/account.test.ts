import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newCharge } from "../test-support/requests.ts";
import { type StripeSimulator, startStripe } from "../test-support/simulator.ts";
import { createStripe } from "./adapter.ts";
import { processors } from "./index.ts";

let stripe: StripeSimulator;

beforeAll(async () => {
	stripe = await startStripe({ now: () => Date.now() });
});

afterAll(() => stripe.stop());

beforeEach(() => {
	Object.assign(stripe.switches, { rawCards: true, chargesEnabled: true, forbidden: [] });
});

const verify = (changes: Record<string, string> = {}) =>
	createStripe({ url: stripe.network.url, timeLimitMs: 5_000 }).verify({ ...stripe.network.account, ...changes });

describe("an account", () => {
	test("that may send card numbers is verified by a decline of a test card", async () => {
		await verify();
		const [setup] = [...stripe.books.setups.values()].slice(-1);
		expect(setup?.last_setup_error?.decline_code).toBe("live_mode_test_card");
	});

	test.each<[string, Partial<StripeSimulator["switches"]>, RegExp]>([
		["may not send card numbers", { rawCards: "invalid_request_error" }, /raw card data APIs/],
		["may not send card numbers (by a card_error)", { rawCards: "card_error" }, /raw card data APIs/],
		["may not charge yet", { chargesEnabled: false }, /activation/],
		["may not read accounts", { forbidden: ["/account"] }, /accounts/],
		["may not read disputes", { forbidden: ["/disputes"] }, /disputes/],
		["may not read payouts", { forbidden: ["/payouts"] }, /payouts/],
		["may not write setup intents", { forbidden: ["/setup_intents"] }, /setup intents/],
	])("that %s is refused with what to do", async (_words, switches, words) => {
		Object.assign(stripe.switches, switches);
		await expect(verify()).rejects.toMatchObject({ name: "AccountRefused", message: expect.stringMatching(words) });
	});

	test("of another id than the key's is refused", async () => {
		await expect(verify({ account_id: "acct_another" })).rejects.toMatchObject({
			name: "AccountRefused",
			message: expect.stringContaining("another Stripe account"),
		});
	});

	test.each([
		["sk_live_1", false],
		["rk_live_1", false],
		["sk_test_1", true],
		["rk_test_1", true],
		["sk_org_test_1", true],
	])("with the key %s is of the test system: %s", (secret_key, isTest) => {
		expect(processors[0]?.isTest?.({ secret_key })).toBe(isTest);
	});
});

test("a redirect gets neither the card nor an outcome", async () => {
	const reached: (string | undefined)[] = [];
	const server = createServer((request, response) => {
		reached.push(request.url);
		response.writeHead(307, { Location: "/elsewhere", "Content-Type": "application/json" }).end("{}");
	});
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
	const { port } = server.address() as AddressInfo;
	const adapter = createStripe({ url: `http://127.0.0.1:${port}`, timeLimitMs: 5_000 });
	await expect(adapter.submit(newCharge(), stripe.network.account)).rejects.toThrow("no usable answer");
	expect(reached).toEqual(["/v1/payment_intents"]);
	server.close();
});
