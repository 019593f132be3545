import { type Kysely, sql } from "kysely";

/** What the billing run keeps of its own about subscriptions and their attempts. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`alter table subscriptions add column billing_failures integer not null default 0`.execute(database);
	await sql`
		alter table subscriptions drop constraint subscriptions_suspended_reason_check,
			add constraint subscriptions_suspended_reason_check
				check (suspended_reason in ('declined', 'retries_used', 'card_deleted', 'card_declined_too_often'))`.execute(
		database,
	);
	// Stopped while an attempt was under way: nothing falls due any more, but its outcome is still to be taken into account.
	await sql`
		create index subscriptions_left_under_way on subscriptions (claimed_until)
			where charging_transaction_id is not null and next_run is null`.execute(database);
	await sql`alter table billing_attempts add column declined_card text`.execute(database);
	await sql`
		create index billing_attempts_by_declined_card on billing_attempts (declined_card, attempted_at)
			where declined_card is not null`.execute(database);
}
