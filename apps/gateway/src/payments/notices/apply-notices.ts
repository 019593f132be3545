import type { Database } from "../../db/database.ts";
import { pauseAfter } from "../../jobs/pause.ts";
import { redactedMessage } from "../../log/redact.ts";
import { applyDispute } from "../disputes/apply-dispute.ts";
import { applySettlement } from "../settlements/apply-settlement.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { type FeedKey, loggedFeed } from "./feed.ts";
import { claimWaiting, endNotice, retryNotice, type WaitingNotice } from "./notices.store.ts";
import type { Applied, Noticing } from "./noticing.ts";

/** Notices claimed at a time. */
const batchSize = 100;

/** Longer than a batch takes. */
const claimMs = 60_000;

/** The pause after a first attempt that failed. */
const firstPauseMs = 5_000;

/** Applies notices that wait, those of one account or of all. A failure must not stop the others: it is tried again later. */
export async function applyWaiting(noticing: Noticing, feed?: FeedKey): Promise<void> {
	for (;;) {
		const now = noticing.clocks.real.now();
		const claim = { now, claimedUntil: now + claimMs, limit: batchSize };
		const claimed = await claimWaiting(noticing.database, claim, feed);
		for (const notice of claimed) await applyOne(noticing, notice);
		if (claimed.length < batchSize) return;
	}
}

async function applyOne(noticing: Noticing, notice: WaitingNotice): Promise<void> {
	const { database, clocks, log } = noticing;
	const { noticeId, attempts } = notice;
	const about = { ...loggedFeed(notice), notice: noticeId };
	try {
		// An outcome is recorded as in recovery, before the transaction below; recording it again changes nothing.
		const outcome = notice.body.kind === "outcome" ? await applyOutcome(noticing, notice, notice.body) : undefined;
		const applied = await database.transaction().execute(async (transaction) => {
			const end = outcome ?? (await applyRows(noticing, transaction, notice));
			await endNotice(transaction, notice, { ...end, now: clocks.real.now() });
			return end;
		});
		if (applied.state !== "applied") {
			log.error({ ...about, problem: applied.problem }, "ALARM: a processor's notice needs a person");
		}
	} catch (error) {
		const problem = redactedMessage(error);
		if (problem !== notice.problem) log.error({ ...about, err: error }, "could not apply a processor's notice");
		const nextAttemptAt = clocks.real.now() + pauseAfter(attempts, { firstMs: firstPauseMs });
		await retryNotice(database, notice, { nextAttemptAt, problem }).catch(
			// The claim expires.
			() => undefined,
		);
	}
}

function applyRows(noticing: Noticing, transaction: Database, { body, ...feed }: WaitingNotice): Promise<Applied> {
	if (body.kind === "settlement") return applySettlement(transaction, feed, body, noticing.clocks.business.now());
	if (body.kind === "dispute") return applyDispute(transaction, feed, body, noticing.clocks.business.now());
	throw new Error("This kind of notice has no rows.");
}
