import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createBatchQueue } from "./batch-queue.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

describe("createBatchQueue", () => {
	test("work starts when the previous work has ended or failed", async () => {
		const { run: inQueue } = createBatchQueue();
		const first = Promise.withResolvers<string>();
		const begun: string[] = [];
		const answers = Promise.allSettled([
			inQueue(() => first.promise),
			inQueue(async () => {
				begun.push("second");
				throw new Error("no");
			}),
			inQueue(async () => {
				begun.push("third");
				return "three";
			}),
		]);
		await vi.advanceTimersByTimeAsync(999);
		expect(begun).toEqual([]);
		first.resolve("one");
		expect(await answers).toEqual([
			{ status: "fulfilled", value: "one" },
			{ status: "rejected", reason: new Error("no") },
			{ status: "fulfilled", value: "three" },
		]);
		expect(begun).toEqual(["second", "third"]);
		expect(vi.getTimerCount()).toBe(0);
	});

	test("the queue continues after its patience, and slow work still returns its result", async () => {
		const { run: inQueue } = createBatchQueue(50);
		const slow = Promise.withResolvers<string>();
		const late = inQueue(() => slow.promise);
		void inQueue(never);
		const next = inQueue(async () => "next");
		await vi.advanceTimersByTimeAsync(100);
		expect(await next).toBe("next");
		slow.resolve("late");
		expect(await late).toBe("late");
	});

	describe("with work that runs", () => {
		/** A queue with one work in it, and the names of the works that started later. */
		function occupied(patienceMs?: number) {
			const { run, grew } = createBatchQueue(patienceMs);
			const first = Promise.withResolvers<void>();
			void run(() => first.promise);
			const started: string[] = [];
			const add = (name: string, size: () => number) => {
				const work = Promise.withResolvers<void>();
				void run(() => {
					started.push(name);
					return work.promise;
				}, size);
				return work;
			};
			return { first, started, add, grew };
		}

		test("a second work starts if it is large, before smaller ones, and no third", async () => {
			const { started, add } = occupied();
			add("small", () => 15);
			add("large", () => 16);
			const third = add("large too", () => 200);
			await vi.advanceTimersByTimeAsync(0);
			expect(started).toEqual(["large"]);
			third.resolve();
		});

		test("a second work starts when it has become large", async () => {
			const { started, add, grew } = occupied();
			let size = 15;
			add("growing", () => size);
			grew();
			expect(started).toEqual([]);
			size = 16;
			grew();
			expect(started).toEqual(["growing"]);
		});

		test("small work waits for the end of both", async () => {
			const { first, started, add } = occupied();
			const large = add("large", () => 16);
			add("small", () => 1);
			first.resolve();
			await vi.advanceTimersByTimeAsync(0);
			expect(started).toEqual(["large"]);
			large.resolve();
			await vi.advanceTimersByTimeAsync(0);
			expect(started).toEqual(["large", "small"]);
		});

		test("small work is overtaken once", async () => {
			const { first, started, add } = occupied();
			add("small", () => 1);
			add("large", () => 16);
			add("large too", () => 16);
			expect(started).toEqual(["large"]);
			first.resolve();
			await vi.advanceTimersByTimeAsync(0);
			expect(started).toEqual(["large", "small"]);
		});
	});
});
