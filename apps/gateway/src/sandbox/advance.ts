import type { Clock } from "../clock.ts";
import { type BusinessWork, sumOf, type WorkDone } from "../jobs/business-work.ts";

/** A way from the present to a later time, event by event. */
export interface Walk {
	works: BusinessWork[];
	/** The time that is moved. */
	clock: Clock;
	/** Moves it. */
	moveTo(time: number): Promise<void>;
	/** Ms since 1970. */
	target: number;
	/** Whether it is time to give up: asked before each step. */
	isOver(): boolean;
	/** Resolves when it makes sense to look again at work that is due and did nothing. */
	pause(): Promise<void>;
}

/** How a walk ended: at its target, or on the way because `isOver`. */
export interface Walked extends WorkDone {
	arrived: boolean;
}

/**
 * Walks: the earliest thing that is to happen becomes the time, what is due is done until nothing is, and so on. The
 * clock is at the target only when everything up to then has happened.
 *
 * @throws what some work throws; the clock stays where it came to, and another walk goes on from there
 */
export async function walk({ works, clock, moveTo, target, isOver, pause }: Walk): Promise<Walked> {
	let done = sumOf([]);
	let before: number[] = [];
	for (;;) {
		const events = await comingEvents(works, Math.max(clock.now(), target));
		const [first] = events;
		if (first === undefined) break;
		if (isOver()) return { ...done, arrived: false };
		const times = events.map(({ at }) => at);
		if (first.at > clock.now()) await moveTo(first.at);
		const did = await runDue(events, clock.now());
		done = sumOf([done, did]);
		// Somebody else has it in hand: an attempt whose outcome is not known yet, or what a dead process had claimed.
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

/** What each work has to do next, up to `end`, the earliest first. */
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
