import { type Clock, pause } from "./clock.ts";
import type { Schemas } from "./generated/api.ts";
import type { WebhookEvent } from "./webhook.ts";

export interface EventsOptions {
	/** Begins behind this sequence; by default with the oldest event that is kept. */
	after?: number | undefined;
	/** Only events of these types; all by default. */
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

/** Reads events in their order, a page at a time. Throws `CallError` when no answer comes. */
export async function* readEvents(
	readPage: ReadPage,
	clock: Clock,
	{ after = 0, types, pollMs, signal = new AbortController().signal }: EventsOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
	let position = after;
	while (!signal.aborted) {
		const query = { after: position, limit: pageSize, ...(types && { type: types.join(",") }) };
		const page = await readPage(query, signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		if (page === undefined) return;
		const { events, paging } = page;
		for (const event of events) {
			position = event.sequence;
			yield event;
		}
		if (paging.cursors.after !== "") continue;
		if (pollMs === undefined) return;
		await pause(clock, pollMs, signal);
	}
}
