import { expect, test } from "vitest";
import { allSlots, limitsOfClaim, perEndpoint } from "./slots.ts";

test("endpoints that fail leave a quarter of all slots to healthy ones", () => {
	const perFailingEndpoint = (taken: number) => limitsOfClaim(taken).perFailingEndpoint;
	const rows = [0, allSlots / 2 - 1, allSlots / 2, (allSlots * 3) / 4 - 1, (allSlots * 3) / 4];
	expect(rows.map(perFailingEndpoint)).toEqual([perEndpoint, perEndpoint, 1, 1, 0]);
	let taken = 0;
	for (let endpoints = 0; endpoints < 10_000; endpoints++) taken += perFailingEndpoint(taken);
	expect(taken).toBe((allSlots * 3) / 4);
});

/** Returns the free slots when merchants, all of them slow, have what they may get. */
function freeBeside(merchants: number): number {
	const held = new Array<number>(merchants).fill(0);
	const taken = () => held.reduce((sum, count) => sum + count, 0);
	for (let before = -1; taken() > before; ) {
		before = taken();
		const { slots, perMerchant } = limitsOfClaim(before);
		for (let claimed = 0; claimed < slots; claimed++) {
			const fewest = Math.min(...held);
			if (fewest < perMerchant) held[held.indexOf(fewest)] = fewest + 1;
		}
	}
	return allSlots - taken();
}

test("slow servers leave slots to other merchants, however many merchants have such servers", () => {
	expect([1, 10, 100, 500].map(freeBeside)).toEqual([800, 352, 156, 131]);
});

test("no more is claimed when all slots are taken, or more by large events", () => {
	for (const taken of [allSlots, allSlots + 20]) {
		expect(limitsOfClaim(taken)).toEqual({ slots: 0, perMerchant: 0, perFailingEndpoint: 0 });
	}
});
