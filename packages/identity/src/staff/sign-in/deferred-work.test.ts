import { expect, test } from "vitest";
import { createDeferredWork } from "./deferred-work.ts";

const noLog = { error: () => undefined };

test("X-30 work runs in order, one at a time, and shutdown waits for it", async () => {
	const done: number[] = [];
	const deferredWork = createDeferredWork(noLog);
	const first = Promise.withResolvers<void>();
	deferredWork.begin(() => first.promise.then(() => void done.push(1)));
	deferredWork.begin(async () => void done.push(2));
	expect(done).toEqual([]);
	first.resolve();
	await deferredWork.settled();
	expect(done).toEqual([1, 2]);
});

test("work that fails is logged and does not block the rest", async () => {
	const problems: unknown[] = [];
	const deferredWork = createDeferredWork({ error: (...line: unknown[]) => void problems.push(line) });
	const done: string[] = [];
	deferredWork.begin(() => Promise.reject(new Error("no database")));
	deferredWork.begin(async () => void done.push("next"));
	await deferredWork.settled();
	expect(done).toEqual(["next"]);
	expect(problems).toHaveLength(1);
});

test("X-39 a flood is refused with a Retry-After, and each finished job frees a slot", async () => {
	const deferredWork = createDeferredWork(noLog);
	const hold = Promise.withResolvers<void>();
	for (let count = 1; count <= 200; count++) deferredWork.begin(() => hold.promise);
	expect(() => deferredWork.begin(() => hold.promise)).toThrow(
		expect.objectContaining({ code: "UNAVAILABLE", headers: { "Retry-After": "10" } }),
	);
	hold.resolve();
	await deferredWork.settled();
	expect(() => deferredWork.begin(async () => undefined)).not.toThrow();
});
