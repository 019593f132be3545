import { type Clock, pause } from "./clock.ts";
import type { Schemas } from "./generated/api.ts";
import type { WebhookEvent } from "./webhook.ts";

export interface EventsOptions {
	/** Default: the oldest stored event. */
	after?: number | undefined;
	/** Missing events are then not noticed; default: all types. */
	types?: readonly WebhookEvent["type"][] | undefined;
	/** Without it, the iteration ends after the newest event. */
	pollMs?: number | undefined;
	signal?: AbortSignal | undefined;
}

interface Query {
	after?: number;
	limit: number;
	type?: string;
}

type Page = Schemas["EventList"];

type ReadPage = (query: Query, signal: AbortSignal) => Promise<Page>;

const pageSize = 100;

/** Events are older than 30 days, or the database was replaced or restored. */
export class EventsMissed extends Error {
	override readonly name = "EventsMissed";
	readonly after: number;
	/** To continue with it, begin behind `next - 1`. */
	readonly next: number;

	constructor(after: number, next: number) {
		super(
			next > after
				? `The events from ${after + 1} to ${next - 1} do not exist any more.`
				: `There is no event ${after}: the newest one is ${next - 1}.`,
		);
		this.after = after;
		this.next = next;
	}
}

/**
 * @throws CallError when no answer comes
 * @throws EventsMissed when events behind a position other than 0 no longer exist, or the position is beyond the newest
 * event
 */
export async function* readEvents(
	readPage: ReadPage,
	clock: Clock,
	{ after = 0, types, pollMs, signal = new AbortController().signal }: EventsOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
	if (types?.length === 0) return;
	const readUnlessEnded = (query: Query) =>
		readPage(query, signal).catch((error: unknown): undefined => {
			if (!signal.aborted) throw error;
		});
	let position = after;
	let isKnown = after === 0;
	while (!signal.aborted) {
		const page = await readUnlessEnded({ after: position, limit: pageSize, ...(types && { type: types.join(",") }) });
		if (page === undefined) return;
		const { events, paging } = page;
		for (const event of events) {
			if (types === undefined) requireNext(position, event.sequence);
			position = event.sequence;
			isKnown = true;
			yield event;
		}
		if (paging.cursors.after !== "") {
			// A page may end behind its last event.
			position = Math.max(position, Number(paging.cursors.after));
			continue;
		}
		isKnown = isKnown || requireKnown(position, await readUnlessEnded({ limit: 1 }));
		if (pollMs === undefined) return;
		await pause(clock, pollMs, signal);
	}
}

/** @throws EventsMissed */
function requireNext(position: number, sequence: number): void {
	if (position > 0 && sequence > position + 1) throw new EventsMissed(position, sequence);
}

/**
 * False without an event to compare with.
 *
 * @throws EventsMissed when the position is beyond the newest event
 */
function requireKnown(position: number, page: Page | undefined): boolean {
	const [newest] = page?.events ?? [];
	if (newest !== undefined && newest.sequence < position) throw new EventsMissed(position, newest.sequence + 1);
	return newest !== undefined;
}
