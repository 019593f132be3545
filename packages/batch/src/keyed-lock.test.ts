import { describe, expect, test } from "vitest";
import { createKeyedLock } from "./keyed-lock.ts";

/** A work that waits until it is told to end, and tells that it began. */
function work() {
	const end = Promise.withResolvers<string>();
	let hasBegun = false;
	return {
		run: () => {
			hasBegun = true;
			return end.promise;
		},
		end,
		hasBegun: () => hasBegun,
	};
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

describe("takingTurns", () => {
	test("begins a work when the one before it with the same key has ended, and not earlier", async () => {
		const inTurn = createKeyedLock();
		const [first, second, third] = [work(), work(), work()];
		const results = Promise.all([first, second, third].map(({ run }) => inTurn("a", run)));
		await turnOfTheLoop();
		expect([first, second, third].map(({ hasBegun }) => hasBegun())).toEqual([true, false, false]);
		first.end.resolve("one");
		await turnOfTheLoop();
		expect([first, second, third].map(({ hasBegun }) => hasBegun())).toEqual([true, true, false]);
		second.end.resolve("two");
		third.end.resolve("three");
		expect(await results).toEqual(["one", "two", "three"]);
	});

	test("holds up nobody with another key", async () => {
		const inTurn = createKeyedLock();
		const [slow, other] = [work(), work()];
		const waiting = inTurn("a", slow.run);
		other.end.resolve("done");
		expect(await inTurn("b", other.run)).toBe("done");
		slow.end.resolve("late");
		expect(await waiting).toBe("late");
	});

	test("goes on after a work that failed, which alone its caller hears of", async () => {
		const inTurn = createKeyedLock();
		const failing = inTurn("a", () => Promise.reject(new Error("no")));
		const next = inTurn("a", async () => "yes");
		await expect(failing).rejects.toThrow("no");
		expect(await next).toBe("yes");
	});
});
