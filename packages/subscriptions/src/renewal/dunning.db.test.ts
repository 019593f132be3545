import { beforeEach, describe, expect, test } from "vitest";
import { type RenewalWorld, type Runner, renewalWorld } from "../../../../test/fixtures/subscriptions/renewal-world.ts";
import { dueAt } from "../calendar.ts";

const start = Date.UTC(2026, 0, 31, 12);
const day = 24 * 3_600_000;
const nothing = { charged: 0, failed: 0 };

const theWorld = renewalWorld(start);
let world: RenewalWorld;
let runner: Runner;

beforeEach(() => {
	world = theWorld();
	runner = world.runner();
});

/** Moves from event to event up to `end`, as the sandbox clock does. */
async function liveUntil(end: number): Promise<void> {
	for (let at = await runner.nextAt(); at !== undefined && at <= end; at = await runner.nextAt()) {
		world.clocks.business.set(Math.max(at, world.clocks.business.now()));
		await runner.run();
		// Ends the pause of attempts that were held back.
		world.clocks.real.advance(1_000);
	}
	world.clocks.business.set(end);
}

/** Returns the days after `start` on which a subscription was charged. */
async function daysOfTries(id: number): Promise<number[]> {
	return (await world.charges(id)).map(({ created_at }) => (created_at - start) / day);
}

/** Stores another card of the customer; returns its lookup id. */
async function otherCard(id: number, behaviour: "good" | "soft" | "hard"): Promise<string> {
	const { customer_id } = await world.subscription(id);
	return (await world.storeCard(behaviour, customer_id)).cardLookupId;
}

describe("a soft decline", () => {
	test("S-09 retry table: n delays give exactly n retries, at these days (polar PR#11905)", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await liveUntil(start + 300 * day);
		expect(await daysOfTries(id)).toEqual([0, 1, 3, 5, 7]);
		expect(await world.subscription(id)).toMatchObject({
			status: "SUSPENDED",
			suspended_reason: "retries_used",
			next_run: null,
			open_period: 0,
			failed_attempts: 5,
		});
		expect(await world.planCounts(id)).toEqual({ total: 1, current: 1 });
	});

	test("S-09 killbill#94 the last attempt sends one dunning mail: suspended, not failed", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await liveUntil(start + 30 * day);
		const failed = [1, 2, 3, 4].map((attempt) => `payment_failed ${id}.0.${attempt}`);
		expect(await world.queuedMails()).toEqual([...failed, `subscription_suspended ${id}.0.5`]);
	});

	test("S-09 is paid by a retry: ACTIVE, with unchanged due dates", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await runner.run();
		expect(await world.subscription(id)).toMatchObject({ status: "RETRY", next_run: start + day });
		await runner.change(id, { card_lookup_id: await otherCard(id, "good") });
		await liveUntil(start + 20 * day);
		expect(await world.story(id)).toEqual(["0.1 DECLINED", "0.2 APPROVED"]);
		const subscription = await world.subscription(id);
		expect(subscription).toMatchObject({ status: "ACTIVE", next_run: dueAt(subscription, 1), failed_attempts: 0 });
	});

	test("S-20 a retry does not repeat earlier dunning mails (lago-api PR#4226)", async () => {
		const id = await world.subscribe({ behaviour: "soft", send_receipt: true });
		await runner.run();
		await runner.change(id, { card_lookup_id: await otherCard(id, "good") });
		await liveUntil(start + 20 * day);
		const [, paid] = await world.charges(id);
		expect(await world.queuedMails()).toEqual([`payment_failed ${id}.0.1`, `receipt ${paid?.transaction_id}`]);
		expect(await world.planCounts(id)).toEqual({ total: 1, current: 1 });
	});

	test("S-10 periods that fall due while another is open are not charged later", async () => {
		const id = await world.subscribe({ behaviour: "soft", frequency: "DAILY" });
		await liveUntil(start + 2 * day);
		await runner.change(id, { card_lookup_id: await otherCard(id, "good") });
		await liveUntil(start + 5 * day);
		expect(await world.story(id)).toEqual([
			"0.1 DECLINED",
			"0.2 DECLINED",
			"0.3 APPROVED",
			"4.1 APPROVED",
			"5.1 APPROVED",
		]);
	});

	test("S-09 after an outage keeps the days between attempts", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await runner.run();
		world.clocks.business.set(start + 10 * day);
		await liveUntil(start + 40 * day);
		expect(await daysOfTries(id)).toEqual([0, 10, 12, 14, 16]);
	});

	test("S-12 immediate cancel stops every queued retry (polar#6542)", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await runner.run();
		await runner.change(id, { status: "CANCELLED" });
		await liveUntil(start + 60 * day);
		expect(await world.story(id)).toEqual(["0.1 DECLINED"]);
		expect(await world.planCounts(id)).toEqual({ total: 1, current: 0 });
	});

	test("S-11 pausing drops the open period for good", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await runner.run();
		await runner.change(id, { status: "PAUSED" });
		world.clocks.business.set(start + 3 * day);
		await runner.change(id, { status: "ACTIVE", card_lookup_id: await otherCard(id, "good") });
		await liveUntil(start + 35 * day);
		expect(await world.story(id)).toEqual(["0.1 DECLINED", "1.1 APPROVED"]);
	});
});

describe("a hard decline", () => {
	test.each(["hard", "expired"] as const)(
		"S-09 of a %s card suspends at once and notifies the customer",
		async (behaviour) => {
			const id = await world.subscribe({ behaviour });
			expect(await runner.run()).toEqual({ ...nothing, failed: 1 });
			expect(await world.subscription(id)).toMatchObject({ status: "SUSPENDED", suspended_reason: "declined" });
			expect(await world.queuedMails()).toEqual([`subscription_suspended ${id}.0.1`]);
			await liveUntil(start + 60 * day);
			expect(await world.story(id)).toEqual(["0.1 DECLINED"]);
		},
	);
});

describe("the advice of the bank", () => {
	test.each([
		["afterAnHour", 1 / 24],
		["afterTenDays", 10],
	] as const)("S-09 %s sets the time of each attempt", async (behaviour, days) => {
		const id = await world.subscribe({ behaviour });
		await liveUntil(start + 60 * day);
		expect(await daysOfTries(id)).toEqual([0, 1, 2, 3, 4].map((tries) => tries * days));
		expect(await world.subscription(id)).toMatchObject({ status: "SUSPENDED", suspended_reason: "retries_used" });
	});

	test("S-09 never to try again suspends at once and notifies the customer", async () => {
		const id = await world.subscribe({ behaviour: "neverAgain" });
		await liveUntil(start + 60 * day);
		expect(await world.story(id)).toEqual(["0.1 DECLINED"]);
		expect(await world.subscription(id)).toMatchObject({ status: "SUSPENDED", suspended_reason: "declined" });
		expect(await world.queuedMails()).toEqual([`subscription_suspended ${id}.0.1`]);
	});
});

describe("a deleted card", () => {
	test("S-17 renewal with a deleted card does not start dunning (polar#8224)", async () => {
		const id = await world.subscribe();
		await world.deleteCardOf(id);
		expect(await runner.run()).toEqual(nothing);
		expect(await world.subscription(id)).toMatchObject({
			status: "SUSPENDED",
			suspended_reason: "card_deleted",
			open_period: 0,
			next_run: null,
			failed_attempts: 0,
		});
		await liveUntil(start + 60 * day);
		expect(await world.story(id)).toEqual([]);
		expect(await world.queuedMails()).toEqual([`subscription_suspended ${id}.0.0`]);
	});

	test("S-17 suspends also if it is deleted during its charge", async () => {
		const id = await world.subscribe();
		const hasNoCard = world.runner({
			change: (payments) => ({ ...payments, vault: { ...payments.vault, findStoredCard: async () => undefined } }),
		});
		await hasNoCard.run();
		expect(await world.subscription(id)).toMatchObject({ suspended_reason: "card_deleted" });
	});

	test("S-10 replaced by another is tried once, at once, and continues with the next due date", async () => {
		const id = await world.subscribe();
		await world.deleteCardOf(id);
		await runner.run();
		world.clocks.business.set(start + 40 * day);
		await runner.change(id, { status: "ACTIVE", card_lookup_id: await otherCard(id, "good") });
		expect(await world.story(id)).toEqual(["0.1 APPROVED"]);
		const subscription = await world.subscription(id);
		expect(subscription).toMatchObject({ status: "ACTIVE", next_run: dueAt(subscription, 2) });
	});
});

describe("a reactivation", () => {
	async function suspended(): Promise<number> {
		const id = await world.subscribe({ behaviour: "hard" });
		await runner.run();
		world.clocks.business.set(start + 2 * day);
		return id;
	}

	test("S-10 tries the open period once and returns after its outcome", async () => {
		const id = await suspended();
		await runner.change(id, { status: "ACTIVE", card_lookup_id: await otherCard(id, "good") });
		expect(await world.story(id)).toEqual(["0.1 DECLINED", "0.2 APPROVED"]);
		const subscription = await world.subscription(id);
		expect(subscription).toMatchObject({ status: "ACTIVE", open_period: null, next_run: dueAt(subscription, 1) });
	});

	test.each(["soft", "hard"] as const)(
		"S-10 with a %s decline leaves a subscription SUSPENDED, each time",
		async (behaviour) => {
			const id = await suspended();
			if (behaviour === "soft") await runner.change(id, { card_lookup_id: await otherCard(id, "soft") });
			for (const _ of [1, 2]) await runner.change(id, { status: "ACTIVE" });
			expect(await world.subscription(id)).toMatchObject({
				status: "SUSPENDED",
				open_period: 0,
				failed_attempts: 3,
				next_run: null,
				suspended_reason: "declined",
			});
			await liveUntil(start + 27 * day);
			expect(await world.story(id)).toEqual(["0.1 DECLINED", "0.2 DECLINED", "0.3 DECLINED"]);
		},
	);

	test("S-09 with a soft decline leaves RETRY and the planned tries as they were", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await runner.run();
		for (const hours of [1, 2]) {
			world.clocks.business.set(start + (hours * day) / 24);
			await runner.change(id, { status: "ACTIVE" });
			expect(await world.subscription(id)).toMatchObject({ status: "RETRY", next_run: start + day, open_period: 0 });
		}
		const times: number[] = [];
		for (let next = await runner.nextAt(); next !== undefined; next = await runner.nextAt()) {
			times.push((next - start) / day);
			world.clocks.business.set(next);
			await runner.run();
		}
		expect(times).toEqual([1, 3, 5, 7]);
		expect(await world.subscription(id)).toMatchObject({ status: "SUSPENDED", failed_attempts: 7 });
	});

	test("S-09 with a hard decline in RETRY suspends, since the card must not be tried again", async () => {
		const id = await world.subscribe({ behaviour: "soft" });
		await runner.run();
		await runner.change(id, { status: "ACTIVE", card_lookup_id: await otherCard(id, "hard") });
		expect(await world.subscription(id)).toMatchObject({ status: "SUSPENDED", suspended_reason: "declined" });
	});

	test("S-10 waits for a run that already renews it", async () => {
		const id = await suspended();
		const card_lookup_id = await otherCard(id, "good");
		await Promise.all([runner.change(id, { status: "ACTIVE", card_lookup_id }), world.runner().run(), runner.run()]);
		expect(await world.story(id)).toEqual(["0.1 DECLINED", "0.2 APPROVED"]);
	});
});

describe("the card networks' limit", () => {
	test("S-09 a card declined 15 times in 30 days is not tried a 16th time", async () => {
		const card = await world.storeCard("soft");
		const ids = await Promise.all(Array.from({ length: 4 }, () => world.subscribe({ card })));
		await liveUntil(start + 7 * day);
		const stories = await Promise.all(ids.map((id) => world.story(id)));
		expect(stories.flat()).toHaveLength(15);
		const reasons = await Promise.all(ids.map(async (id) => (await world.subscription(id)).suspended_reason));
		expect(reasons).toEqual(Array(4).fill("card_declined_too_often"));
	});

	test("S-09 subscriptions that fall due at once try one card at most 15 times", async () => {
		const card = await world.storeCard("soft");
		const ids = await Promise.all(Array.from({ length: 40 }, () => world.subscribe({ card })));
		for (let look = 0; look < 5; look++) {
			await Promise.all([runner.run(), world.runner().run()]);
			world.clocks.real.advance(1_000);
		}
		const stories = await Promise.all(ids.map((id) => world.story(id)));
		expect(stories.flat()).toHaveLength(15);
	});

	test("S-09 counts a number across all customers of a merchant", async () => {
		const live = await world.liveBesideIt();
		const ids = await Promise.all(Array.from({ length: 20 }, () => live.subscribe({ behaviour: "soft" })));
		const cards = new Set(await Promise.all(ids.map(async (id) => (await world.subscription(id)).card_lookup_id)));
		expect(cards.size).toBe(20);
		for (let look = 0; look < 5; look++) {
			await Promise.all([runner.run(), world.runner().run()]);
			world.clocks.real.advance(1_000);
		}
		const stories = await Promise.all(ids.map((id) => world.story(id)));
		expect(stories.flat()).toHaveLength(15);
	});

	test("S-09 counts the declines of a number per merchant", async () => {
		for (const merchant of [await world.liveBesideIt(), await world.liveBesideIt()]) {
			const card = await merchant.storeCard("soft");
			for (let made = 0; made < 15; made++) await merchant.subscribe({ card });
		}
		expect(await runner.run()).toMatchObject({ failed: 30 });
	});

	test("S-09 counts a published test number per stored card", async () => {
		await Promise.all(Array.from({ length: 20 }, () => world.subscribe({ behaviour: "soft" })));
		expect(await runner.run()).toMatchObject({ failed: 20 });
	});

	test("S-09 an attempt that never reached the processor is no decline", async () => {
		const [lost, card] = [await world.subscribe(), await world.storeCard("soft")];
		const dead = world.runner({ diesWhen: "opened" });
		void dead.run();
		await dead.died;
		world.clocks.real.advance(2 * day);
		await runner.recover();
		await world.subscribe({ card });
		await runner.run();
		world.clocks.business.advance(60_000);
		await runner.run();
		expect(await world.story(lost)).toEqual(["0.1 DECLINED", "0.2 APPROVED"]);
		const declined = await world.database.selectFrom("renewal_attempts").select("subscription_id");
		const counted = await declined.where("declined_fingerprint", "is not", null).execute();
		expect(counted.map(({ subscription_id }) => subscription_id)).not.toContain(lost);
		expect(counted).toHaveLength(1);
	});

	test("S-09 a valid card is charged for any number of subscriptions", async () => {
		const card = await world.storeCard("good");
		await Promise.all(Array.from({ length: 40 }, () => world.subscribe({ card })));
		let charged = 0;
		for (let look = 0; look < 5; look++) {
			charged += (await runner.run()).charged;
			world.clocks.real.advance(1_000);
		}
		expect(charged).toBe(40);
	});

	test("S-09 declines count for 30 days", async () => {
		const card = await world.storeCard("soft");
		await Promise.all(Array.from({ length: 3 }, () => world.subscribe({ card })));
		await liveUntil(start + 7 * day);
		const [late, later] = [start + 7 * day, start + 31 * day];
		const [refused, tried] = [
			await world.subscribe({ card, start_date: late }),
			await world.subscribe({ card, start_date: later }),
		];
		await liveUntil(later);
		expect(await world.story(refused)).toEqual([]);
		expect(await world.story(tried)).toEqual(["0.1 DECLINED"]);
	});
});
