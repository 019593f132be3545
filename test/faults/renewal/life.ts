import type { Inquiry, InquiryRequest, Outcome as ProcessorOutcome, ProcessorRequest } from "@cardseal/vault";
import { Problem } from "../../../packages/platform/src/problem.ts";
import { oneProcessor } from "../../fixtures/processors/one-processor.ts";
import { afterClaims, type Death, RenewalWorld, type Runner } from "../../fixtures/subscriptions/renewal-world.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { type Random, randomFrom } from "../random.ts";
import {
	day,
	type Outcome,
	type PlainPlanChange,
	PlainSubscription,
	type PlanTerms,
	type Terms,
} from "./plain-model.ts";

export interface Life {
	subscriptions: number;
	years: number;
	seed: number;
}

export interface Lived {
	charges: number;
	kills: number;
	/** Returns the differences between the subscriptions and the plain model. */
	differences: string[];
}

const start = Date.UTC(2026, 0, 31, 12);
const frequencies = ["DAILY", "WEEKLY", "MOTHLY", "QUARTERLY", "ANNUALLY"] as const;
const deaths = ["claimed", "opened", "taken", "recorded"] as const satisfies Death[];

/**
 * A processor that draws each outcome once and accepts each reference once. It rejects a reference that was inquired
 * about before it arrived.
 */
class DrawingProcessor {
	readonly name = "demo";
	readonly drawn = new Map<string, Outcome>();
	readonly #random: Random;

	constructor(random: Random) {
		this.#random = random;
	}

	async submit({ reference, operation }: ProcessorRequest): Promise<ProcessorOutcome> {
		if (operation === "refund") return answerOf("approved", reference);
		const drawn = this.drawn.get(reference);
		if (drawn !== undefined) throw new Error("This reference came before.");
		const outcome = this.#random.chance(0.88) ? "approved" : this.#random.chance(0.9) ? "soft" : "hard";
		this.drawn.set(reference, outcome);
		return answerOf(outcome, reference);
	}

	async inquire({ reference }: Pick<InquiryRequest, "reference">): Promise<Inquiry> {
		const drawn = this.drawn.get(reference);
		if (drawn === "lost") return { result: "not_received" };
		if (drawn !== undefined) return answerOf(drawn, reference);
		this.drawn.set(reference, "lost");
		return { result: "not_received" };
	}
}

function answerOf(outcome: Exclude<Outcome, "lost">, reference: string): ProcessorOutcome {
	const processorTransactionId = `far_${reference}`;
	if (outcome === "approved") {
		return { result: "approved", message: "Approved", authorizationCode: "012345", processorTransactionId };
	}
	return {
		result: "declined",
		message: "Declined",
		declineClass: outcome,
		declineCode: "do_not_honour",
		processorTransactionId,
	};
}

type Event =
	| { kind: "run"; at: number }
	| { kind: "stop"; id: number; status: "PAUSED" | "CANCELED" }
	| { kind: "activate"; id: number; at: number }
	| { kind: "change plan"; id: number; at: number; change: PlainPlanChange; result: "changed" | "refused" };

/** Runs years of renewals on two gateways, with crashes, outages, and a clock that steps back. */
export async function live(database: AllTables, { subscriptions, years, seed }: Life): Promise<Lived> {
	const random = randomFrom(seed);
	const world = await RenewalWorld.open(database, start);
	const terms = new Map<number, Terms>();
	for (let made = 0; made < subscriptions; made++) {
		const given: Terms = {
			...anyPlan(random),
			start: start + random.between(0, 60) * day,
			trialDays: random.chance(0.3) ? random.between(1, 40) : 0,
			feeCents: random.chance(0.3) ? 2_500 : 0,
			quantity: random.chance(0.3) ? random.between(2, 9) : 1,
		};
		const { start: start_date, frequency, payments, cents, trialDays, feeCents, quantity } = given;
		const priced = { number_of_payments: payments, amount_cents: cents, setup_fee_cents: feeCents };
		terms.set(await world.subscribe({ start_date, frequency, ...priced, trial_days: trialDays, quantity }), given);
	}
	const processor = new DrawingProcessor(random);
	const events: Event[] = [];
	const kills = await playAll(world, {
		random,
		processor,
		events,
		ids: [...terms.keys()],
		end: start + years * 365 * day,
	});
	return { kills, ...(await compare(world, terms, processor, events)) };
}

function anyPlan(random: Random): PlanTerms {
	return {
		frequency: random.pick(frequencies),
		payments: random.chance(0.3) ? random.between(1, 40) : null,
		cents: random.between(1, 50_000),
	};
}

interface Play {
	random: Random;
	processor: DrawingProcessor;
	events: Event[];
	ids: number[];
	end: number;
}

async function playAll(world: RenewalWorld, play: Play): Promise<number> {
	const { random, processor, events, ids, end } = play;
	const newRunner = (diesWhen?: Death) =>
		world.runner({
			change: (payments) => ({ ...payments, ...oneProcessor(processor) }),
			...(diesWhen && { diesWhen }),
		});
	const runners = [newRunner(), newRunner()] as const;
	let kills = 0;
	while (world.clocks.business.now() < end) {
		await moveOn(world, runners[0], random);
		const at = world.clocks.business.now();
		if (random.chance(0.15)) {
			kills += 1;
			await runAndDie(newRunner(random.pick(deaths)));
		}
		await runDry(world, runners);
		events.push({ kind: "run", at });
		if (random.chance(0.4)) await intervene(world, runners[0], random.pick(ids as [number, ...number[]]), play);
		if (random.chance(0.4)) await moveToPlan(world, runners, random.pick(ids as [number, ...number[]]), play);
	}
	return kills;
}

/** Moves to the next event, or past several; sometimes the clock steps back first. */
async function moveOn({ clocks }: RenewalWorld, runner: Runner, random: Random): Promise<void> {
	const now = clocks.business.now();
	if (random.chance(0.05)) return clocks.business.set(now - random.between(1, 5) * day);
	const next = (await runner.nextAt()) ?? now + day;
	const outage = random.chance(0.4) ? random.between(1, 10) * day : 0;
	clocks.business.set(Math.max(now, next) + outage);
}

async function runAndDie(runner: Runner): Promise<void> {
	await Promise.race([runner.died, runner.run()]);
}

/** Runs until nothing is due, including claims of a crashed process. */
async function runDry({ clocks }: RenewalWorld, runners: readonly [Runner, Runner]): Promise<void> {
	for (;;) {
		clocks.real.advance(afterClaims);
		await runners[1].recover();
		await Promise.all(runners.map((runner) => runner.run()));
		const next = await runners[0].nextAt();
		if (next === undefined || next > clocks.business.now()) return;
	}
}

async function intervene(world: RenewalWorld, runner: Runner, id: number, { random, events }: Play): Promise<void> {
	const { status } = await world.subscription(id);
	if (status === "EXPIRED") return;
	if (status === "ACTIVE") {
		const wanted = random.chance(0.7) ? "PAUSED" : "CANCELED";
		await runner.change(id, { status: wanted });
		events.push({ kind: "stop", id, status: wanted });
		return;
	}
	await runner.change(id, { status: "ACTIVE" });
	events.push({ kind: "activate", id, at: world.clocks.business.now() });
}

/** Sends a change of plan, sometimes twice at once: the second of two changes nothing. */
async function moveToPlan(
	world: RenewalWorld,
	runners: readonly [Runner, Runner],
	id: number,
	{ random, events }: Play,
): Promise<void> {
	const plan = anyPlan(random);
	const { cents: amount_cents, payments: number_of_payments, frequency } = plan;
	const when = random.chance(0.6) ? "now" : "renewal";
	const change = { plan, quantity: random.between(1, 3), when, prorate: when === "now" && random.chance(0.7) } as const;
	const plan_lookup_id = await world.plan({ amount_cents, number_of_payments, frequency });
	const request = { ...change, plan_lookup_id };
	const at = world.clocks.business.now();
	const sent = random.chance(0.3) ? runners : [runners[0]];
	const results = await Promise.allSettled(sent.map((runner) => runner.changePlan(id, request)));
	for (const result of results) {
		if (result.status === "rejected" && !(result.reason instanceof Problem)) throw result.reason;
	}
	const changed = results.filter(({ status }) => status === "fulfilled").length;
	if (changed > 1 && when === "now") throw new Error(`Two requests at once changed subscription ${id} twice.`);
	events.push({ kind: "change plan", id, at, change, result: changed > 0 ? "changed" : "refused" });
}

function befall(plain: PlainSubscription, id: number, event: Event): void {
	if (event.kind === "run") plain.runAt(event.at);
	else if (event.id !== id) return;
	else if (event.kind === "stop") plain.stop(event.status);
	else if (event.kind === "activate") plain.activate(event.at);
	else {
		const expected = plain.changePlan(event.at, event.change);
		if (expected !== event.result) plain.charges.push(`a change of plan should be ${expected}`);
	}
}

/** Runs the plain model through the same events, with the outcomes that the processor drew. */
async function compare(
	world: RenewalWorld,
	terms: ReadonlyMap<number, Terms>,
	processor: DrawingProcessor,
	events: Event[],
): Promise<Omit<Lived, "kills">> {
	const differences: string[] = [];
	let charges = 0;
	for (const [id, given] of terms) {
		const charged = await world.charges(id);
		const outcomes = new Map(
			charged.map((charge) => [`${charge.period}.${charge.attempt}`, processor.drawn.get(charge.transaction_id)]),
		);
		const plain = new PlainSubscription(given, (period, attempt) => outcomes.get(`${period}.${attempt}`) ?? "hard");
		for (const event of events) befall(plain, id, event);
		charges += charged.length;
		const { status } = await world.subscription(id);
		const [found, expected] = [`${status}: ${await world.payments(id)}`, `${plain.status}: ${plain.charges}`];
		if (found !== expected)
			differences.push(`${id} (${given.frequency})\n  is        ${found}\n  should be ${expected}`);
	}
	return { charges, differences };
}
