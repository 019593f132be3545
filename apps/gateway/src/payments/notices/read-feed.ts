import type { Notice } from "@cardseal/vault";
import { redactedMessage } from "../../log/redact.ts";
import { withinTime } from "../../time-limit.ts";
import { toldText, withToldTexts } from "../submission/outcome.ts";
import { applyWaiting } from "./apply-notices.ts";
import type { FeedKey, NoticeFeed } from "./feed.ts";
import { claimFeed, keepNotices, moveCursor, releaseFeed } from "./notices.store.ts";
import type { Noticing } from "./noticing.ts";

/** The time limit of one page. */
const pageMs = 20_000;

/** The lease of a feed. Each page renews it. */
const claimMs = 60_000;

/** Pages that are read at once; the rest follows at the next reading. */
const maximumPages = 100;

/**
 * Reads what a processor has to tell, and applies it. A page and its cursor are kept in one transaction, so a notice is neither
 * lost nor applied twice, wherever the process dies.
 *
 * @param pauseMs the time to the next reading
 * @param limit reads no further page after it is aborted, so that a slow processor does not hold up the others
 */
export async function readFeed(
	noticing: Noticing,
	feed: NoticeFeed,
	pauseMs: number,
	limit?: AbortSignal,
): Promise<void> {
	const { database, clocks, log } = noticing;
	const now = clocks.real.now();
	const claimed = await claimFeed(database, feed, { now, claimedUntil: now + claimMs });
	if (claimed === undefined) return;
	let problem: string | null = null;
	try {
		await readPages(noticing, feed, { cursor: claimed.cursor ?? undefined, limit });
	} catch (error) {
		problem = redactedMessage(error);
		const { merchantId, processor, account } = feed;
		if (problem !== claimed.problem) {
			log.error({ merchantId, processor, account, err: error }, "could not read a processor's notices");
		}
	}
	await releaseFeed(database, feed, { nextReadAt: clocks.real.now() + pauseMs, problem });
}

async function readPages(
	noticing: Noticing,
	feed: NoticeFeed,
	{ cursor: begin, limit }: { cursor: string | undefined; limit: AbortSignal | undefined },
): Promise<void> {
	const { database, clocks } = noticing;
	let cursor = begin;
	for (let pages = 0; pages < maximumPages; pages++) {
		const page = await withinTime(pageMs, feed.source.notices?.(cursor) ?? Promise.resolve(undefined));
		if (page === undefined) throw new Error("The processor did not give its notices in time.");
		const now = clocks.real.now();
		await database.transaction().execute(async (transaction) => {
			await keep(noticing, transaction, feed, page.notices);
			await moveCursor(transaction, feed, { cursor: page.cursor, claimedUntil: now + claimMs });
		});
		await applyWaiting(noticing, feed);
		if (page.notices.length === 0 || limit?.aborted) return;
		cursor = page.cursor;
	}
}

/** Keeps the notices of a webhook request and applies them. */
export async function receiveNotices(noticing: Noticing, feed: FeedKey, notices: readonly Notice[]): Promise<void> {
	await noticing.database.transaction().execute((transaction) => keep(noticing, transaction, feed, notices));
	await applyWaiting(noticing, feed);
}

function keep(
	{ clocks }: Pick<Noticing, "clocks">,
	transaction: Noticing["database"],
	feed: FeedKey,
	notices: readonly Notice[],
): Promise<void> {
	const times = { nextAttemptAt: clocks.real.now(), receivedAt: clocks.business.now() };
	return keepNotices(transaction, feed, notices.map(withoutCard), times);
}

/** A processor may repeat the card number in its texts, which is not stored. */
function withoutCard(notice: Notice): Notice {
	if (notice.kind === "dispute") return { ...notice, reasonCode: toldText(notice.reasonCode) };
	if (notice.kind !== "outcome" || notice.outcome.result === "not_received") return notice;
	return { ...notice, outcome: withToldTexts(notice.outcome) };
}
