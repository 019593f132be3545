import { type Kysely, sql } from "kysely";

/** What billing knows of its tries: the bank's advice, those that nobody heard, and which number declined, whoever stored it. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`alter table transactions add column advice_code text`.execute(database);
	await sql`
		alter table subscriptions
			add column unheard_attempts integer not null default 0 check (unheard_attempts >= 0),
			add column charging_mark bytea`.execute(database);
	await sql`
		create index subscriptions_by_charging_mark on subscriptions (charging_mark)
			where charging_mark is not null`.execute(database);
	// Numbers were not known before: what a card declined until now counts no more.
	await sql`alter table billing_attempts drop column declined_card, drop column due_at`.execute(database);
	await sql`alter table billing_attempts add column declined_mark bytea`.execute(database);
	await sql`
		create index billing_attempts_by_declined_mark on billing_attempts (declined_mark, attempted_at)
			where declined_mark is not null`.execute(database);
}
