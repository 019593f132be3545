import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "./clock.ts";

const lookMs = 50;

/** Looks at what somebody else has in hand, again and again, until that is over or `end`, ms since 1970, has come. */
export async function lookUntil(clock: Clock, end: number, isOver: () => Promise<boolean>): Promise<void> {
	while (!(await isOver()) && clock.now() < end) await delay(lookMs);
}

/** The value of a promise, or `undefined` when it has none in time. What the promise does later is nobody's business. */
export async function withinTime<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
	const timeLimit = Promise.withResolvers<undefined>();
	const timer = setTimeout(timeLimit.resolve, milliseconds, undefined);
	try {
		return await Promise.race([promise, timeLimit.promise]);
	} finally {
		clearTimeout(timer);
	}
}
