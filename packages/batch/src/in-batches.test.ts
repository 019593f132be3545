import { AsyncLocalStorage } from "node:async_hooks";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { turnsOfTheLoop } from "../../../test/fixtures/turns-of-the-loop.ts";
import { createBatchQueue } from "./batch-queue.ts";
import { inBatches } from "./in-batches.ts";

/** A `run` whose batches the test completes. */
function byHand() {
	const batches: { items: number[]; answer: (results: number[]) => void; fail: (error: Error) => void }[] = [];
	const run = (items: number[]) =>
		new Promise<number[]>((answer, fail) => {
			batches.push({ items, answer, fail });
		});
	return { batches, run };
}

describe("inBatches", () => {
	test("calls of one turn of the event loop share a batch", async () => {
		const { batches, run } = byHand();
		const call = inBatches({ run, maximumItems: 10 });
		for (const item of [1, 2, 3]) void call(item);
		await expect.poll(() => batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
	});

	test("tells the size of each batch", async () => {
		const sizes: number[] = [];
		const call = inBatches({ run: async (items: number[]) => items, maximumItems: 2, onBatch: (n) => sizes.push(n) });
		await Promise.all([1, 2, 3].map(call));
		expect(sizes).toEqual([2, 1]);
	});

	test("calls made during a batch share the next one", async () => {
		const { batches, run } = byHand();
		const call = inBatches({ run, maximumItems: 10 });
		const first = call(1);
		await expect.poll(() => batches.length).toBe(1);
		const others = Promise.all([call(2), call(3)]);
		batches[0]?.answer([10]);
		expect(await first).toBe(10);
		await expect.poll(() => batches.length).toBe(2);
		batches[1]?.answer([20, 30]);
		expect(await others).toEqual([20, 30]);
		expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
	});

	test("callers that got results together share their next batch", async () => {
		const batches: number[][] = [];
		const call = inBatches({
			run: async (items: number[]) => {
				batches.push(items);
				return items;
			},
			maximumItems: 10,
		});
		await Promise.all([1, 2, 3].map(async (item) => call((await call(item)) * 10)));
		expect(batches).toEqual([
			[1, 2, 3],
			[10, 20, 30],
		]);
	});

	test("one batch runs at a time, of at most the maximum size", async () => {
		const { batches, run } = byHand();
		const call = inBatches({ run, maximumItems: 2 });
		const first = call(1);
		for (const item of [2, 3, 4, 5]) void call(item);
		await expect.poll(() => batches.map(({ items }) => items)).toEqual([[1, 2]]);
		batches[0]?.answer([1, 2]);
		await first;
		await expect
			.poll(() => batches.map(({ items }) => items))
			.toEqual([
				[1, 2],
				[3, 4],
			]);
	});

	test("a batch waits for batches of other kinds in its queue, and grows meanwhile", async () => {
		const queue = createBatchQueue();
		const [inserts, updates] = [byHand(), byHand()];
		const insert = inBatches({ run: inserts.run, maximumItems: 10, queue });
		const update = inBatches({ run: updates.run, maximumItems: 10, queue });
		const inserted = insert(1);
		await expect.poll(() => inserts.batches.length).toBe(1);
		const updated = [update(2)];
		await turnsOfTheLoop();
		updated.push(update(3));
		await turnsOfTheLoop();
		expect(updates.batches).toEqual([]);
		inserts.batches[0]?.fail(new Error("no"));
		await expect(inserted).rejects.toThrow("no");
		await expect.poll(() => updates.batches.map(({ items }) => items)).toEqual([[2, 3]]);
		updates.batches[0]?.answer([20, 30]);
		expect(await Promise.all(updated)).toEqual([20, 30]);
	});

	test("calls made meanwhile get a second batch, and then other kinds get their slot", async () => {
		const order: string[] = [];
		const queue = createBatchQueue();
		const [first, second, third] = [byHand(), byHand(), byHand()];
		const runs = [first, second, third];
		const insert = inBatches({
			run: (items: number[]) => {
				order.push(`insert ${items}`);
				return runs.shift()?.run(items) ?? Promise.reject(new Error("One batch too many."));
			},
			maximumItems: 10,
			queue,
		});
		const update = inBatches({
			run: async (items: number[]) => {
				order.push(`update ${items}`);
				return items;
			},
			maximumItems: 10,
			queue,
		});
		const all = [insert(1)];
		await expect.poll(() => first.batches.length).toBe(1);
		all.push(update(2), insert(3));
		first.batches[0]?.answer([1]);
		await expect.poll(() => second.batches.length).toBe(1);
		all.push(insert(4));
		second.batches[0]?.answer([3]);
		await expect.poll(() => third.batches.length).toBe(1);
		third.batches[0]?.answer([4]);
		expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
		expect(order).toEqual(["insert 1", "insert 3", "update 2", "insert 4"]);
	});

	test("only an item that claims a key of another item in the batch is held back", async () => {
		const batches: string[][] = [];
		const call = inBatches({
			run: async (items: string[]) => {
				batches.push(items);
				return items;
			},
			maximumItems: 3,
			claimsOf: (item) => [...item],
		});
		const items = ["ab", "bc", "c", "ad", "e", "f", ""];
		expect(await Promise.all(items.map(call))).toEqual(items);
		expect(batches).toEqual([["ab", "c", "e"], ["bc", "ad", "f"], [""]]);
	});

	const outcomes = (results: PromiseSettledResult<number>[]) =>
		results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)));

	/** Rejects any batch with a 3 in it, and records the batches. */
	function refusingThree() {
		const batches: number[][] = [];
		const run = async (items: number[]) => {
			batches.push(items);
			if (items.includes(3)) throw new Error("three");
			return items.map((item) => item * 10);
		};
		return { batches, run };
	}

	test("only the item at fault is rejected", async () => {
		const { batches, run } = refusingThree();
		const call = inBatches({ run, maximumItems: 10, isItemsFault: () => true });
		expect(outcomes(await Promise.allSettled([1, 2, 3, 4].map(call)))).toEqual([10, 20, "Error: three", 40]);
		expect(batches).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
	});

	test("nothing runs twice after an error that may have come after the work", async () => {
		const { batches, run } = refusingThree();
		const call = inBatches({ run, maximumItems: 10 });
		expect(outcomes(await Promise.allSettled([1, 2, 3, 4].map(call)))).toEqual(new Array(4).fill("Error: three"));
		expect(batches).toEqual([[1, 2, 3, 4]]);
	});

	test("a batch that hangs delays later calls for the patience only", async () => {
		const { batches, run } = byHand();
		const call = inBatches({ run, maximumItems: 10, patienceMs: 20 });
		const hanging = call(1);
		await expect.poll(() => batches.length).toBe(1);
		const later = call(2);
		await expect.poll(() => batches.length).toBe(2);
		batches[1]?.answer([20]);
		expect(await later).toBe(20);
		batches[0]?.answer([10]);
		expect(await hanging).toBe(10);
	});

	test("a read that hangs is run once more, and the first results count", async () => {
		const { batches, run } = byHand();
		const call = inBatches({ run, maximumItems: 10, isRead: true, patienceMs: 20 });
		const result = call(1);
		await expect.poll(() => batches.map(({ items }) => items)).toEqual([[1], [1]]);
		batches[1]?.answer([10]);
		expect(await result).toBe(10);
	});

	test("a read that fails is run once more", async () => {
		const { batches, run } = byHand();
		const call = inBatches({ run, maximumItems: 10, isRead: true });
		const [first, second] = [call(1), call(2)];
		await expect.poll(() => batches.length).toBe(1);
		batches[0]?.fail(new Error("cut"));
		await expect.poll(() => batches.length).toBe(2);
		batches[1]?.answer([10, 20]);
		expect(await Promise.all([first, second])).toEqual([10, 20]);
		const failing = call(3);
		for (const index of [2, 3]) {
			await expect.poll(() => batches.length).toBe(index + 1);
			batches[index]?.fail(new Error(`cut ${index}`));
		}
		await expect(failing).rejects.toThrow("cut 3");
	});

	test("a batch does not run in the asynchronous context of a caller", async () => {
		const context = new AsyncLocalStorage<string>();
		const call = inBatches({ run: async (items: number[]) => items.map(() => context.getStore()), maximumItems: 10 });
		expect(await context.run("caller", () => call(1))).toBeUndefined();
	});

	test("a batch that returns too few results is rejected", async () => {
		const call = inBatches<number, number>({ run: async () => [], maximumItems: 10 });
		await expect(call(1)).rejects.toThrow("a different number of results");
	});

	test("every call gets its own result, whatever the sizes", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer(), { maxLength: 200 }),
				fc.integer({ min: 1, max: 20 }),
				async (items, maximumItems) => {
					const run = async (batch: number[]) => batch.map((item) => item + 1);
					const call = inBatches({ run, maximumItems });
					expect(await Promise.all(items.map(call))).toEqual(items.map((item) => item + 1));
				},
			),
		);
	});
});
