import type { Clock } from "../clock.ts";
import { type BusinessWork, sumOf, type WorkDone } from "../jobs/business-work.ts";

/** An advance of the clock from the present to a later time, event by event. */
export interface Advance {
	works: BusinessWork[];
	/** The clock that advances. */
	clock: Clock;
	/** Sets the clock. */
	moveTo(time: number): Promise<void>;
	/** ms since 1970 */
	target: number;
	/** Tells whether to give up. Called before each step. */
	isExpired(): boolean;
	/** Resolves when due work that did nothing should be tried again. */
	pause(): Promise<void>;
}

/** The result of an advance. `arrived` is false when it gave up before its target. */
export interface Advanced extends WorkDone {
	arrived: boolean;
}

/**
 * Advances the clock to the earliest event, runs what is due until nothing is, and repeats. The clock reaches the target
 * only when every event up to it has happened.
 *
 * @throws any error of the work; the clock then stays at that event, and another advance continues from there
 */
export async function advanceClock({ works, clock, moveTo, target, isExpired, pause }: Advance): Promise<Advanced> {
	let done = sumOf([]);
	let before: number[] = [];
	for (;;) {
		const events = await comingEvents(works, Math.max(clock.now(), target));
		const [first] = events;
		if (first === undefined) break;
		if (isExpired()) return { ...done, arrived: false };
		const times = events.map(({ at }) => at);
		if (first.at > clock.now()) await moveTo(first.at);
		const did = await runDue(events, clock.now());
		done = sumOf([done, did]);
		// Another worker holds it: an attempt in flight, or the claim of a process that died.
		if (isNothing(did) && isSame(times, before)) await pause();
		before = times;
	}
	if (clock.now() < target) await moveTo(target);
	return { ...done, arrived: true };
}

interface ComingEvent {
	work: BusinessWork;
	at: number;
}

/** Returns the next event of each work up to `end`, the earliest first. */
async function comingEvents(works: BusinessWork[], end: number): Promise<ComingEvent[]> {
	const times = await Promise.all(works.map(async (work) => ({ work, at: await work.nextAt() })));
	return times
		.filter((event): event is ComingEvent => event.at !== undefined && event.at <= end)
		.sort((one, other) => one.at - other.at);
}

async function runDue(events: ComingEvent[], now: number): Promise<WorkDone> {
	const parts: Partial<WorkDone>[] = [];
	for (const { work, at } of events) if (at <= now) parts.push(await work.run());
	return sumOf(parts);
}

const isNothing = ({ charged, failed, mails }: WorkDone) => charged + failed + mails === 0;

const isSame = (some: number[], others: number[]) =>
	some.length === others.length && some.every((time, index) => time === others[index]);
