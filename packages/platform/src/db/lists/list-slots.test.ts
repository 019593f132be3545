import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createListSlots } from "./list-slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Slots whose requests for one write down when they get it. */
function openSlots() {
	const slots = createListSlots({ perMerchant: 2, inAll: 3 });
	const got: string[] = [];
	const freeing = new Map<string, () => void>();
	const take = (name: string, merchant: number) =>
		void slots.take(merchant, 5_000).then((free) => {
			got.push(free === undefined ? `${name} refused` : name);
			if (free !== undefined) freeing.set(name, free);
		});
	const settled = async () => {
		await vi.advanceTimersByTimeAsync(0);
		return got.splice(0);
	};
	return { take, settled, free: (name: string) => freeing.get(name)?.() };
}

test("X-45 a merchant's lists take no more than its slots, all lists no more than all, and a freed slot goes to the merchant with fewest", async () => {
	const { take, settled, free } = openSlots();
	for (const name of ["a1", "a2", "a3", "a4"]) take(name, 1);
	take("b1", 2);
	take("b2", 2);
	take("c1", 3);
	expect(await settled()).toEqual(["a1", "a2", "b1"]);
	free("a1");
	expect(await settled()).toEqual(["c1"]);
	free("a2");
	expect(await settled()).toEqual(["a3"]);
	free("b1");
	expect(await settled()).toEqual(["b2"]);
	free("c1");
	expect(await settled()).toEqual(["a4"]);
});

test("X-45 a list that waited too long is refused, and takes no slot later", async () => {
	const { take, settled, free } = openSlots();
	for (const name of ["a1", "a2", "a3"]) take(name, 1);
	await vi.advanceTimersByTimeAsync(5_000);
	expect(await settled()).toEqual(["a1", "a2", "a3 refused"]);
	free("a1");
	take("a4", 1);
	expect(await settled()).toEqual(["a4"]);
});
