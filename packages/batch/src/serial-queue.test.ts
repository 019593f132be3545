import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSerialQueue } from "./serial-queue.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

describe("createSerialQueue", () => {
	test("work starts when the previous work has ended or failed", async () => {
		const inQueue = createSerialQueue();
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
		const inQueue = createSerialQueue(50);
		const slow = Promise.withResolvers<string>();
		const late = inQueue(() => slow.promise);
		void inQueue(never);
		const next = inQueue(async () => "next");
		await vi.advanceTimersByTimeAsync(100);
		expect(await next).toBe("next");
		slow.resolve("late");
		expect(await late).toBe("late");
	});
});
