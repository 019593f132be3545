import { beforeEach, expect, test } from "vitest";
import { type RenewalWorld, type Runner, renewalWorld } from "../../../../test/fixtures/subscriptions/renewal-world.ts";

const start = Date.UTC(2026, 0, 31, 12);
const day = 24 * 3_600_000;

const theWorld = renewalWorld(start);
let world: RenewalWorld;
let runner: Runner;

beforeEach(() => {
	world = theWorld();
	runner = world.runner();
});

const amountsOf = async (id: number) =>
	(await world.charges(id)).map(({ amount_cents, status }) => [amount_cents, status]);

test("S-28 nothing is charged before the end of the trial", async () => {
	const id = await world.subscribe({ trial_days: 14, setup_fee_cents: 2_000 });
	world.clocks.business.set(start + 14 * day - 1);
	expect(await runner.run()).toEqual({ charged: 0, failed: 0 });
	world.clocks.business.set(start + 14 * day);
	expect(await runner.run()).toEqual({ charged: 1, failed: 0 });
	expect(await amountsOf(id)).toEqual([[3_100, "APPROVED"]]);
	world.clocks.business.set(Date.UTC(2026, 2, 14, 12));
	await runner.run();
	expect(await amountsOf(id)).toEqual([
		[3_100, "APPROVED"],
		[1_100, "APPROVED"],
	]);
});

test("S-28 the set-up fee is charged exactly once, with the try that succeeds", async () => {
	const id = await world.subscribe({ behaviour: "soft", setup_fee_cents: 2_000 });
	await runner.run();
	const { cardLookupId } = await world.storeCard("good", (await world.subscription(id)).customer_id);
	await runner.change(id, { card_lookup_id: cardLookupId });
	world.clocks.business.set(start + day);
	await runner.run();
	world.clocks.business.set(Date.UTC(2026, 1, 28, 12));
	await runner.run();
	expect(await amountsOf(id)).toEqual([
		[3_100, "DECLINED"],
		[3_100, "APPROVED"],
		[1_100, "APPROVED"],
	]);
});

test("S-28 the set-up fee follows to the first payment of a later period", async () => {
	const id = await world.subscribe({ behaviour: "soft", setup_fee_cents: 2_000 });
	await runner.run();
	const { cardLookupId } = await world.storeCard("good", (await world.subscription(id)).customer_id);
	await runner.change(id, { card_lookup_id: cardLookupId, status: "PAUSED" });
	world.clocks.business.set(start + 10 * day);
	await runner.change(id, { status: "ACTIVE" });
	world.clocks.business.set(Date.UTC(2026, 1, 28, 12));
	await runner.run();
	expect(await world.story(id)).toEqual(["0.1 DECLINED", "1.1 APPROVED"]);
	expect(await amountsOf(id)).toEqual([
		[3_100, "DECLINED"],
		[3_100, "APPROVED"],
	]);
});

test("S-29 S-16 a payment is amount times quantity, and a new quantity applies from the next period", async () => {
	const id = await world.subscribe({ quantity: 3, frequency: "DAILY" });
	await runner.run();
	await runner.change(id, { quantity: 5 });
	world.clocks.business.set(start + day);
	await runner.run();
	expect(await amountsOf(id)).toEqual([
		[3_300, "APPROVED"],
		[5_500, "APPROVED"],
	]);
	await expect(runner.change(id, { quantity: 9_999, amount: 20_000 })).rejects.toThrow("largest payment");
});

test("S-09 the merchant's days of retries apply from the next decline on", async () => {
	const setDays = (retry_days: number[]) => world.database.updateTable("merchants").set({ retry_days }).execute();
	await setDays([2, 4]);
	const id = await world.subscribe({ behaviour: "soft" });
	await runner.run();
	expect((await world.subscription(id)).next_run).toBe(start + 2 * day);
	await setDays([2, 14, 15]);
	world.clocks.business.set(start + 2 * day);
	await runner.run();
	expect((await world.subscription(id)).next_run).toBe(start + 14 * day);
	await setDays([1]);
	world.clocks.business.set(start + 14 * day);
	await runner.run();
	expect(await world.subscription(id)).toMatchObject({ status: "SUSPENDED", suspended_reason: "retries_used" });
	await setDays([1, 3, 5, 7]);
});
