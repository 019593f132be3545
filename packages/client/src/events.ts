import { type Clock, pause } from "./clock.ts";
import type { Schemas } from "./generated/api.ts";
import type { WebhookEvent } from "./webhook.ts";

export interface EventsOptions {
	/** Begins behind this sequence; by default with the oldest event that is kept. */
	after?: number | undefined;
	/** Only events of these types, of which missing ones are not noticed; all by default. */
	types?: readonly WebhookEvent["type"][] | undefined;
	/** ms to wait for new events after the newest one. Without it, the iteration ends there. */
	pollMs?: number | undefined;
	/** Ends the iteration. */
	signal?: AbortSignal | undefined;
}

/** Reads a page of the list of events. */
type ReadPage = (
	query: { after: number; limit: number; type?: string },
	signal: AbortSignal,
) => Promise<Schemas["EventList"]>;

const pageSize = 100;

/** Events that do not exist any more: they are older than 30 days, or the gateway's database was restored from a backup. */
export class EventsMissed extends Error {
	override readonly name = "EventsMissed";
	/** The last position that was read. */
	readonly after: number;
	/** The sequence of the next event. To continue with it, begin behind `next - 1`. */
	readonly next: number;

	constructor(after: number, next: number) {
		super(`The events from ${after + 1} to ${next - 1} do not exist any more.`);
		this.after = after;
		this.next = next;
	}
}

/**
 * Reads events in their order, a page at a time.
 *
 * @throws CallError when no answer comes
 * @throws EventsMissed when events behind a position other than 0 do not exist any more
 */
export async function* readEvents(
	readPage: ReadPage,
	clock: Clock,
	{ after = 0, types, pollMs, signal = new AbortController().signal }: EventsOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
	if (types?.length === 0) return;
	let position = after;
	while (!signal.aborted) {
		const query = { after: position, limit: pageSize, ...(types && { type: types.join(",") }) };
		const page = await readPage(query, signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		if (page === undefined) return;
		const { events, paging } = page;
		for (const event of events) {
			if (types === undefined && position > 0 && event.sequence > position + 1) {
				throw new EventsMissed(position, event.sequence);
			}
			position = event.sequence;
			yield event;
		}
		if (paging.cursors.after !== "") {
			// A page may end behind its last event.
			position = Math.max(position, Number(paging.cursors.after));
			continue;
		}
		if (pollMs === undefined) return;
		await pause(clock, pollMs, signal);
	}
}
