import type { Clock } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import type { BusinessWork } from "../../jobs/business-work.ts";
import { insertMails } from "../../mail/outbox.store.ts";
import {
	findNextExpiryTurn,
	insertExpiryNotices,
	lockUnwatchedCards,
	takeExpiringCards,
	watchCards,
} from "./card-expiry.store.ts";
import { expiryTimes } from "./expiry-time.ts";
import { expiryReference } from "./reference.ts";

export interface CardExpiryOptions {
	database: Database;
	/** Business time: cards expire by it. */
	clock: Clock;
}

/** Subscriptions at a time. */
const batchSize = 500;

/**
 * Has customers told ten days before a card that bills a live subscription expires, once for each card and expiry. When that
 * is stands beside each subscription. It is worked out here and not where subscriptions are written: whatever gives one
 * another card, or brings one back to life, need not know of notices.
 */
export function cardExpiryWork({ database, clock }: CardExpiryOptions): BusinessWork {
	return {
		name: "card expiry notices",
		nextAt: () => findNextExpiryTurn(database),
		async run() {
			const now = clock.now();
			const turn = await findNextExpiryTurn(database);
			if (turn === undefined || turn > now) return {};
			await inBatches(database, (transaction) => watchNewCards(transaction, now));
			await inBatches(database, (transaction) => queueExpiring(transaction, now));
			// The mail is sent, and counted, by the outbox.
			return {};
		},
	};
}

/** Does a piece of the work in a transaction of its own, again and again for as long as there is a whole batch of it. */
async function inBatches(database: Database, doBatch: (transaction: Database) => Promise<number>): Promise<void> {
	let done = batchSize;
	while (done === batchSize) done = await database.transaction().execute(doBatch);
}

/** Looks at cards that subscriptions bill by now. Returns how many subscriptions that were. */
async function watchNewCards(transaction: Database, now: number): Promise<number> {
	const unwatched = await lockUnwatchedCards(transaction, batchSize);
	const watches = unwatched.map(({ subscriptionId, cardLookupId, timeZone, expiry }) => {
		const times = expiry && expiryTimes(expiry, timeZone);
		const isToCome = times !== null && times.expiresAt > now;
		return { subscriptionId, cardLookupId, noticeAt: isToCome ? times.noticeAt : null };
	});
	await watchCards(transaction, watches);
	return watches.length;
}

/** Has customers told whose turn it is. Returns how many subscriptions that were. */
async function queueExpiring(transaction: Database, now: number): Promise<number> {
	const { taken, cards } = await takeExpiringCards(transaction, { now, limit: batchSize });
	// After a long downtime, or for a subscription that rested: a card that has expired is told of by its payments.
	const expiring = cards.filter((card) => expiryTimes(card, card.timeZone).expiresAt > now);
	const untold = await insertExpiryNotices(transaction, expiring, now);
	await insertMails(
		transaction,
		untold.map((card) => ({ kind: "card_expiring", reference: expiryReference(card) })),
	);
	return taken;
}
