import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "./clock.ts";

const pollMs = 50;

export async function pollUntil(clock: Clock, end: number, isDone: () => Promise<boolean>): Promise<void> {
	while (!(await isDone()) && clock.now() < end) await delay(pollMs);
}

/** Returns `undefined` after the time limit, and ignores a later rejection. */
export async function withinTime<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
	const timeLimit = Promise.withResolvers<undefined>();
	const timer = setTimeout(timeLimit.resolve, milliseconds, undefined);
	try {
		return await Promise.race([promise, timeLimit.promise]);
	} finally {
		clearTimeout(timer);
	}
}
