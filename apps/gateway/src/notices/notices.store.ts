import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { PaymentNotice } from "./notice.ts";
import type { BillingTry } from "./reference.ts";

/** A try, and its row in the outbox. */
type WantedTry = BillingTry & { reference: string };

/** What is read for a notice on a period. The card is the one that was charged, or else the one that is billed. */
const paymentNotice = sql`
	wanted.reference, coalesce(subscriptions.email, customers.email) as email, merchants.id as "merchantId",
	merchants.name as "merchantName", merchants.time_zone as "timeZone", merchants.receipt_reply_to as "replyTo",
	merchants.mode = 'demo' as "isTest", subscriptions.lookup_id as "subscriptionLookupId", subscriptions.name,
	subscriptions.description, subscriptions.amount_cents, subscriptions.currency, subscriptions.start_date,
	subscriptions.frequency, subscriptions.time_zone, wanted.period, wanted.attempt,
	subscriptions.next_run as "nextTryAt", subscriptions.suspended_reason as "suspendedReason",
	coalesce(transactions.card_type, cards.card_type) as card_type,
	coalesce(transactions.card_suffix, cards.card_suffix) as card_suffix`;

function wantedPeriods(tries: WantedTry[]) {
	return sql`
		unnest(
			${tries.map(({ reference }) => reference)}::text[], ${tries.map(({ subscriptionId }) => subscriptionId)}::bigint[],
			${tries.map(({ period }) => period)}::integer[], ${tries.map(({ attempt }) => attempt)}::integer[]
		) as wanted (reference, subscription_id, period, attempt)
		join subscriptions on subscriptions.id = wanted.subscription_id and subscriptions.open_period = wanted.period
		join customers on customers.id = subscriptions.customer_id
		join merchants on merchants.id = subscriptions.merchant_id
		left join cards on cards.lookup_id = subscriptions.card_lookup_id
		left join billing_attempts on billing_attempts.subscription_id = wanted.subscription_id
			and billing_attempts.period = wanted.period and billing_attempts.attempt = wanted.attempt
		left join transactions on transactions.transaction_id = billing_attempts.transaction_id`;
}

/** The payments among these that failed and are still to be tried again, of merchants who have their customers told. */
export async function findFailedPayments(database: Database, tries: WantedTry[]): Promise<PaymentNotice[]> {
	const { rows } = await sql<PaymentNotice>`
		select ${paymentNotice} from ${wantedPeriods(tries)}
		where subscriptions.status = 'RETRY' and subscriptions.failed_attempts = wanted.attempt
			and merchants.sends_payment_failed_notices
		order by wanted.reference`.execute(database);
	return rows;
}

/** The subscriptions among these that are still suspended over that period, of merchants who have their customers told. */
export async function findSuspendedSubscriptions(database: Database, tries: WantedTry[]): Promise<PaymentNotice[]> {
	const { rows } = await sql<PaymentNotice>`
		select ${paymentNotice} from ${wantedPeriods(tries)}
		where subscriptions.status = 'SUSPENDED' and merchants.sends_suspended_notices
		order by wanted.reference`.execute(database);
	return rows;
}
