import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { BusinessWork } from "@cardseal/platform/jobs";
import { queueMail } from "@cardseal/platform/mail";
import {
	findNextExpiryTime,
	insertExpiryMails,
	lockUnwatchedCards,
	takeExpiringCards,
	unwatchCards,
	watchCards,
} from "./card-expiry.store.ts";
import { expiryTimes } from "./expiry-time.ts";
import { expiryReference } from "./reference.ts";

export interface CardExpiryOptions {
	database: Database;
	clock: Clock;
}

const batchSize = 500;

/** Notifies customers ten days before a card expires, once per card and expiry. */
export function cardExpiryWork({ database, clock }: CardExpiryOptions): BusinessWork {
	return {
		name: "card expiry notices",
		nextAt: () => findNextExpiryTime(database),
		async run() {
			const now = clock.now();
			const next = await findNextExpiryTime(database);
			if (next === undefined || next > now) return {};
			await inBatches(database, (transaction) => scheduleMails(transaction, now));
			await inBatches(database, (transaction) => queueDueMails(transaction, now));
			// The outbox sends and counts the mail.
			return {};
		},
	};
}

async function inBatches(database: Database, doBatch: (transaction: Database) => Promise<number>): Promise<void> {
	let done = batchSize;
	while (done === batchSize) done = await database.transaction().execute(doBatch);
}

async function scheduleMails(transaction: Database, now: number): Promise<number> {
	const unwatched = await lockUnwatchedCards(transaction, batchSize);
	const watches = unwatched.map(({ subscriptionId, cardLookupId, timeZone, expiry }) => {
		const times = expiry && expiryTimes(expiry, timeZone);
		const isValid = times !== null && times.expiresAt > now;
		return { subscriptionId, cardLookupId, mailAt: isValid ? times.mailAt : null };
	});
	await watchCards(transaction, watches);
	return watches.length;
}

async function queueDueMails(transaction: Database, now: number): Promise<number> {
	const { taken, cards } = await takeExpiringCards(transaction, { now, limit: batchSize });
	const timed = cards.map((card) => ({ card, ...expiryTimes(card, card.timeZone) }));
	const early = timed.filter(({ mailAt }) => mailAt > now).map(({ card }) => card.cardLookupId);
	await unwatchCards(transaction, early);
	// An expired card gets no mail: its failed payment is notified.
	const expiring = timed.filter(({ mailAt, expiresAt }) => mailAt <= now && expiresAt > now).map(({ card }) => card);
	const queued = await insertExpiryMails(transaction, expiring, now);
	await queueMail(
		transaction,
		queued.map((card) => ({ kind: "card_expiring", reference: expiryReference(card) })),
	);
	return taken;
}
