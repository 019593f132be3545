import { sql } from "kysely";
import type { AllTables } from "../fixtures/tables.ts";

export interface Seed {
	/** The merchant whose list is queried has four of five rows; five others share the rest. */
	merchantId: number;
	/** The staff user of six in ten rows. */
	userId: number;
	/** Rows in the table, at least 1,000. */
	rows: number;
	/** The time of the newest row, ms since 1970; all rows lie in the year before it. */
	newest: number;
}

/** Values of exactly seven rows each, at any table size; no row has two of them. */
export const rare = {
	email: "rare@payer.example",
	firstName: "Zebedee",
	lastName: "Vanderquast",
	invoiceId: "RARE-1042",
	channel: "INVOICE",
	amountCents: 88_888_800,
	currency: "EUR",
	order: "RARE-7",
	cardLookupId: "rareCard000000000000",
	subscriptionLookupId: "rareSubscription0000",
	customId: "RARE-CUSTOMER",
} as const;

/** Values whose share of rows is the same at any table size. */
export const common = {
	/** One row in fifty. */
	email: "till@shop.example",
	/** One of 40 names. */
	firstName: "Name7",
	/** One of 2,000. */
	lastName: "Family7",
	/** One row in fifty. */
	invoiceId: "counter",
	/** One row in fifty each. */
	currency: "USD",
	till: "7",
	cardLookupId: "commonCard0000000000",
	subscriptionLookupId: "commonSubscription00",
	customId: "counter",
} as const;

const year = 365 * 86_400_000;

/** Rows per statement, so that it ends well within the statement's time limit. */
const sliceRows = 20_000;

/**
 * Fills the transaction tables with a year of sales: common values, rare values, and values such as the channel
 * TABLET_POS that only other merchants have. The rows are the same every time.
 */
export async function seedTransactions(database: AllTables, seed: Seed): Promise<void> {
	await withoutIndexes(database, async () => {
		for (let from = 1; from <= seed.rows; from += sliceRows) {
			await insertSlice(database, seed, from, Math.min(from + sliceRows - 1, seed.rows));
		}
	});
	// Never due, so recovery leaves them alone.
	await sql`
		insert into pending_transactions (transaction_id, waits_until, next_inquiry_at)
		select transaction_id, ${Number.MAX_SAFE_INTEGER}::bigint, ${Number.MAX_SAFE_INTEGER}::bigint
		from transactions where status = 'PENDING'`.execute(database);
	await sql`
		insert into declined_transactions (merchant_id, id)
		select merchant_id, id from transactions where status = 'DECLINED'`.execute(database);
	for (const table of ["transactions", "declined_transactions", "pending_transactions", "metadata_entries"]) {
		await sql`vacuum (analyze) ${sql.table(table)}`.execute(database);
	}
}

/** Drops the indexes of transactions while `fill` runs, and builds them and that of metadata afterwards, which is much faster. */
async function withoutIndexes(database: AllTables, fill: () => Promise<void>): Promise<void> {
	const { rows: indexes } = await sql<{ name: string; definition: string }>`
		select indexname as name, indexdef as definition from pg_indexes
		where tablename = 'transactions' and indexdef not like '%UNIQUE%'`.execute(database);
	for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(database);
	await sql`
		alter table transactions disable trigger metadata_added, disable trigger added_after_summing`.execute(database);
	await fill();
	await sql`
		insert into metadata_entries (merchant_id, subject, key, value, created_at, id)
		select merchant_id, 'transactions', given.key, lower(given.value), created_at, id
		from transactions, jsonb_each_text(metadata) as given
		order by 1, 2, 3, 4, 5, 6
		on conflict do nothing`.execute(database);
	await sql`
		alter table transactions enable trigger metadata_added, enable trigger added_after_summing`.execute(database);
	await sql`set maintenance_work_mem = '512MB'`.execute(database);
	for (const { definition } of indexes) await sql.raw(definition).execute(database);
}

async function insertSlice(
	database: AllTables,
	{ merchantId, userId, rows, newest }: Seed,
	from: number,
	to: number,
): Promise<void> {
	await sql`
		insert into transactions (
			transaction_id, merchant_id, type, processor, status, amount_cents, currency, captured, card_type, card_suffix,
			card_expiry, channel, user_id, email, first_name, last_name, invoice_id, card_lookup_id, subscription_lookup_id, custom_id,
			metadata, sending_receipt, test_mode, message, created_at, decided_at
		)
		select 'T' || lpad(n::text, 19, '0'), case when is_ours then ${merchantId}::bigint else 900000 + n % 5 end, 'sale',
			'demo', status, ${amountOf()}, ${currencyOf()}, true, 'Visa', '4' || lpad((n % 999)::text, 3, '0'), '08/29', ${channelOf()}, case when ${draw(5, 10)} < 6 then ${userId}::bigint end,
			${emailOf()}, ${firstNameOf()}, ${lastNameOf()}, ${invoiceOf()}, ${oneOf(10, 14, rare.cardLookupId, common.cardLookupId)},
			${oneOf(11, 15, rare.subscriptionLookupId, common.subscriptionLookupId)}, ${oneOf(12, 16, rare.customId, common.customId)},
			${metadataOf()}, true, true, null, created_at,
			case when status <> 'PENDING' then created_at + 200 end
		from (
			select n, nth, nth between 1 and 12 or n % 10 < 8 as is_ours,
				${newest}::bigint - (${year}::bigint * (${rows}::bigint - n) / ${rows}::bigint) as created_at,
				${statusOf()} as status
			from generate_series(${from}::bigint, ${to}::bigint) as n, lateral (select n % (${rows}::bigint / 7) as nth) as place
		) as sales
		order by n`.execute(database);
}

/** Draws one of `count` whole numbers from 0 by the row's number, independently for each column. */
function draw(column: number, count: number) {
	return sql`(abs(hashint8(n * 16 + ${column}::int)::bigint) % ${count}::bigint)`;
}

/** Mostly below 200 dollars; one in a hundred from 500 to 999.99. Other merchants have larger amounts. */
function amountOf() {
	return sql`
		case when nth = 3 then ${rare.amountCents}::bigint when not is_ours then 90000000 + n % 9999999
			when ${draw(1, 100)} = 0 then 50000 + n % 50000 else 100 + ${draw(2, 19_900)} end`;
}

/** Mostly E_COMMERCE, many RECURRING, one in a thousand MOBILE. Only other merchants have TABLET_POS. */
function channelOf() {
	return sql`
		case when nth = 4 then ${rare.channel} when not is_ours then 'TABLET_POS' when ${draw(3, 1_000)} = 0 then 'MOBILE'
			when ${draw(4, 100)} < 5 then 'VT' when ${draw(4, 100)} < 20 then 'RECURRING' else 'E_COMMERCE' end`;
}

function emailOf() {
	return sql`
		case when nth = 9 then ${rare.email} when ${draw(6, 50)} = 0 then ${common.email}
			when ${draw(6, 50)} < 45 then 'Payer' || ${draw(7, 300_000)} || '@Mail.example' end`;
}

function firstNameOf() {
	return sql`case when nth = 1 then ${rare.firstName} else 'Name' || ${draw(8, 40)} end`;
}

function lastNameOf() {
	return sql`case when nth = 2 then ${rare.lastName} else 'Family' || ${draw(9, 2_000)} end`;
}

function invoiceOf() {
	return sql`
		case when nth = 5 then ${rare.invoiceId} when ${draw(11, 50)} = 0 then ${common.invoiceId}
			when ${draw(12, 10)} < 8 then 'INV-' || n end`;
}

/** Writes a rare value at one place, a common one in one row of fifty, and a unique one in three rows of ten. */
function oneOf(place: number, column: number, rareValue: string, commonValue: string) {
	return sql`
		case when nth = ${place}::int then ${rareValue} when ${draw(column, 50)} = 0 then ${commonValue}
			when ${draw(column, 10)} < 3 then 'value' || n end`;
}

function currencyOf() {
	return sql`case when nth = 7 then ${rare.currency} when ${draw(13, 50)} = 0 then ${common.currency} else 'CAD' end`;
}

function metadataOf() {
	return sql`
		case when nth = 8 then jsonb_build_object('order', ${rare.order}::text)
			when ${draw(0, 50)} = 0 then jsonb_build_object('till', ${common.till}::text, 'order', 'order' || n)
			when ${draw(0, 10)} < 2 then jsonb_build_object('order', 'order' || n) end`;
}

function statusOf() {
	return sql`case when nth = 6 then 'PENDING' when ${draw(10, 100)} < 12 then 'DECLINED' else 'APPROVED' end`;
}
