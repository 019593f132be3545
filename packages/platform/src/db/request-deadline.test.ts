import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeadlinePassed, outsideDeadline, remainingMs, withinDeadline } from "./request-deadline.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("work that hangs is given up at the deadline, and its later statements have no time left", async () => {
	let left = 0;
	const work = async () => {
		await wait(1_500);
		left = remainingMs();
	};
	const given = expect(withinDeadline(1_000, work)).rejects.toThrow(DeadlinePassed);
	await vi.advanceTimersByTimeAsync(1_000);
	await given;
	await vi.advanceTimersByTimeAsync(500);
	expect(left).toBe(-500);
});

test("work in time returns its result, and leaves no timer and no limit on what continues", async () => {
	let left = 0;
	const result = withinDeadline(1_000, async () => {
		expect(remainingMs()).toBe(1_000);
		await wait(400);
		expect(remainingMs()).toBe(600);
		void wait(5_000).then(() => {
			left = remainingMs();
		});
		return "done";
	});
	await vi.advanceTimersByTimeAsync(400);
	expect(await result).toBe("done");
	expect(vi.getTimerCount()).toBe(1);
	await vi.advanceTimersByTimeAsync(5_000);
	expect(left).toBe(Number.POSITIVE_INFINITY);
});

test("the time outside does not count", async () => {
	const result = withinDeadline(1_000, async () => {
		await wait(400);
		await Promise.all([outsideDeadline(() => wait(9_000)), outsideDeadline(() => wait(8_000))]);
		expect(remainingMs()).toBe(600);
		await wait(500);
		return "done";
	});
	await vi.advanceTimersByTimeAsync(9_900);
	expect(await result).toBe("done");
	expect(vi.getTimerCount()).toBe(0);
});

test("work that fails does so at once", async () => {
	await expect(withinDeadline(1_000, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	expect(vi.getTimerCount()).toBe(0);
	expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
});
