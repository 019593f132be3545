import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { account } from "./promises/account.ts";
import { answers } from "./promises/answers.ts";
import { charges } from "./promises/charges.ts";
import { clocks } from "./promises/clocks.ts";
import { disputes } from "./promises/disputes.ts";
import { inquiries } from "./promises/inquiries.ts";
import { lateResults } from "./promises/late-results.ts";
import { modifications } from "./promises/modifications.ts";
import { notices } from "./promises/notices.ts";
import { once } from "./promises/once.ts";
import { secrets } from "./promises/secrets.ts";
import { type Ability, abilities, type ProcessorFactory, type Simulator, type SimulatorKind } from "./simulator.ts";
import { openWorld, type ProcessorPromise, type World } from "./world.ts";

/** The promises of every processor, by subject. */
export const promises: Readonly<Record<string, readonly ProcessorPromise[]>> = {
	"at most once": once,
	charges,
	modifications,
	answers,
	inquiries,
	"late results": lateResults,
	notices,
	disputes,
	account,
	clocks,
	secrets,
};

/** Registers a test for each promise that applies to a processor. */
export function describeProcessor<Kind extends Simulator>(
	factory: ProcessorFactory<Kind>,
	simulator: SimulatorKind<Kind>,
): void {
	describe(`a processor: ${factory.title}`, () => {
		let world: World;

		beforeAll(async () => {
			world = await openWorld(factory, simulator);
		});
		afterEach(() => world.simulator.endWaiting());
		afterAll(() => world.close());

		const { lacks } = simulator;
		test(lacks.length === 0 ? "has every ability" : `lacks ${lacks.join(", ")}, and nothing else`, () => {
			const absent = abilities.filter((ability) => !isPresent[ability](world));
			expect([...lacks].sort()).toEqual(absent.sort());
		});

		for (const [subject, all] of Object.entries(promises)) {
			const applying = all.filter(({ needs }) => !needs.some((ability) => lacks.includes(ability)));
			if (applying.length === 0) continue;
			describe(subject, () => {
				for (const { name, check } of applying) test(name, () => check(world));
			});
		}
	});
}

/** What shows that a processor has an ability, so that none is left out of the tests by mistake. */
const isPresent: Record<Ability, (world: World) => boolean> = {
	network: ({ simulator, subject }) => simulator.network !== undefined || subject.verify !== undefined,
	decline_codes: ({ simulator }) => simulator.declineCodes !== undefined || simulator.network !== undefined,
	accepted: ({ simulator }) => simulator.decide !== undefined,
	notices: ({ simulator, processor }) => simulator.notices !== undefined || processor.notices !== undefined,
	dispute_answers: ({ simulator, processor }) =>
		simulator.notices?.answers !== undefined ||
		processor.acceptDispute !== undefined ||
		processor.sendEvidence !== undefined,
	webhooks: ({ simulator, processor }) =>
		simulator.notices?.newestWebhook !== undefined || processor.readWebhook !== undefined,
};
