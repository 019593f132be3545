import { type DisputeEvidence, DisputeRefused } from "@cardseal/vault";
import { expect } from "vitest";
import { isWaiting, transportFaults } from "../faults.ts";
import { arrived, countReceived, type ProcessorPromise, resultOf, type World } from "../world.ts";
import { disputed, noticesAfter, placeOf, simulated } from "./notices.ts";

const evidence: DisputeEvidence = {
	explanation: "The parcel was delivered on 3 May. Reçu signé.",
	productDescription: "A lamp",
	shippingCarrier: "Example Post",
	shippingTrackingNumber: "EP123",
};

async function openDispute(world: World) {
	const place = await placeOf(world);
	const { reference } = await disputed(world);
	const [notice] = await noticesAfter(world, place);
	if (notice?.kind !== "dispute") throw new Error("The notice is about no dispute.");
	return { id: notice.disputeId, reference, answers: () => simulated(world).answers?.(reference) ?? [] };
}

async function accept({ processor }: World, disputeId: string): Promise<void> {
	if (processor.acceptDispute === undefined) throw new Error("The processor takes no answers.");
	await processor.acceptDispute(disputeId);
}

async function send({ processor }: World, disputeId: string): Promise<void> {
	if (processor.sendEvidence === undefined) throw new Error("The processor takes no evidence.");
	await processor.sendEvidence(disputeId, evidence);
}

/** An answer to a dispute arrives once, or is known not to. */
export const disputes: ProcessorPromise[] = [
	{
		name: "an accepted dispute is accepted once, however often that is sent",
		needs: ["notices", "dispute_notices", "dispute_answers"],
		async check(world) {
			const { id, answers } = await openDispute(world);
			await accept(world, id);
			await accept(world, id);
			expect(answers()).toEqual([{ kind: "accept" }]);
		},
	},
	{
		name: "evidence arrives as it was written",
		needs: ["notices", "dispute_notices", "dispute_answers"],
		async check(world) {
			const { id, answers } = await openDispute(world);
			await send(world, id);
			expect(answers()).toEqual([{ kind: "evidence", explanation: evidence.explanation }]);
		},
	},
	{
		name: "an answer to a dispute that is decided is refused",
		needs: ["notices", "dispute_notices", "dispute_answers"],
		async check(world) {
			const { id, reference, answers } = await openDispute(world);
			simulated(world).dispute?.(reference, "lost");
			for (const answer of [accept, send]) {
				await expect(answer(world, id)).rejects.toBeInstanceOf(DisputeRefused);
			}
			expect(answers()).toEqual([]);
		},
	},
	{
		name: "a fault refuses no answer to a dispute, which can be sent again",
		needs: ["notices", "dispute_notices", "dispute_answers", "network"],
		async check(world) {
			for (const fault of transportFaults) {
				const { id, answers } = await openDispute(world);
				const earlier = countReceived(world, "dispute");
				world.simulator.failNext("dispute", fault);
				const sent = resultOf(accept(world, id));
				if (isWaiting(fault)) {
					await arrived(world, "dispute", earlier);
					await world.simulator.endWaiting();
				}
				const result = await sent;
				const isRefused = result.status === "rejected" && result.reason instanceof DisputeRefused;
				expect([fault, isRefused]).toEqual([fault, false]);
				await accept(world, id);
				expect([fault, answers()]).toEqual([fault, [{ kind: "accept" }]]);
			}
		},
	},
];
