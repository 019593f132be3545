import { expect } from "vitest";
import { inquiryAbout } from "../simulator.ts";
import {
	approved,
	arrived,
	countReceived,
	expectApprovedOnce,
	expectNeverReceived,
	findsByReference,
	inquired,
	newSale,
	type ProcessorPromise,
	patience,
	promise,
	resultOf,
	type World,
} from "../world.ts";

const simultaneous = 50;

const gatewayOf = ({ gateways, processor }: World, index: number) => gateways[index % gateways.length] ?? processor;

/** A reference charges at most once. */
export const once: ProcessorPromise[] = [
	promise(
		"one of 50 simultaneous submissions of a reference charges, and no answer contradicts it",
		[],
		async (world) => {
			const earlier = (await world.simulator.references()).length;
			const request = newSale(world);
			const results = await Promise.all(
				Array.from({ length: simultaneous }, (_, index) => resultOf(gatewayOf(world, index).submit(request))),
			);
			const answers = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
			expect(answers).not.toEqual([]);
			for (const answer of answers) expect(answer).toEqual(answers[0]);
			expect((await world.simulator.references()).length).toBe(earlier + 1);
			await expectApprovedOnce(world, request);
		},
	),
	promise("50 simultaneous requests charge once each, and each gets its own answer", [], async (world) => {
		const requests = Array.from({ length: simultaneous }, (_, index) =>
			newSale(world, { amountCents: 1_01 + 2_00 * index }),
		);
		const answers = await Promise.all(requests.map((request, index) => gatewayOf(world, index).submit(request)));
		const ids = answers.map(({ processorTransactionId }) => processorTransactionId);
		expect(new Set(ids).size).toBe(simultaneous);
		for (const [index, request] of requests.entries()) {
			await expectApprovedOnce(world, request);
			if (findsByReference(world)) expect(await inquired(world, request)).toEqual(answers[index]);
		}
	}),
	promise("a request that is sent again after its answer does not charge again", [], async (world) => {
		const request = newSale(world);
		await approved(world, request);
		const earlier = await world.simulator.references();
		const again = await resultOf(gatewayOf(world, 1).submit(request));
		if (again.status === "fulfilled") expect(again.value.result).toBe("approved");
		expect(await world.simulator.references()).toEqual(earlier);
		await expectApprovedOnce(world, request);
	}),
	promise("a request that is sent again while its answer is lost does not charge again", [], async (world) => {
		const request = newSale(world);
		world.simulator.failNext("submit", "answer_lost");
		const first = resultOf(world.processor.submit(request));
		await expect.poll(() => world.simulator.booked(request.reference), patience).toHaveLength(1);
		const earlier = await world.simulator.references();
		const again = await resultOf(gatewayOf(world, 1).submit(request));
		if (again.status === "fulfilled") expect(again.value.result).toBe("approved");
		expect(await world.simulator.references()).toEqual(earlier);
		await world.simulator.endWaiting();
		await expectApprovedOnce(world, request);
		if (world.simulator.network !== undefined) expect((await first).status).toBe("rejected");
	}),
	promise("a request never charges after an inquiry that came first", [], async (world) => {
		const request = newSale(world);
		expect(await inquired(world, request)).toEqual({ result: "not_received" });
		expect((await resultOf(gatewayOf(world, 1).submit(request))).status).toBe("rejected");
		await expectNeverReceived(world, request);
	}),
	promise("a simultaneous request and inquiry agree: it charges, or it never will", [], async (world) => {
		const races = Array.from({ length: 20 }, async (_, index) => {
			const request = newSale(world);
			const [submitted, inquiry] = await Promise.all([
				resultOf(gatewayOf(world, index).submit(request)),
				gatewayOf(world, index + 1).inquire(inquiryAbout(request)),
			]);
			const booked = await world.simulator.booked(request.reference);
			if (inquiry.result === "not_received") expect(booked).toEqual([]);
			else await expectApprovedOnce(world, request);
			expect(submitted.status).toBe(booked.length === 0 ? "rejected" : "fulfilled");
		});
		await Promise.all(races);
	}),
	promise("an inquiry changes nothing in the books", [], async (world) => {
		const request = newSale(world);
		await approved(world, request);
		const earlier = await world.simulator.references();
		for (const gateway of world.gateways) await gateway.inquire(inquiryAbout(request));
		expect(await world.simulator.references()).toEqual(earlier);
		await expectApprovedOnce(world, request);
	}),
	promise("a request that is still on its way is unknown, not lost", ["network"], async (world) => {
		const request = newSale(world);
		world.simulator.failNext("submit", "request_late");
		const earlier = countReceived(world, "submit");
		const submission = resultOf(world.processor.submit(request));
		await arrived(world, "submit", earlier);
		const half = Math.floor(world.subject.maximumDelayMs / 2);
		world.subject.advance(half);
		expect(await inquired(world, request)).toMatchObject({ result: "unknown", isFinal: false });
		world.subject.advance(-half);
		await world.simulator.endWaiting();
		await submission;
		await expectApprovedOnce(world, request);
	}),
];
