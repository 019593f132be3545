/*
 * Processor events are stored in the transaction that moves the cursor, and applied from there. An invalid, unmatched or
 * conflicting processor event changes nothing, and stays until an operator closes it.
 */

import { withinTime } from "@cardseal/platform";
import { redactedMessage } from "@cardseal/platform/log";
import { type FeedKey, loggedFeed, type ProcessorEventFeed } from "../processor-events/feed.ts";
import {
	changeFeed,
	claimFeed,
	type InvalidProcessorEvent,
	keepInvalid,
	keepProcessorEvents,
} from "../processor-events/processor-events.store.ts";
import type { OutcomeContext } from "../submission/late-outcome.ts";
import { applyWaiting } from "./apply-processor-events.ts";
import { readPage, readProcessorEvents } from "./processor-event-schema.ts";

const pageMs = 20_000;

/** Each page renews the lease. */
const claimMs = 60_000;

const maximumPages = 100;

/**
 * Stores each page with its cursor: no processor event is lost or applied twice.
 *
 * @param limit stops the reading, so that a slow processor does not delay the others
 */
export async function readFeed(
	context: OutcomeContext,
	feed: ProcessorEventFeed,
	pauseMs: number,
	limit?: AbortSignal,
): Promise<void> {
	const { database, clocks, log } = context;
	const now = clocks.real.now();
	const claimed = await claimFeed(database, feed, { now, claimedUntil: now + claimMs });
	if (claimed === undefined) return;
	let problem: string | null = null;
	try {
		await readPages(context, feed, { cursor: claimed.cursor ?? undefined, limit });
	} catch (error) {
		problem = redactedMessage(error);
		if (problem !== claimed.problem) {
			log.error({ ...loggedFeed(feed), err: error }, "could not read a processor's events");
		}
	}
	await changeFeed(database, feed, { next_read_at: clocks.real.now() + pauseMs, problem });
}

async function readPages(
	context: OutcomeContext,
	feed: ProcessorEventFeed,
	{ cursor: begin, limit }: { cursor: string | undefined; limit: AbortSignal | undefined },
): Promise<void> {
	const { database, clocks } = context;
	let cursor = begin;
	for (let pages = 0; pages < maximumPages; pages++) {
		const given = await withinTime(pageMs, feed.source.events?.(cursor) ?? Promise.resolve(undefined));
		if (given === undefined) throw new Error("The processor did not give its events in time.");
		const page = readPage(given);
		const now = clocks.real.now();
		const invalid = await database.transaction().execute(async (transaction) => {
			await changeFeed(transaction, feed, { cursor: page.cursor, next_read_at: now + claimMs });
			return keep(context, transaction, feed, page.events);
		});
		raiseAlarms(context, feed, invalid);
		await applyWaiting(context, feed);
		if ((page.events.length === 0 && !page.hasMore) || limit?.aborted) return;
		cursor = page.cursor;
	}
}

export async function receiveProcessorEvents(
	context: OutcomeContext,
	feed: FeedKey,
	given: readonly unknown[],
): Promise<void> {
	const { database } = context;
	const invalid = await database.transaction().execute((transaction) => keep(context, transaction, feed, given));
	raiseAlarms(context, feed, invalid);
	await applyWaiting(context, feed);
}

/** Returns the new invalid processor events. */
async function keep(
	{ clocks }: Pick<OutcomeContext, "clocks">,
	transaction: OutcomeContext["database"],
	feed: FeedKey,
	given: readonly unknown[],
): Promise<InvalidProcessorEvent[]> {
	const { events, invalid } = readProcessorEvents(given);
	const [now, receivedAt] = [clocks.real.now(), clocks.business.now()];
	await keepProcessorEvents(transaction, feed, events, { nextAttemptAt: now, receivedAt });
	return keepInvalid(transaction, feed, invalid, { keptAt: now, receivedAt });
}

function raiseAlarms({ log }: Pick<OutcomeContext, "log">, feed: FeedKey, invalid: InvalidProcessorEvent[]): void {
	for (const { id, problem } of invalid) {
		const about = { ...loggedFeed(feed), processor_event: id, problem };
		log.error(about, "ALARM: a processor event is invalid, and needs the operator");
	}
}
