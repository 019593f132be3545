import { type Database, rowsAs } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { CardExpiry } from "./expiry-time.ts";
import type { NotifiedExpiry } from "./reference.ts";

/** Written without parameters: PostgreSQL must recognise the condition of its partial indexes. */
const isCurrent = sql`subscriptions.status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED')`;
const isUnwatched = sql`subscriptions.watched_card_lookup_id is distinct from subscriptions.card_lookup_id`;

interface UnwatchedCard {
	subscriptionId: number;
	cardLookupId: string;
	timeZone: string;
	/** `null` when the card was deleted. */
	expiry: CardExpiry | null;
}

/** Returns business time in ms since 1970; 0 when a card has no schedule. */
export async function findNextExpiryTime(database: Database): Promise<number | undefined> {
	const { rows } = await sql<{ next: number | null }>`
		select case
			when exists (select from subscriptions where ${isCurrent} and ${isUnwatched}) then 0::bigint
			else (select min(expiry_notice_at) from subscriptions where ${isCurrent} and expiry_notice_at is not null)
		end as next`.execute(database);
	return rows[0]?.next ?? undefined;
}

/** Skips locked subscriptions. */
export async function lockUnwatchedCards(transaction: Database, limit: number): Promise<UnwatchedCard[]> {
	const { rows } = await sql<UnwatchedCard>`
		select subscriptions.id as "subscriptionId", subscriptions.card_lookup_id as "cardLookupId",
			merchants.time_zone as "timeZone",
			case when cards.id is not null
				then json_build_object('expiry_month', cards.expiry_month, 'expiry_year', cards.expiry_year)
			end as expiry
		from subscriptions
		join merchants on merchants.id = subscriptions.merchant_id
		left join cards on cards.lookup_id = subscriptions.card_lookup_id
		where ${isCurrent} and ${isUnwatched}
		order by subscriptions.id
		limit ${limit}
		for update of subscriptions skip locked`.execute(transaction);
	return rows;
}

/** `mailAt` is `null` for a missing or expired card. */
export async function watchCards(
	transaction: Database,
	watches: { subscriptionId: number; cardLookupId: string; mailAt: number | null }[],
): Promise<void> {
	if (watches.length === 0) return;
	const given = watches.map(({ subscriptionId, cardLookupId, mailAt }) => ({
		subscription_id: subscriptionId,
		card_lookup_id: cardLookupId,
		mail_at: mailAt,
	}));
	await sql`
		update subscriptions
		set watched_card_lookup_id = watch.card_lookup_id, expiry_notice_at = watch.mail_at
		from ${rowsAs("watch", { subscription_id: "bigint", card_lookup_id: "text", mail_at: "bigint" }, given)}
		where subscriptions.id = watch.subscription_id`.execute(transaction);
}

export interface ExpiringCard extends CardExpiry {
	cardLookupId: string;
	timeZone: string;
}

/**
 * Unschedules mails due by `now`, business time in ms since 1970; skips locked ones.
 *
 * @returns their number, and the remaining cards
 */
export async function takeExpiringCards(
	transaction: Database,
	{ now, limit }: { now: number; limit: number },
): Promise<{ taken: number; cards: ExpiringCard[] }> {
	const { rows } = await sql<{ taken: number; cards: ExpiringCard[] | null }>`
		with due as (
			select id from subscriptions
			where ${isCurrent} and expiry_notice_at <= ${now}::bigint
			order by expiry_notice_at
			limit ${limit}
			for update skip locked
		), taken as (
			update subscriptions set expiry_notice_at = null from due where subscriptions.id = due.id
			returning subscriptions.card_lookup_id, subscriptions.merchant_id
		)
		select count(*) as taken, jsonb_agg(distinct jsonb_build_object('cardLookupId', cards.lookup_id,
			'timeZone', merchants.time_zone, 'expiry_month', cards.expiry_month, 'expiry_year', cards.expiry_year))
			filter (where cards.id is not null) as cards
		from taken
		join merchants on merchants.id = taken.merchant_id
		left join cards on cards.lookup_id = taken.card_lookup_id`.execute(transaction);
	return { taken: rows[0]?.taken ?? 0, cards: rows[0]?.cards ?? [] };
}

export async function unwatchCards(transaction: Database, cardLookupIds: string[]): Promise<void> {
	if (cardLookupIds.length === 0) return;
	await transaction
		.updateTable("subscriptions")
		.set({ watched_card_lookup_id: null })
		.where("card_lookup_id", "in", cardLookupIds)
		.execute();
}

/**
 * Inserts in order, to avoid deadlocks. `now` is business time, ms since 1970.
 *
 * @returns the cards that had no mail
 */
export async function insertExpiryMails(
	transaction: Database,
	cards: NotifiedExpiry[],
	now: number,
): Promise<NotifiedExpiry[]> {
	if (cards.length === 0) return [];
	const given = cards.map(({ cardLookupId, ...expiry }) => ({ card_lookup_id: cardLookupId, ...expiry }));
	const { rows } = await sql<NotifiedExpiry>`
		insert into expiry_notices (card_lookup_id, expiry_month, expiry_year, queued_at)
		select card_lookup_id, expiry_month, expiry_year, ${now}::bigint
		from ${rowsAs("card", { card_lookup_id: "text", expiry_month: "text", expiry_year: "text" }, given)}
		order by card_lookup_id
		on conflict do nothing
		returning card_lookup_id as "cardLookupId", expiry_month, expiry_year`.execute(transaction);
	return rows;
}
