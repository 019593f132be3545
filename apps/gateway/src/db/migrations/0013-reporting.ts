import { type Kysely, sql } from "kysely";

/**
 * What the transaction lists find their rows by. Every index costs each sale, so there is one for each filter that can
 * match almost nothing and none for pairs; `db/newest-first.ts` says how a list uses them. None of the columns changes
 * with the outcome of a charge, which therefore still touches no index.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
	// Ordered as the list is, so that a page of a common value ends after a page; rows without a value are left out.
	for (const column of ["email", "first_name", "last_name"]) {
		const name = sql.id(column);
		await sql`
			create index ${sql.id(`transactions_by_${column}`)}
				on transactions (merchant_id, lower(${name}), created_at desc, id desc)
				where ${name} is not null`.execute(database);
	}
	await sql`
		create index transactions_by_user on transactions (merchant_id, user_id, created_at desc, id desc)
			where user_id is not null`.execute(database);
	await sql`
		create index transactions_by_channel on transactions (merchant_id, channel, created_at desc, id desc)`.execute(
		database,
	);
	// A range of amounts is in no order of time: the id is here so that counting what is in it reads the index alone.
	await sql`create index transactions_by_amount on transactions (merchant_id, amount_cents, id)`.execute(database);
	// Half of a page for what comes first, half for its outcome: charges are written many at a time, and at 85 a third of the
	// outcomes found their page full and had to touch every index after all.
	await sql`alter table transactions set (fillfactor = 50)`.execute(database);
	await createDeclines(database);
}

/**
 * The status does change with the outcome, so no index of transactions may have it. What is PENDING stands in
 * `pending_charges`; what was declined stands here, and approvals, the many, pay nothing.
 */
async function createDeclines(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table declined_transactions (
			merchant_id bigint not null,
			id bigint not null,
			primary key (merchant_id, id)
		)`.execute(database);
	await sql`
		insert into declined_transactions (merchant_id, id)
		select merchant_id, id from transactions where status = 'DECLINED'`.execute(database);
}
