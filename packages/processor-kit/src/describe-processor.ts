/*
 * Named checks of any processor, connected as gateways have it, against a simulator that keeps books and fails on
 * command.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { account } from "./promises/account.ts";
import { answers } from "./promises/answers.ts";
import { authentication } from "./promises/authentication.ts";
import { charges } from "./promises/charges.ts";
import { clocks } from "./promises/clocks.ts";
import { disputes } from "./promises/disputes.ts";
import { events } from "./promises/events.ts";
import { inquiries } from "./promises/inquiries.ts";
import { lateResults } from "./promises/late-results.ts";
import { listings } from "./promises/listings.ts";
import { modifications } from "./promises/modifications.ts";
import { once } from "./promises/once.ts";
import { secrets } from "./promises/secrets.ts";
import { type Ability, abilities, type ProcessorFactory, type Simulator, type SimulatorKind } from "./simulator.ts";
import {
	approved,
	inquired,
	inquiredById,
	newAuthorization,
	newModification,
	newSale,
	openWorld,
	type ProcessorPromise,
	taken,
	type World,
} from "./world.ts";

export const promises: Readonly<Record<string, readonly ProcessorPromise[]>> = {
	"at most once": once,
	charges,
	modifications,
	authentication,
	answers,
	inquiries,
	listings,
	"late results": lateResults,
	events,
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
		test(lacks.length === 0 ? "has every ability" : `lacks ${lacks.join(", ")}, and nothing else`, async () => {
			const absent: Ability[] = [];
			for (const ability of abilities) if (!(await isPresent[ability](world))) absent.push(ability);
			expect([...lacks].sort()).toEqual(absent.sort());
		});

		for (const [subject, all] of Object.entries(promises)) {
			const applying = all.filter(
				({ needs, instead }) =>
					!needs.some((ability) => lacks.includes(ability)) && (instead === undefined || lacks.includes(instead)),
			);
			if (applying.length === 0) continue;
			describe(subject, () => {
				for (const { name, check } of applying) test(name, () => check(world));
			});
		}
	});
}

const isPresent: Record<Ability, (world: World) => boolean | Promise<boolean>> = {
	network: ({ simulator, subject }) => simulator.network !== undefined || subject.verify !== undefined,
	decline_codes: ({ simulator }) => simulator.declineCodes !== undefined || simulator.network !== undefined,
	accepted: ({ simulator }) => simulator.decide !== undefined,
	events: ({ simulator, processor }) => simulator.events !== undefined || processor.events !== undefined,
	dispute_events: ({ simulator: { events } }) => events === undefined || events.dispute !== undefined,
	dispute_answers: ({ simulator, processor }) =>
		simulator.events?.answers !== undefined ||
		processor.acceptDispute !== undefined ||
		processor.sendEvidence !== undefined,
	webhooks: ({ simulator, processor }) =>
		simulator.events?.newestWebhook !== undefined ||
		simulator.outcomeWebhook !== undefined ||
		processor.readWebhook !== undefined,
	outcome_webhooks: ({ simulator }) => simulator.outcomeWebhook !== undefined,
	listing: ({ processor }) => processor.listRequests !== undefined,
	test_accounts: ({ simulator, subject }) =>
		simulator.network?.testAccount !== undefined || subject.isTest !== undefined,
	currencies: ({ simulator }) => simulator.currency === undefined,
	async lookup_by_reference(world) {
		const request = newSale(world);
		await approved(world, request);
		const [, other = world.processor] = world.gateways;
		return (await inquired({ ...world, processor: other }, request)).result === "approved";
	},
	async lookup_by_id(world) {
		const request = newSale(world);
		const { processorTransactionId } = await approved(world, request);
		return (await inquiredById(world, request, processorTransactionId)).result === "approved";
	},
	async void_of_sales(world) {
		const sale = newSale(world);
		const voiding = newModification("void", sale, await approved(world, sale));
		await world.processor.submit(voiding);
		return (await world.simulator.booked(voiding.reference)).some(({ result }) => result === "approved");
	},
	async immediate_modifications(world) {
		const sale = newSale(world);
		const refund = newModification("refund", sale, await approved(world, sale));
		return (await world.processor.submit(refund)).result !== "accepted";
	},
	async capture_ids(world) {
		const hold = newAuthorization(world);
		const { processorTransactionId: id } = await approved(world, hold);
		const capture = newModification("capture", hold, { result: "accepted", processorTransactionId: id });
		return (await taken(world, capture)).processorTransactionId !== id;
	},
	authentication: ({ simulator, processor }) => simulator.payer !== undefined || processor.authentication !== undefined,
	made_authentication: ({ processor }) => processor.takesMadeAuthentication === true,
	amounts: async (world) => (await approved(world, newSale(world))).amountCents !== undefined,
	async network_ids(world) {
		const use = { purpose: "unscheduled" } as const;
		const first = newSale(world, { storedCredential: { ...use, use: "first", networkTransactionId: null } });
		const { networkTransactionId } = await approved(world, first);
		if (networkTransactionId === undefined) return false;
		const later = { ...use, use: "later", networkTransactionId } as const;
		await approved(world, newSale(world, { initiatedBy: "merchant", storedCredential: later }));
		const { network } = world.simulator;
		return network === undefined || network.received.some(({ body }) => body.includes(networkTransactionId));
	},
};
