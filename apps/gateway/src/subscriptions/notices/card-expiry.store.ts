import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { CardExpiry } from "./expiry-time.ts";
import type { NoticedExpiry } from "./reference.ts";

/** Written out, as the indexes' own condition is: one with parameters would not be known for the same. */
const isLive = sql`subscriptions.status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED')`;
const isUnwatched = sql`subscriptions.watched_card_lookup_id is distinct from subscriptions.card_lookup_id`;

/** A subscription whose card's expiry has to be looked at. */
interface UnwatchedCard {
	subscriptionId: number;
	cardLookupId: string;
	/** The merchant's zone, IANA name. */
	timeZone: string;
	/** `null` where the card is gone. */
	expiry: CardExpiry | null;
}

/**
 * When there is something to do next, business time in ms since 1970: 0, which is at once, where a subscription bills a card
 * that nobody has looked at.
 */
export async function findNextExpiryTurn(database: Database): Promise<number | undefined> {
	const { rows } = await sql<{ turn: number | null }>`
		select case
			when exists (select from subscriptions where ${isLive} and ${isUnwatched}) then 0::bigint
			else (select min(expiry_notice_at) from subscriptions where ${isLive} and expiry_notice_at is not null)
		end as turn`.execute(database);
	return rows[0]?.turn ?? undefined;
}

/** Locks subscriptions whose card is not watched yet, as many as are free. */
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
		where ${isLive} and ${isUnwatched}
		order by subscriptions.id
		limit ${limit}
		for update of subscriptions skip locked`.execute(transaction);
	return rows;
}

/** Writes down when the customers of these subscriptions are to be told; `null` where there is no card to tell of. */
export async function watchCards(
	transaction: Database,
	watches: { subscriptionId: number; cardLookupId: string; noticeAt: number | null }[],
): Promise<void> {
	if (watches.length === 0) return;
	await sql`
		update subscriptions
		set watched_card_lookup_id = watch.card_lookup_id, expiry_notice_at = watch.notice_at
		from unnest(
			${watches.map(({ subscriptionId }) => subscriptionId)}::bigint[],
			${watches.map(({ cardLookupId }) => cardLookupId)}::text[],
			${watches.map(({ noticeAt }) => noticeAt)}::bigint[]
		) as watch (subscription_id, card_lookup_id, notice_at)
		where subscriptions.id = watch.subscription_id`.execute(transaction);
}

/** A card whose customer's turn to be told has come. */
export interface ExpiringCard extends CardExpiry {
	cardLookupId: string;
	/** The merchant's zone, IANA name. */
	timeZone: string;
}

/**
 * Takes subscriptions whose notice is due by `now`, business time in ms since 1970, off the list, as many as are free.
 *
 * @returns how many, and the cards they bill, as far as there still are such, each once
 */
export async function takeExpiringCards(
	transaction: Database,
	{ now, limit }: { now: number; limit: number },
): Promise<{ taken: number; cards: ExpiringCard[] }> {
	const { rows } = await sql<{ taken: number; cards: ExpiringCard[] | null }>`
		with due as (
			select id from subscriptions
			where ${isLive} and expiry_notice_at <= ${now}::bigint
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

/**
 * Writes down that customers are told that these cards expire, in one order, so that two gateways never wait for each other
 * in a circle. `now` is business time, ms since 1970.
 *
 * @returns those that were not written down before
 */
export async function insertExpiryNotices(
	transaction: Database,
	cards: NoticedExpiry[],
	now: number,
): Promise<NoticedExpiry[]> {
	if (cards.length === 0) return [];
	const { rows } = await sql<NoticedExpiry>`
		insert into expiry_notices (card_lookup_id, expiry_month, expiry_year, queued_at)
		select card_lookup_id, expiry_month, expiry_year, ${now}::bigint
		from unnest(
			${cards.map(({ cardLookupId }) => cardLookupId)}::text[],
			${cards.map(({ expiry_month }) => expiry_month)}::text[],
			${cards.map(({ expiry_year }) => expiry_year)}::text[]
		) as card (card_lookup_id, expiry_month, expiry_year)
		order by card_lookup_id
		on conflict do nothing
		returning card_lookup_id as "cardLookupId", expiry_month, expiry_year`.execute(transaction);
	return rows;
}
