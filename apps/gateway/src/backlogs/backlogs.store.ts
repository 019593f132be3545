import type { Database } from "@cardseal/platform/db";
import { readKeyAges } from "@cardseal/vault";
import { sql } from "kysely";

const countLimit = 10_001;

/** Figures for metrics. Rows that wait have a count, at most `countLimit`, and the time of the oldest one, in ms since 1970. */
export interface Backlogs {
	pending: Record<string, number>;
	/** Real time at which a gateway stopped waiting, for the processor or for the payer. */
	oldestPending: number | null;
	openProcessorEvents: number;
	renewals: number;
	/** Business time. */
	oldestRenewal: number | null;
	mail: Record<string, number>;
	events: number;
	deliveries: number;
	/** Real time, like `oldestAudit`. */
	oldestDelivery: number | null;
	audit: number;
	oldestAudit: number | null;
	eft: Record<string, number>;
	/** Tells for each replication slot, by its name, whether a client is connected to it. */
	slots: Record<string, boolean>;
	/** The age of the oldest current key by purpose, in ms. */
	keyAges: Record<string, number>;
}

export interface Times {
	/** Real time, ms since 1970. */
	realNow: number;
	businessNow: number;
}

/** Reads all in one statement, and the keys in another. Each count follows an index and stops at `countLimit`. */
export async function readBacklogs(database: Database, { realNow, businessNow }: Times): Promise<Backlogs> {
	const limit = sql.lit(countLimit);
	const { rows } = await sql<Omit<Backlogs, "keyAges">>`
		with pending as (
			select state, waits_until, next_inquiry_at from pending_transactions order by next_inquiry_at limit ${limit}
		), due_renewals as (
			select next_run from subscriptions where next_run <= ${businessNow} order by next_run limit ${limit}
		), mails as (
			(select case when attempts = 0 then 'waiting' else 'retrying' end as state
				from mail_outbox where failed_at is null order by next_attempt_at limit ${limit})
			union all
			(select 'failed' from mail_outbox where failed_at is not null order by failed_at desc limit ${limit})
		), due_deliveries as (
			select delivery.due_at from webhook_endpoints
			cross join lateral (
				select due_at from webhook_deliveries
				where endpoint_id = webhook_endpoints.id and due_at <= ${realNow}
				order by due_at, sequence limit ${limit}
			) delivery
			where disabled_reason is null limit ${limit}
		), unsealed as (
			select occurred_at from audit_inbox order by id limit ${limit}
		), eft as (
			(select 'to_submit' as state from eft_transactions
				where rail is not null and submitted_at is null and approval is distinct from 'WAITING' order by id limit ${limit})
			union all (select kind from eft_holds limit ${limit})
			union all (select 'approval' from eft_approvals where decided_at is null order by expires_at limit ${limit})
			union all (select 'request' from eft_requests where answer is null order by expires_at limit ${limit})
		)
		select
			(select coalesce(json_object_agg(state, rows), '{}')
				from (select state, count(*) as rows from pending group by state) counted) as pending,
			(select min(case state when 'payer' then next_inquiry_at else waits_until end) from pending
				where state <> 'payer' or next_inquiry_at <= ${realNow}) as "oldestPending",
			(select count(*) from (select from received_notices where state not in ('applied', 'closed', 'waiting')
				limit ${limit}) open) as "openProcessorEvents",
			(select count(*) from due_renewals) as renewals,
			(select min(next_run) from due_renewals) as "oldestRenewal",
			(select coalesce(json_object_agg(state, rows), '{}')
				from (select state, count(*) as rows from mails group by state) counted) as mail,
			(select count(*) from (select from event_inbox limit ${limit}) waiting) as events,
			(select count(*) from due_deliveries) as deliveries,
			(select min(due_at) from due_deliveries) as "oldestDelivery",
			(select count(*) from unsealed) as audit,
			(select min(occurred_at) from unsealed) as "oldestAudit",
			(select coalesce(json_object_agg(state, rows), '{}')
				from (select state, count(*) as rows from eft group by state) counted) as eft,
			(select coalesce(json_object_agg(slot_name, active), '{}') from pg_replication_slots
				where not temporary and (database is null or database = current_database())) as slots`.execute(database);
	const [row] = rows;
	if (row === undefined) throw new Error("The database returned no backlogs.");
	return { ...row, keyAges: await readKeyAges(database.withTables(), realNow) };
}
