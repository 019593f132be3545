import type { Processor } from "@cardseal/vault";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoProcessorOf, oneProcessor } from "../fixtures/processors/one-processor.ts";
import { RenewalWorld, type Runner } from "../fixtures/subscriptions/renewal-world.ts";
import { openTestTables, type TestTables } from "../fixtures/tables.ts";
import { type Random, randomFrom } from "./random.ts";

const start = Date.UTC(2026, 0, 31, 12);
const rounds = Number(process.env.RACE_ROUNDS ?? 25);
const cardsInARound = 10;
const subscriptionsOfACard = 4;
const races = rounds * cardsInARound * subscriptionsOfACard;
const timeLimitMs = Math.max(300_000, rounds * 10_000);

let tables: TestTables;
let world: RenewalWorld;

beforeAll(async () => {
	tables = await openTestTables();
	world = await RenewalWorld.open(tables.database, start);
});

afterAll(() => tables.drop());

/** Lets each waiter continue after a given number of steps. */
class Steps {
	#taken = 0;
	#waiting: { until: number; go: () => void }[] = [];

	until(step: number): Promise<void> {
		return new Promise((go) => this.#waiting.push({ until: step, go }));
	}

	take(steps = 1): number {
		this.#taken += steps;
		const ready = this.#waiting.filter(({ until }) => until <= this.#taken);
		this.#waiting = this.#waiting.filter(({ until }) => until > this.#taken);
		for (const { go } of ready) go();
		return this.#taken;
	}
}

async function subscribeAll(): Promise<number[]> {
	const cards = await Promise.all(Array.from({ length: cardsInARound }, () => world.storeCard("good")));
	const wanted = cards.flatMap((card) => Array.from({ length: subscriptionsOfACard }, () => card));
	return Promise.all(wanted.map((card) => world.subscribe({ card, frequency: "DAILY" })));
}

/** The renewals of a gateway: they take a step before the processor is called, and another after it has decided. */
function watchedRunner(steps: Steps, takenAt: Map<string, number>): Runner {
	return world.runner({
		change: (payments) => {
			const processor = demoProcessorOf(payments);
			const watched: Processor = {
				name: processor.name,
				inquire: (reference) => processor.inquire(reference),
				async submit(request) {
					steps.take();
					const outcome = await processor.submit(request);
					takenAt.set(request.reference, steps.take());
					return outcome;
				},
			};
			return { ...payments, ...oneProcessor(watched) };
		},
	});
}

/** The number of charges that won the race. */
async function race(random: Random): Promise<number> {
	world.clocks.business.set(start);
	const ids = await subscribeAll();
	const steps = new Steps();
	/** The order of the processor's decisions and of the responses to cancels, in one count. */
	const takenAt = new Map<string, number>();
	const answeredAt = new Map<number, number>();
	const runner = watchedRunner(steps, takenAt);
	const cancels = ids.map(async (id) => {
		// A cancel that waits for the first charge is mostly too late, so a quarter starts with the run.
		await steps.until(random.chance(0.25) ? 0 : random.between(0, ids.length));
		await runner.change(id, { status: "CANCELED" });
		answeredAt.set(id, steps.take());
	});
	steps.take(0);
	const { charged } = await runner.run();
	steps.take(ids.length);
	await Promise.all(cancels);
	world.clocks.business.set(start + 10 * 24 * 3_600_000);
	expect(await runner.run()).toEqual({ charged: 0, failed: 0 });

	const attempts = await tables.database
		.selectFrom("renewal_attempts")
		.selectAll()
		.where("subscription_id", "in", ids)
		.execute();
	const late = attempts.filter(({ subscription_id: id, transaction_id: transaction }) => {
		return (takenAt.get(transaction) ?? Number.POSITIVE_INFINITY) > (answeredAt.get(id) ?? 0);
	});
	expect(late).toEqual([]);
	expect(attempts).toHaveLength(charged);
	return charged;
}

test(
	`S-13 a cancel races with a due charge, ${races} times: never charged after it answered`,
	async () => {
		const seed = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000);
		console.log(`seed ${seed}`);
		const random = randomFrom(seed);
		let charged = 0;
		for (let round = 0; round < rounds; round++) charged += await race(random);
		// Both sides must win often enough for the test to be meaningful.
		expect(Math.min(charged, races - charged)).toBeGreaterThan(races / 50);
	},
	timeLimitMs,
);
