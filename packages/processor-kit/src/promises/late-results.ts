import { expect } from "vitest";
import { inquired, newSale, type ProcessorPromise, type World } from "../world.ts";
import { noticesAfter, placeOf } from "./notices.ts";

async function accepted(world: World) {
	const request = newSale(world);
	world.simulator.failNext("submit", "accepted");
	const answer = await world.processor.submit(request);
	expect(answer.result).toBe("accepted");
	return { request, id: answer.processorTransactionId };
}

const results = { approved: "approved", declined: "declined", dropped: "not_received" } as const;

const byInquiry = (decision: keyof typeof results): ProcessorPromise => ({
	name: `an accepted request that is ${decision} later is ${results[decision]} for an inquiry`,
	needs: ["accepted"],
	async check(world) {
		const { request } = await accepted(world);
		world.simulator.decide?.(request.reference, decision);
		const wait = world.subject.maximumDelayMs + 1;
		world.subject.advance(wait);
		expect(await inquired(world, request)).toMatchObject({ result: results[decision] });
		world.subject.advance(-wait);
	},
});

const byNotice = (decision: keyof typeof results): ProcessorPromise => ({
	name: `an accepted request that is ${decision} later is ${results[decision]} in a notice`,
	needs: ["accepted", "notices"],
	async check(world) {
		const place = await placeOf(world);
		const { request } = await accepted(world);
		world.simulator.decide?.(request.reference, decision);
		expect(await noticesAfter(world, place)).toMatchObject([
			{ kind: "outcome", reference: request.reference, operation: "charge", outcome: { result: results[decision] } },
		]);
	},
});

/** A processor may take a request and decide later. */
export const lateResults: ProcessorPromise[] = [
	{
		name: "an accepted request is no outcome, and stays accepted until it is decided",
		needs: ["accepted"],
		async check(world) {
			const { request, id } = await accepted(world);
			world.subject.advance(world.subject.maximumDelayMs + 1);
			expect(await inquired(world, request)).toMatchObject({ result: "accepted", processorTransactionId: id });
			world.subject.advance(-world.subject.maximumDelayMs - 1);
			world.simulator.decide?.(request.reference, "approved");
			expect(await inquired(world, request)).toMatchObject({ result: "approved", processorTransactionId: id });
		},
	},
	...(Object.keys(results) as (keyof typeof results)[]).flatMap((decision) => [
		byInquiry(decision),
		byNotice(decision),
	]),
];
