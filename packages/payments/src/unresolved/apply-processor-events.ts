import type { Database } from "@cardseal/platform/db";
import { pauseAfter } from "@cardseal/platform/jobs";
import { redactedMessage } from "@cardseal/platform/log";
import { applyDispute } from "../disputes/apply-dispute.ts";
import { type FeedKey, loggedFeed } from "../processor-events/feed.ts";
import {
	type Applied,
	changeProcessorEvent,
	claimWaiting,
	type WaitingProcessorEvent,
} from "../processor-events/processor-events.store.ts";
import { applyRefund } from "../refund/apply-refund.ts";
import { applySettlement } from "../settlements/apply-settlement.ts";
import type { OutcomeContext } from "../submission/late-outcome.ts";
import { applyOutcome } from "./apply-outcome.ts";

const batchSize = 100;

/** Longer than a batch takes. */
const claimMs = 60_000;

const firstPauseMs = 5_000;

/** Applies processor events of one account or all. A failure is retried and does not stop the others. */
export async function applyWaiting(context: OutcomeContext, feed?: FeedKey): Promise<void> {
	for (;;) {
		const now = context.clocks.real.now();
		const claim = { now, claimedUntil: now + claimMs, limit: batchSize };
		const claimed = await claimWaiting(context.database, claim, feed);
		for (const event of claimed) await applyOne(context, event);
		if (claimed.length < batchSize) return;
	}
}

async function applyOne(context: OutcomeContext, event: WaitingProcessorEvent): Promise<void> {
	const { database, clocks, log } = context;
	const { eventId, attempts } = event;
	const about = { ...loggedFeed(event), processor_event: eventId };
	try {
		// Recording an outcome again changes nothing.
		const outcome = event.body.kind === "outcome" ? await applyOutcome(context, event, event.body) : undefined;
		const applied = await database.transaction().execute(async (transaction) => {
			const end = outcome ?? (await applyRows(context, transaction, event));
			await changeProcessorEvent(transaction, event, { ...end, at: clocks.real.now() });
			return end;
		});
		if (applied.state !== "applied") {
			log.error({ ...about, problem: applied.problem }, "ALARM: a processor event needs the operator");
		}
	} catch (error) {
		const problem = redactedMessage(error);
		if (problem !== event.problem) log.error({ ...about, err: error }, "could not apply a processor event");
		const at = clocks.real.now() + pauseAfter(attempts, { firstMs: firstPauseMs });
		await changeProcessorEvent(database, event, { state: "waiting", problem, at }).catch(
			// The claim expires.
			() => undefined,
		);
	}
}

/** Writes what an event reports, unless it is an outcome, which `applyOutcome` records. */
function applyRows(
	context: OutcomeContext,
	transaction: Database,
	{ body, ...feed }: WaitingProcessorEvent,
): Promise<Applied> {
	if (body.kind === "settlement") return applySettlement(transaction, feed, body, context.clocks.business.now());
	if (body.kind === "dispute") return applyDispute(transaction, feed, body, context.clocks.business.now());
	if (body.kind === "refund") return applyRefund(transaction, context.clocks, feed, body);
	throw new Error("This kind of processor event has no rows.");
}
