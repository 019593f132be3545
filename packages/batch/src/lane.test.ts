import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openLane } from "./lane.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

describe("openLane", () => {
	it("begins a work when the one before it has ended, well or badly", async () => {
		const inLane = openLane();
		const first = Promise.withResolvers<string>();
		const begun: string[] = [];
		const answers = Promise.allSettled([
			inLane(() => first.promise),
			inLane(async () => {
				begun.push("second");
				throw new Error("no");
			}),
			inLane(async () => {
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

	it("goes on without a work that takes too long, whose caller still has its answer", async () => {
		const inLane = openLane(50);
		const slow = Promise.withResolvers<string>();
		const late = inLane(() => slow.promise);
		void inLane(never);
		const next = inLane(async () => "next");
		await vi.advanceTimersByTimeAsync(100);
		expect(await next).toBe("next");
		slow.resolve("late");
		expect(await late).toBe("late");
	});
});
