import { afterEach, describe, expect, test, vi } from "vitest";
import { adyenStory } from "../../packages/processors/adyen/test-support/story.ts";
import { bamboraStory } from "../../packages/processors/bambora/test-support/story.ts";
import { monerisStory } from "../../packages/processors/moneris/test-support/story.ts";
import { stripeStory } from "../../packages/processors/stripe/test-support/story.ts";
import { type Between, startBetween } from "../../test/faults/live/between.ts";
import { liveCards } from "../../test/faults/live/live-merchant.ts";
import { addMerchant, openWorld, type StoryProcessor, sendWebhooks, type World } from "../../test/faults/live/world.ts";
import { type Answer, type Client, cardWith, salePath } from "../../test/fixtures/client.ts";

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Two sales each, during two minutes. */
const rounds = 5;
const outageMs = 2 * minute;
/** Enough with the story's short delays. A sale that never arrived waits for the adapter's own `maximumDelayMs`, up to 10 min. */
const restMs = 5 * minute;

/** Its requests are lost in a silent outage. The requests of the others arrive, and their answers are lost. */
const [lostCard, ...otherCards] = liveCards;

let world: World;
let between: Between;
let client: Client;
let sales = 0;

async function open(processor: StoryProcessor): Promise<void> {
	const start: StoryProcessor["start"] = async (options) => {
		const far = await processor.start(options);
		between = await startBetween(far.network.url);
		const stop = async () => {
			await between.stop();
			await far.stop();
		};
		return { ...far, network: { ...far.network, url: between.url }, stop };
	};
	// Some days ago, so that the reports of its day may be read.
	world = await openWorld({ ...processor, start }, { businessAt: Date.now() - 3 * day });
	({ client } = await addMerchant(world, processor));
}

afterEach(() => world.close());

function sell(number: string): Promise<Answer> {
	sales += 1;
	const payer = { first_name: "Grace", ip_address: "203.0.113.9" };
	return client.post(salePath, { amount: 10 + sales, ...payer, ...cardWith(number) });
}

function advance(milliseconds: number): void {
	world.clocks.real.advance(milliseconds);
	world.clocks.business.advance(milliseconds);
}

/** Sells to the end of the outage. */
async function sellThrough(): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let round = 0; round < rounds; round++) {
		const other = otherCards[round % otherCards.length] ?? "";
		answers.push(...(await Promise.all([sell(lostCard), sell(other)])));
		advance(outageMs / rounds);
	}
	return answers;
}

async function pending(): Promise<string[]> {
	const rows = await world.tables.selectFrom("pending_transactions").select("transaction_id").execute();
	return rows.map(({ transaction_id }) => transaction_id).sort();
}

/** Lets at most so much time pass until only these are pending. */
async function untilPending(expected: readonly string[], milliseconds: number): Promise<void> {
	let leftMs = milliseconds;
	await vi.waitFor(
		async () => {
			const step = Math.min(leftMs, milliseconds / 20);
			leftMs -= step;
			advance(step);
			await sendWebhooks(world);
			expect(await pending()).toEqual(expected);
		},
		{ timeout: 60_000, interval: 200 },
	);
}

/** Compares each sale with the processor's books. */
async function expectAgreement(): Promise<void> {
	const { tables, far } = world;
	const rows = await tables.selectFrom("transactions").selectAll().execute();
	const references = await far.references();
	for (const { transaction_id: id, status } of rows) {
		const charged = (await far.booked(id)).filter(({ result }) => result === "approved").length;
		expect([status, charged]).toBeOneOf([
			["APPROVED", 1],
			["DECLINED", 0],
		]);
	}
	const known = new Set(rows.map(({ transaction_id }) => transaction_id));
	expect(references.filter((reference) => !known.has(reference))).toEqual([]);
	expect(new Set(references).size).toBe(references.length);
}

const resultsOf = (answers: readonly Answer[]) => answers.map(({ body }) => body.transaction_result);
const idsOf = (answers: readonly Answer[]) => answers.map(({ body }) => String(body.transaction_id));

async function resultsNow(ids: readonly string[]): Promise<string[]> {
	const rows = await world.tables
		.selectFrom("transactions")
		.select("status")
		.where("transaction_id", "in", ids)
		.execute();
	return [...new Set(rows.map(({ status }) => status))];
}

describe.each([stripeStory, bamboraStory, monerisStory, adyenStory])(
	"an outage of $name for two minutes",
	(processor) => {
		test("that refuses connections declines its sales, and their card can pay afterwards", async () => {
			await open(processor);
			expect(resultsOf([await sell(lostCard)])).toEqual(["APPROVED"]);
			await between.refuse();
			expect(resultsOf(await sellThrough())).toEqual(Array(2 * rounds).fill("DECLINED"));
			await between.restore();
			await untilPending([], restMs);
			expect(resultsOf([await sell(lostCard)])).toEqual(["APPROVED"]);
			await expectAgreement();
		});

		test("that never answers leaves each sale as the processor has it after a rest", async () => {
			await open(processor);
			expect(resultsOf([await sell(lostCard)])).toEqual(["APPROVED"]);
			between.silence(lostCard);
			const answers = await sellThrough();
			expect(resultsOf(answers)).toEqual(Array(2 * rounds).fill("PENDING"));
			await between.restore();
			const lost = idsOf(answers.filter((_, index) => index % 2 === 0));
			const arrived = idsOf(answers.filter((_, index) => index % 2 === 1));
			const { endDay } = world.far;
			await untilPending(endDay === undefined ? [] : lost.toSorted(), restMs);
			expect(resultsOf([await sell(lostCard)])).toEqual(["APPROVED"]);
			endDay?.();
			await untilPending([], 60 * minute);
			expect([await resultsNow(lost), await resultsNow(arrived)]).toEqual([["DECLINED"], ["APPROVED"]]);
			await expectAgreement();
		});
	},
);
