import { beforeEach, expect, test } from "vitest";
import type { Payments } from "../../../packages/payments/src/payments.ts";
import { demoProcessorOf, oneProcessor } from "../../fixtures/processors/one-processor.ts";
import { afterClaims, type RenewalWorld, renewalWorld } from "../../fixtures/subscriptions/renewal-world.ts";
import { type Fate, Mortality } from "../eft/mortal.ts";

// A payer pays an open period at the page in a mail, and the gateway dies at each step.

const start = Date.UTC(2026, 0, 31, 12);

const payer = { browser: null, clientAddress: "203.0.113.7", returnUrl: "https://pay.example/pay/card/x" };

const theWorld = renewalWorld(start);
let world: RenewalWorld;

beforeEach(() => {
	world = theWorld();
});

/** The processor can authenticate, and its answer is a step. */
function mortal(payments: Payments, life: Mortality): Payments {
	const processor = demoProcessorOf(payments);
	const submit: typeof processor.submit = async (request) => {
		const answer = await processor.submit(request);
		life.step();
		return answer;
	};
	const unused = () => Promise.reject(new Error("No bank asks."));
	return {
		...payments,
		database: payments.database.withPlugin(life),
		...oneProcessor({
			name: processor.name,
			submit,
			inquire: (request) => processor.inquire(request),
			authentication: { complete: unused, abandon: unused },
		}),
	};
}

/** Returns `false` once a payment has fewer steps. */
async function diesWhilePaying(fate: Fate): Promise<boolean> {
	const id = await world.subscribe({ behaviour: "soft" });
	await world.runner().run();
	const { customer_id: customerId } = await world.subscription(id);
	const { cardLookupId: card_lookup_id } = await world.storeCard("good", customerId);
	const life = new Mortality(fate);
	const dying = world.runner({ change: (payments) => mortal(payments, life), processorTimeoutMs: 1_000 });
	await dying.change(id, { card_lookup_id, status: "ACTIVE" }, payer).catch((error: unknown) => {
		if (!life.hasCrashed) throw error;
	});
	dying.stop();
	world.clocks.real.advance(afterClaims);
	const survivor = world.runner();
	await survivor.recover();
	await survivor.run();
	expect(await world.moneyTaken(id), JSON.stringify(fate)).toBeLessThanOrEqual(1);
	// Whoever asks again pays what is still owed, and nothing more.
	await survivor.change(id, { card_lookup_id, status: "ACTIVE" }, payer);
	await survivor.run();
	expect(await world.moneyTaken(id), JSON.stringify(fate)).toBe(1);
	expect(await world.subscription(id)).toMatchObject({ status: "ACTIVE", completed_cycles: 1 });
	return life.hasCrashed;
}

test.each(["before", "after"] as const)(
	"a period is charged once when the gateway of its payer dies at any step (%s)",
	async (when) => {
		let statement = 1;
		while (await diesWhilePaying({ statement, when })) statement += 1;
		expect(statement).toBeGreaterThan(10);
	},
);
