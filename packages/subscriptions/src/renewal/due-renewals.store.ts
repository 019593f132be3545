import type { Customer, StoredCard } from "@cardseal/customers";
import { type Merchant, type MerchantsTable, merchantOf } from "@cardseal/merchants";
import { isWithPayer } from "@cardseal/payments";
import type { Database } from "@cardseal/platform/db";
import { CompiledQuery, type Selectable, sql } from "kysely";
import { subscriptionColumns } from "../subscriptions.store.ts";
import type { Subscription } from "../tables.ts";

export interface Due {
	subscription: Subscription;
	/** The row's `xmin` at the claim, which every change changes. */
	version: string;
	customer: Customer;
	merchant: Merchant;
	/** `null` when the card was deleted. */
	card: StoredCard | null;
}

export interface Claim {
	/** Business time, ms since 1970. */
	now: number;
	/** Real time, ms since 1970. */
	realNow: number;
	/** Real time, ms since 1970; no other gateway claims it before. */
	claimedUntil: number;
	limit: number;
}

/** Only the first row of each merchant has the merchant. */
const claimed = `
	claimed as (
		update subscriptions set claimed_until = $2 from due where subscriptions.id = due.id
		returning ${subscriptionColumns("subscriptions")}, subscriptions.xmin::text as version
	)
	select claimed.*, row_to_json(customer) as customer, row_to_json(card) as card,
		case when row_number() over (partition by merchant.id) = 1 then row_to_json(merchant) end as merchant
	from claimed
	join customers customer on customer.id = claimed.customer_id
	join merchants merchant on merchant.id = claimed.merchant_id
	left join cards card on card.lookup_id = claimed.card_lookup_id and card.customer_id = claimed.customer_id`;

/** `stopped_in_flight`: stopped during an attempt without a recorded outcome. */
const claimDueStatement = `
	/* prepare: claim-due-subscriptions */
	with fallen_due as (
		select id from subscriptions
		where next_run <= $3 and claimed_until <= $1
		order by next_run limit $4
		for update skip locked
	), stopped_in_flight as (
		select id from subscriptions
		where next_run is null and charging_transaction_id is not null and claimed_until <= $1
		limit $4
		for update skip locked
	), due as (
		select id from fallen_due union all select id from stopped_in_flight
	), ${claimed}`;

const claimOneStatement = `
	/* prepare: claim-one-subscription */
	with due as (
		select id from subscriptions
		where id = $4 and next_run <= $3 and claimed_until <= $1
		for update skip locked
	), ${claimed}`;

export function claimDue(database: Database, claim: Claim): Promise<Due[]> {
	return claimWith(database, claimDueStatement, claim, claim.limit);
}

export function claimOne(database: Database, subscriptionId: number, claim: Omit<Claim, "limit">): Promise<Due[]> {
	return claimWith(database, claimOneStatement, claim, subscriptionId);
}

type ClaimedRow = Subscription &
	Pick<Due, "version" | "customer" | "card"> & {
		merchant: Selectable<MerchantsTable> | null;
	};

async function claimWith(
	database: Database,
	statement: string,
	{ now, realNow, claimedUntil }: Omit<Claim, "limit">,
	last: number,
): Promise<Due[]> {
	const parameters = [realNow, claimedUntil, now, last];
	const { rows } = await database.executeQuery<ClaimedRow>(CompiledQuery.raw(statement, parameters));
	const merchants = new Map(rows.flatMap(({ merchant }) => merchant ?? []).map((row) => [row.id, merchantOf(row)]));
	return rows.map(({ version, customer, merchant: _first, card, ...subscription }) => {
		const merchant = merchants.get(subscription.merchant_id);
		if (merchant === undefined) throw new Error("A claimed subscription has no merchant.");
		return { subscription, version, customer, merchant, card };
	});
}

const hasNoPayerAtBank = (realNow: number) =>
	sql<boolean>`not ${isWithPayer(sql.ref("charging_transaction_id"), realNow)}`;

/**
 * Returns business time in ms since 1970, past while a renewal is in flight. Pauses after errors, and payers at their
 * bank, are left out.
 */
export async function nextDueAt(database: Database, realNow: number): Promise<number | undefined> {
	const row = await database
		.selectFrom("subscriptions")
		.select("next_run")
		.where("next_run", "is not", null)
		.where((row) => row.or([row("renewal_failures", "=", 0), row("claimed_until", "<=", realNow)]))
		.where(hasNoPayerAtBank(realNow))
		.orderBy("next_run")
		.limit(1)
		.executeTakeFirst();
	return row?.next_run ?? undefined;
}

/** `now` is business time, `realNow` real time; ms since 1970. */
export async function isRenewalDue(
	database: Database,
	subscriptionId: number,
	{ now, realNow }: Pick<Claim, "now" | "realNow">,
): Promise<boolean> {
	const row = await database
		.selectFrom("subscriptions")
		.select("id")
		.where("id", "=", subscriptionId)
		.where("next_run", "<=", now)
		.where("renewal_failures", "=", 0)
		.where(hasNoPayerAtBank(realNow))
		.executeTakeFirst();
	return row !== undefined;
}

/** `claimedUntil` is real time, ms since 1970. A claim by another gateway stays. */
export async function releaseClaim(
	database: Database,
	{ subscription }: Pick<Due, "subscription">,
	{ claimedUntil, failures }: { claimedUntil: number; failures: number },
): Promise<void> {
	await database
		.updateTable("subscriptions")
		.set({ claimed_until: claimedUntil, renewal_failures: failures })
		.where("id", "=", subscription.id)
		.where("claimed_until", "=", subscription.claimed_until)
		.execute();
}

/** Lists live merchants' subscriptions that are due or in flight, for a restore. */
export function listDueSubscriptions(
	database: Database,
	{ now, after, limit }: { now: number; after: number; limit: number },
): Promise<Pick<Subscription, "id">[]> {
	return database
		.selectFrom("subscriptions")
		.innerJoin("merchants", "merchants.id", "subscriptions.merchant_id")
		.select("subscriptions.id")
		.where("merchants.mode", "=", "live")
		.where("subscriptions.id", ">", after)
		.where((row) => row.or([row("next_run", "<=", now), row("charging_transaction_id", "is not", null)]))
		.orderBy("subscriptions.id")
		.limit(limit)
		.execute();
}

export async function freeClaim(database: Database, subscriptionId: number): Promise<void> {
	await database
		.updateTable("subscriptions")
		.set({ claimed_until: 0, renewal_failures: 0 })
		.where("id", "=", subscriptionId)
		.where("claimed_until", ">", 0)
		.execute();
}
