import { describe, expect, test } from "vitest";
import { createKeyedLock } from "./keyed-lock.ts";

/** Work that the test ends, and that records its start. */
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

describe("createKeyedLock", () => {
	test("work starts when the previous work with the same key has ended", async () => {
		const lock = createKeyedLock();
		const [first, second, third] = [work(), work(), work()];
		const results = Promise.all([first, second, third].map(({ run }) => lock("a", run)));
		await turnOfTheLoop();
		expect([first, second, third].map(({ hasBegun }) => hasBegun())).toEqual([true, false, false]);
		first.end.resolve("one");
		await turnOfTheLoop();
		expect([first, second, third].map(({ hasBegun }) => hasBegun())).toEqual([true, true, false]);
		second.end.resolve("two");
		third.end.resolve("three");
		expect(await results).toEqual(["one", "two", "three"]);
	});

	test("work with another key is not delayed", async () => {
		const lock = createKeyedLock();
		const [slow, other] = [work(), work()];
		const waiting = lock("a", slow.run);
		other.end.resolve("done");
		expect(await lock("b", other.run)).toBe("done");
		slow.end.resolve("late");
		expect(await waiting).toBe("late");
	});

	test("failed work rejects only its caller, and the next work runs", async () => {
		const lock = createKeyedLock();
		const failing = lock("a", () => Promise.reject(new Error("no")));
		const next = lock("a", async () => "yes");
		await expect(failing).rejects.toThrow("no");
		expect(await next).toBe("yes");
	});
});
