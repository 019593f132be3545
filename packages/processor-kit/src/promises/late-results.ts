import { expect } from "vitest";
import { inquired, inquiredLater, newSale, type ProcessorPromise, promise, type World } from "../world.ts";
import { eventsAfter, placeOf } from "./events.ts";

async function accepted(world: World) {
	const request = newSale(world);
	world.simulator.failNext("submit", "accepted");
	const answer = await world.processor.submit(request);
	expect(answer.result).toBe("accepted");
	return { request, id: answer.processorTransactionId };
}

const results = { approved: "approved", declined: "declined", dropped: "not_received" } as const;

const byInquiry = (decision: keyof typeof results) =>
	promise(
		`an accepted request that is ${decision} later is ${results[decision]} for an inquiry`,
		["accepted"],
		async (world) => {
			const { request } = await accepted(world);
			world.simulator.decide?.(request.reference, decision);
			expect(await inquiredLater(world, request)).toMatchObject({ result: results[decision] });
		},
	);

const byEvent = (decision: keyof typeof results) =>
	promise(
		`an accepted request that is ${decision} later is ${results[decision]} in an event`,
		["accepted", "events"],
		async (world) => {
			const place = await placeOf(world);
			const { request } = await accepted(world);
			world.simulator.decide?.(request.reference, decision);
			expect(await eventsAfter(world, place)).toMatchObject([
				{ kind: "outcome", reference: request.reference, operation: "charge", outcome: { result: results[decision] } },
			]);
		},
	);

/** A processor may take a request and decide later. */
export const lateResults: ProcessorPromise[] = [
	promise("an accepted request is no outcome, and stays accepted until it is decided", ["accepted"], async (world) => {
		const { request, id } = await accepted(world);
		expect(await inquiredLater(world, request)).toMatchObject({ result: "accepted", processorTransactionId: id });
		world.simulator.decide?.(request.reference, "approved");
		expect(await inquired(world, request)).toMatchObject({ result: "approved", processorTransactionId: id });
	}),
	...(Object.keys(results) as (keyof typeof results)[]).flatMap((decision) => [byInquiry(decision), byEvent(decision)]),
];
