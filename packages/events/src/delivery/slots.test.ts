import { expect, test } from "vitest";
import { allSlots, limitsOfClaim } from "./slots.ts";

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
		expect(limitsOfClaim(taken)).toEqual({ slots: 0, perMerchant: 0 });
	}
});
