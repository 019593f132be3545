import { type DisputeEvidence, DisputeRefused } from "@cardseal/vault";
import { expect } from "vitest";
import { transportFaults } from "../faults.ts";
import { type ProcessorPromise, present, promise, type World, withFault } from "../world.ts";
import { disputed, eventsAfter, placeOf, simulated } from "./events.ts";

const evidence: DisputeEvidence = {
	explanation: "The parcel was delivered on 3 May. Reçu signé.",
	productDescription: "A lamp",
	shippingCarrier: "Example Post",
	shippingTrackingNumber: "EP123",
};

async function openDispute(world: World) {
	const place = await placeOf(world);
	const { reference } = await disputed(world);
	const [event] = await eventsAfter(world, place);
	if (event?.kind !== "dispute") throw new Error("The event is about no dispute.");
	return { id: event.disputeId, reference, answers: () => simulated(world).answers?.(reference) ?? [] };
}

const accept = ({ processor }: World, id: string) => present(processor.acceptDispute)(id);
const send = ({ processor }: World, id: string) => present(processor.sendEvidence)(id, evidence);

/** An answer to a dispute arrives once, or is known not to. */
export const disputes: ProcessorPromise[] = [
	promise(
		"an accepted dispute is accepted once, however often that is sent",
		["events", "dispute_events", "dispute_answers"],
		async (world) => {
			const { id, answers } = await openDispute(world);
			await accept(world, id);
			await accept(world, id);
			expect(answers()).toEqual([{ kind: "accept" }]);
		},
	),
	promise("evidence arrives as it was written", ["events", "dispute_events", "dispute_answers"], async (world) => {
		const { id, answers } = await openDispute(world);
		await send(world, id);
		expect(answers()).toEqual([{ kind: "evidence", explanation: evidence.explanation }]);
	}),
	promise(
		"an answer to a dispute that is decided is refused",
		["events", "dispute_events", "dispute_answers"],
		async (world) => {
			const { id, reference, answers } = await openDispute(world);
			simulated(world).dispute?.(reference, "lost");
			for (const answer of [accept, send]) {
				await expect(answer(world, id)).rejects.toBeInstanceOf(DisputeRefused);
			}
			expect(answers()).toEqual([]);
		},
	),
	promise(
		"a fault refuses no answer to a dispute, which can be sent again",
		["events", "dispute_events", "dispute_answers", "network"],
		async (world) => {
			for (const fault of transportFaults) {
				const { id, answers } = await openDispute(world);
				const result = await withFault(world, "dispute", fault, () => accept(world, id));
				const isRefused = result.status === "rejected" && result.reason instanceof DisputeRefused;
				expect([fault, isRefused]).toEqual([fault, false]);
				await accept(world, id);
				expect([fault, answers()]).toEqual([fault, [{ kind: "accept" }]]);
			}
		},
	),
];
