import { beforeEach, expect, test } from "vitest";
import { type Death, type RenewalWorld, renewalWorld } from "../../../../test/fixtures/subscriptions/renewal-world.ts";

const start = Date.UTC(2026, 0, 31, 12);
const day = 24 * 3_600_000;

/** A dying process has a time limit of a day. */
const afterTimeLimit = 2 * day;

const theWorld = renewalWorld(start);
let world: RenewalWorld;

beforeEach(() => {
	world = theWorld();
});

const deaths: Death[] = ["claimed", "opened", "taken", "recorded"];

test.each(deaths)(
	"S-05 S-30 a process that dies with the charge %s leaves one charge of the new period",
	async (diesWhen) => {
		const id = await world.subscribe();
		await world.runner().run();
		world.clocks.business.set(start + 7 * day);
		const dying = world.runner({ diesWhen });
		const request = { plan_lookup_id: await world.plan({ amount_cents: 3_300 }), when: "now", prorate: false } as const;
		await Promise.race([dying.died, dying.changePlan(id, request)]);
		world.clocks.real.advance(afterTimeLimit);
		const runner = world.runner();
		await runner.recover();
		await runner.run();
		// A charge that the processor did not receive is tried again.
		world.clocks.business.advance(60_000);
		await runner.run();
		await expect(runner.changePlan(id, request)).rejects.toMatchObject({ reason: "plan_unchanged" });
		const charges = await world.charges(id);
		const approved = charges.filter(({ status }) => status === "APPROVED");
		expect(approved.map(({ period, amount_cents }) => [period, amount_cents])).toEqual([
			[0, 1_100],
			[1, 3_300],
		]);
		expect(await world.moneyTaken(id)).toBe(2);
	},
);

test("S-05 S-30 a change races the job at the due date: the period is charged once, by one of the plans", async () => {
	for (let round = 0; round < 20; round++) {
		await world.empty();
		world.clocks.business.set(start);
		const id = await world.subscribe({ frequency: "DAILY" });
		const [job, gateway] = [world.runner(), world.runner()];
		const request = {
			plan_lookup_id: await world.plan({ amount_cents: 3_300 }),
			when: "renewal",
			prorate: false,
		} as const;
		if (round % 2 === 0) await job.run();
		const changing = gateway.changePlan(id, { ...request, when: "now" }).catch((error) => error.reason);
		const [, refused] = await Promise.all([job.run(), changing]);
		await job.run();
		const charges = await world.charges(id);
		expect(new Set(charges.map(({ period }) => period)).size).toBe(charges.length);
		expect(await world.moneyTaken(id)).toBe(charges.length);
		if (round % 2 === 1) expect([undefined, "subscription_payment_open"]).toContain(refused);
		expect((await world.subscription(id)).completed_cycles).toBe(charges.length);
	}
});

test("S-30 a refund whose answer is lost is recovered, and the change made once", async () => {
	const id = await world.subscribe({ frequency: "ANNUALLY", amount_cents: 36_500 });
	await world.runner().run();
	world.clocks.business.set(start + 65 * day);
	const request = { plan_lookup_id: await world.plan({ amount_cents: 9_900 }), when: "now", prorate: true } as const;
	const dying = world.runner({ diesWhen: "taken" });
	await Promise.race([dying.died, dying.changePlan(id, request)]);
	world.clocks.real.advance(afterTimeLimit);
	const runner = world.runner();
	await runner.recover();
	await runner.run();
	const refunds = await world.database
		.selectFrom("transactions")
		.select(["amount_cents", "status"])
		.where("type", "=", "refund")
		.execute();
	expect(refunds).toEqual([{ amount_cents: 20_100, status: "APPROVED" }]);
	expect(await world.subscription(id)).toMatchObject({ paid_cents: 9_900, completed_cycles: 2, status: "ACTIVE" });
});
