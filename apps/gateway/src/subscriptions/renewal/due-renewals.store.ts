import { CompiledQuery, type Selectable } from "kysely";
import type { Customer, StoredCard } from "../../customers/tables.ts";
import type { Database } from "../../db/database.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { merchantOf } from "../../merchants/merchant-row.ts";
import type { MerchantsTable } from "../../merchants/tables.ts";
import type { Subscription } from "../tables.ts";

/** A subscription that billing has claimed, with what a charge of it is made of. */
export interface Due {
	subscription: Subscription;
	/** Of the row as it was claimed: any change of it since then makes another one. */
	version: string;
	customer: Customer;
	merchant: Merchant;
	/** `null` when the card is gone. */
	card: StoredCard | null;
}

export interface Claim {
	/** Business time, ms since 1970: what falls due until then is claimed. */
	now: number;
	/** Real time, ms since 1970. */
	realNow: number;
	/** Real time, ms since 1970: until then nobody else claims it. */
	claimedUntil: number;
	/** Subscriptions at most. */
	limit: number;
}

const claimed = `
	claimed as (
		update subscriptions set claimed_until = $2 from due where subscriptions.id = due.id
		returning subscriptions.*, subscriptions.xmin::text as version
	)
	select claimed.*, row_to_json(customer) as customer, row_to_json(merchant) as merchant, row_to_json(card) as card
	from claimed
	join customers customer on customer.id = claimed.customer_id
	join merchants merchant on merchant.id = claimed.merchant_id
	left join cards card on card.lookup_id = claimed.card_lookup_id and card.customer_id = claimed.customer_id`;

/** The second kind was stopped while an attempt was under way, whose outcome is still to be taken into account. */
const claimDueStatement = `
	/* prepare: claim-due-subscriptions */
	with fallen_due as (
		select id from subscriptions
		where next_run <= $3 and claimed_until <= $1
		order by next_run limit $4
		for update skip locked
	), left_under_way as (
		select id from subscriptions
		where next_run is null and charging_transaction_id is not null and claimed_until <= $1
		limit $4
		for update skip locked
	), due as (
		select id from fallen_due union all select id from left_under_way
	), ${claimed}`;

const claimOneStatement = `
	/* prepare: claim-one-subscription */
	with due as (
		select id from subscriptions
		where id = $4 and next_run <= $3 and claimed_until <= $1
		for update skip locked
	), ${claimed}`;

/**
 * Claims subscriptions whose time has come, the longest due first, for this caller alone: others leave them alone until the
 * claim has passed.
 */
export function claimDue(database: Database, claim: Claim): Promise<Due[]> {
	return claimWith(database, claimDueStatement, claim, claim.limit);
}

/** Claims one subscription, if its time has come and nobody works on it. */
export function claimOne(database: Database, subscriptionId: number, claim: Omit<Claim, "limit">): Promise<Due[]> {
	return claimWith(database, claimOneStatement, claim, subscriptionId);
}

type ClaimedRow = Subscription & Pick<Due, "version" | "customer" | "card"> & { merchant: Selectable<MerchantsTable> };

async function claimWith(
	database: Database,
	statement: string,
	{ now, realNow, claimedUntil }: Omit<Claim, "limit">,
	last: number,
): Promise<Due[]> {
	const parameters = [realNow, claimedUntil, now, last];
	const { rows } = await database.executeQuery<ClaimedRow>(CompiledQuery.raw(statement, parameters));
	return rows.map(({ version, customer, merchant, card, ...subscription }) => ({
		subscription,
		version,
		customer,
		merchant: merchantOf(merchant),
		card,
	}));
}

/**
 * When the next subscription falls due, business time in ms since 1970; in the past when one is being charged or waits for its
 * turn. Those that an error of ours keeps back count only when they are to be tried again.
 */
export async function nextDueAt(database: Database, realNow: number): Promise<number | undefined> {
	const row = await database
		.selectFrom("subscriptions")
		.select("next_run")
		.where("next_run", "is not", null)
		.where((row) => row.or([row("billing_failures", "=", 0), row("claimed_until", "<=", realNow)]))
		.orderBy("next_run")
		.limit(1)
		.executeTakeFirst();
	return row?.next_run ?? undefined;
}

/** Whether a subscription has fallen due by `now`, business time in ms since 1970, and somebody is or will be at it. */
export async function isInHand(database: Database, subscriptionId: number, now: number): Promise<boolean> {
	const row = await database
		.selectFrom("subscriptions")
		.select("id")
		.where("id", "=", subscriptionId)
		.where("next_run", "<=", now)
		.where("billing_failures", "=", 0)
		.executeTakeFirst();
	return row !== undefined;
}

/** Passes a claim on: at once, or when `claimedUntil`, real time in ms since 1970, has passed. */
export async function leaveClaim(
	database: Database,
	{ subscription }: Pick<Due, "subscription">,
	{ claimedUntil, failures }: { claimedUntil: number; failures: number },
): Promise<void> {
	await database
		.updateTable("subscriptions")
		.set({ claimed_until: claimedUntil, billing_failures: failures })
		.where("id", "=", subscription.id)
		.where("claimed_until", "=", subscription.claimed_until)
		.execute();
}
