import type { Clock } from "@cardseal/platform";
import { type BusinessWork, sumOf, type WorkDone } from "@cardseal/platform/jobs";

export interface Advance {
	works: BusinessWork[];
	clock: Clock;
	moveTo(time: number): Promise<void>;
	target: number;
	isExpired(): boolean;
	pause(): Promise<void>;
}

export interface Advanced extends WorkDone {
	arrived: boolean;
}

/**
 * Runs what is due at each event up to the target.
 *
 * @throws any error of the work; another advance continues from there
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
		// An attempt is in flight, or claimed by a process that died.
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
