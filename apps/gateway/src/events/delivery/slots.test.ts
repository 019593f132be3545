import { expect, test } from "vitest";
import { mostInFlight, perEndpoint, perFailingEndpoint } from "./slots.ts";

test("endpoints that fail leave a quarter of all slots to healthy ones", () => {
	const rows = [0, mostInFlight / 2 - 1, mostInFlight / 2, (mostInFlight * 3) / 4 - 1, (mostInFlight * 3) / 4];
	expect(rows.map(perFailingEndpoint)).toEqual([perEndpoint, perEndpoint, 1, 1, 0]);
	let inFlight = 0;
	for (let endpoints = 0; endpoints < 10_000; endpoints++) inFlight += perFailingEndpoint(inFlight);
	expect(inFlight).toBe((mostInFlight * 3) / 4);
});
