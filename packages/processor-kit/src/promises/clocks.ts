import { expect } from "vitest";
import {
	approved,
	expectApprovedOnce,
	inquired,
	networkOf,
	newSale,
	type ProcessorPromise,
	patience,
	promise,
	resultOf,
} from "../world.ts";
import { eventsAfter, placeOf } from "./events.ts";

const day = 24 * 60 * 60 * 1000;

const skewed = (words: string, aheadMs: number) =>
	promise(
		`a processor's clock that is a day ${words} hinders neither charges nor inquiries`,
		["network"],
		async (world) => {
			networkOf(world).skewClock(aheadMs);
			const request = newSale(world);
			await approved(world, request);
			await expectApprovedOnce(world, request);
			networkOf(world).skewClock(0);
		},
	);

const skewedEvents = (words: string, aheadMs: number) =>
	promise(
		`a processor's clock that is a day ${words} hinders no event`,
		["network", "events", "dispute_events"],
		async (world) => {
			const request = newSale(world);
			await approved(world, request);
			const place = await placeOf(world);
			networkOf(world).skewClock(aheadMs);
			world.simulator.events?.dispute?.(request.reference, "open");
			expect(await eventsAfter(world, place)).toMatchObject([{ kind: "dispute", reference: request.reference }]);
			networkOf(world).skewClock(0);
		},
	);

/** Clocks differ, and ours may be set. */
export const clocks: ProcessorPromise[] = [
	skewed("ahead", day),
	skewed("behind", -day),
	skewedEvents("ahead", day),
	skewedEvents("behind", -day),
	promise(
		"our clock that is set back a day makes no request that is on its way a lost one",
		["network"],
		async (world) => {
			const request = newSale(world);
			world.simulator.failNext("submit", "request_late");
			const earlier = world.simulator.network?.received.length;
			const submission = resultOf(world.processor.submit(request));
			await expect.poll(() => world.simulator.network?.received.length, patience).toBeGreaterThan(earlier ?? 0);
			world.subject.advance(-day);
			expect(await inquired(world, request)).toMatchObject({ result: "unknown", isFinal: false });
			await world.simulator.endWaiting();
			await submission;
			await expectApprovedOnce(world, request);
			world.subject.advance(day);
		},
	),
];
