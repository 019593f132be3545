import type { Job } from "@cardseal/platform/jobs";
import type { ProcessorEventFeeds } from "../processor-events/feed.ts";
import type { OutcomeContext } from "../submission/late-outcome.ts";
import { applyWaiting } from "./apply-processor-events.ts";
import { readFeed } from "./read-feed.ts";

const pauseMs = 60_000;

export function processorEventsJob(context: OutcomeContext, feeds: ProcessorEventFeeds): Job {
	return {
		name: "notices",
		everyMs: 1_000,
		async run(limit) {
			const due = await feeds.listDue(context.clocks.real.now());
			await Promise.all(due.map((feed) => readFeed(context, feed, pauseMs, limit)));
			await applyWaiting(context);
		},
	};
}
