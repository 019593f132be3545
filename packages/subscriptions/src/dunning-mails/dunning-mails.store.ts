import { type Database, rowsAs } from "@cardseal/platform/db";
import { mailSenderSql } from "@cardseal/platform/mail";
import { sql } from "kysely";
import type { ExpiryMail, PaymentMail } from "./dunning-mail-data.ts";
import type { AttemptKey, NotifiedExpiry } from "./reference.ts";

type WantedAttempt = AttemptKey & { reference: string };

const mailColumns = sql`
	wanted.reference, coalesce(subscriptions.email, customers.email) as email, merchants.mode = 'demo' as "isTest",
	customers.language, customers.country, customers.province, ${mailSenderSql}`;

/** The columns of a `PaymentMail`, with the charged or else the current card. */
const paymentMail = sql`
	${mailColumns}, subscriptions.lookup_id, subscriptions.card_lookup_id, subscriptions.name, subscriptions.description, subscriptions.currency,
	subscriptions.amount_cents, subscriptions.quantity, subscriptions.amount_from_period, subscriptions.former_amount_cents,
	subscriptions.setup_fee_cents, subscriptions.completed_cycles, subscriptions.credit_cents, subscriptions.start_date,
	subscriptions.billing_anchor, subscriptions.anchor_period, subscriptions.frequency, subscriptions.time_zone, wanted.period,
	wanted.attempt, subscriptions.next_run as "nextAttemptAt", subscriptions.suspended_reason,
	transactions.decline_code,
	case
		when transactions.id is not null
			then json_build_object('card_type', transactions.card_type, 'card_suffix', transactions.card_suffix)
		when cards.id is not null
			then json_build_object('card_type', cards.card_type, 'card_suffix', cards.card_suffix)
	end as card`;

function wantedPeriods(attempts: WantedAttempt[]) {
	const types = { reference: "text", subscription_id: "bigint", period: "integer", attempt: "integer" };
	const wanted = attempts.map(({ subscriptionId, ...attempt }) => ({ subscription_id: subscriptionId, ...attempt }));
	return sql`
		${rowsAs("wanted", types, wanted)}
		join subscriptions on subscriptions.id = wanted.subscription_id and subscriptions.open_period = wanted.period
		join customers on customers.id = subscriptions.customer_id
		join merchants on merchants.id = subscriptions.merchant_id
		left join cards on cards.lookup_id = subscriptions.card_lookup_id
		left join renewal_attempts on renewal_attempts.subscription_id = wanted.subscription_id
			and renewal_attempts.period = wanted.period and renewal_attempts.attempt = wanted.attempt
		left join transactions on transactions.transaction_id = renewal_attempts.transaction_id`;
}

/** Finds failed payments that will be retried, where the dunning mail is on. */
export async function findFailedPayments(database: Database, attempts: WantedAttempt[]): Promise<PaymentMail[]> {
	const { rows } = await sql<PaymentMail>`
		select ${paymentMail} from ${wantedPeriods(attempts)}
		where subscriptions.status = 'RETRY' and subscriptions.failed_attempts + subscriptions.not_received_attempts = wanted.attempt
			and merchants.sends_payment_failed_notices
		order by wanted.reference`.execute(database);
	return rows;
}

/** Finds subscriptions still suspended for that period, where the dunning mail is on. */
export async function findSuspendedSubscriptions(
	database: Database,
	attempts: WantedAttempt[],
): Promise<PaymentMail[]> {
	const { rows } = await sql<PaymentMail>`
		select ${paymentMail} from ${wantedPeriods(attempts)}
		where subscriptions.status = 'SUSPENDED' and merchants.sends_suspended_notices
		order by wanted.reference`.execute(database);
	return rows;
}

const maximumListed = 10;

/** Finds cards in use, where the dunning mail is on, with the oldest subscription's address. */
export async function findExpiringCards(
	database: Database,
	cards: (NotifiedExpiry & { reference: string })[],
): Promise<ExpiryMail[]> {
	const types = { reference: "text", card_lookup_id: "text", expiry_month: "text", expiry_year: "text" };
	const wanted = cards.map(({ cardLookupId, ...card }) => ({ card_lookup_id: cardLookupId, ...card }));
	const { rows } = await sql<ExpiryMail>`
		select ${mailColumns}, subscriptions.lookup_id, cards.lookup_id as card_lookup_id, cards.card_type, cards.card_suffix, cards.expiry_month, cards.expiry_year, listed.subscriptions
		from ${rowsAs("wanted", types, wanted)}
		join cards on cards.lookup_id = wanted.card_lookup_id
			and cards.expiry_month = wanted.expiry_month and cards.expiry_year = wanted.expiry_year
		join customers on customers.id = cards.customer_id
		join merchants on merchants.id = cards.merchant_id and merchants.sends_card_expiring_notices
		join lateral (
			select min(shown.id) as oldest, json_agg(shown order by shown.id) as subscriptions
			from (
				select id, name, description, currency, amount_cents, quantity, amount_from_period, former_amount_cents,
					setup_fee_cents, completed_cycles, credit_cents, next_run, next_period, open_period
				from subscriptions
				where subscriptions.card_lookup_id = cards.lookup_id
					and subscriptions.status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED')
				order by id
				limit ${maximumListed}
			) as shown
		) as listed on true
		join subscriptions on subscriptions.id = listed.oldest
		order by wanted.reference`.execute(database);
	return rows;
}
