import type { Database } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";

export interface Difference {
	promise: string;
	/** A public id, a transaction_id, or a posting's id. */
	object: string;
	expectedCents: number;
	foundCents: number;
}

export interface LedgerSize {
	wallets: number;
	postings: number;
	transactions: number;
}

export interface LedgerReport extends LedgerSize {
	differences: Difference[];
}

interface LedgerRule {
	promise: string;
	violations: RawBuilder<unknown>;
}

/** A request paid from a wallet is two transactions. */
const moved = sql`
	select coalesce(pays.transaction_id, posting.transaction_id) as transaction_id,
		sum(entry.cents) filter (where posting.reason = 'payment') as payment,
		sum(entry.cents) filter (where posting.reason = 'return') as return
	from eft_postings as posting
	join eft_entries as entry on entry.posting_id = posting.id and entry.account = 'wallet'
	join eft_transactions as moving on moving.transaction_id = posting.transaction_id
	left join eft_transactions as pays
		on pays.pays = posting.transaction_id and pays.merchant_id = entry.merchant_id
	where posting.reason in ('payment', 'return')
		and (pays.transaction_id is not null or entry.merchant_id = moving.merchant_id)
	group by 1`;

const expectedPayment = sql`
	case
		when transaction.kind in ('send', 'deposit') and settled_at is not null then -amount_cents
		when transaction.kind = 'request' and (result = 'APPROVED' or returned_at is not null) then amount_cents
		when transaction.kind = 'payment' and result = 'APPROVED' then -amount_cents
		else 0
	end`;

const expectedReturn = sql`case when returned_at is null then 0 else -(${expectedPayment}) end`;

function balanceIs(promise: string, column: string, sum: RawBuilder<unknown>): LedgerRule {
	return {
		promise,
		violations: sql`
			select merchants.merchant_id as object, wallet.${sql.id(column)} as found, sums.cents as expected
			from eft_wallets as wallet
			join merchants on merchants.id = wallet.merchant_id
			cross join lateral (${sum}) as sums (cents)
			where wallet.${sql.id(column)} <> sums.cents`,
	};
}

const entriesOf = (account: string, sign: RawBuilder<unknown>) => sql`
	select coalesce(sum(${sign} * entry.cents), 0)::bigint from eft_entries as entry
	where entry.merchant_id = wallet.merchant_id and entry.account = ${account}`;

const holdsOf = (kind: string) => sql`
	select coalesce(sum(hold.cents), 0)::bigint from eft_holds as hold
	where hold.merchant_id = wallet.merchant_id and hold.kind = ${kind}`;

function transactionHas(promise: string, expected: RawBuilder<unknown>, found: RawBuilder<unknown>): LedgerRule {
	return {
		promise,
		violations: sql`
			select * from (
				select transaction_id as object, (${expected})::bigint as expected, (${found})::bigint as found
				from eft_transactions as transaction
				left join moved using (transaction_id)
				left join eft_holds as hold using (transaction_id)
			) as checked where expected <> found`,
	};
}

const rules: LedgerRule[] = [
	{
		promise: "the entries of a posting sum to zero",
		violations: sql`
			select posting_id::text as object, 0::bigint as expected, sum(cents)::bigint as found
			from eft_entries group by posting_id having sum(cents) <> 0`,
	},
	{
		promise: "a posting has two entries at least",
		violations: sql`
			select posting.id::text as object, 2::bigint as expected, count(entry.cents) as found
			from eft_postings as posting left join eft_entries as entry on entry.posting_id = posting.id
			group by posting.id having count(entry.cents) < 2`,
	},
	{
		promise: "a return has the reversed entries of its payment",
		violations: sql`
			select posting.id::text as object, -coalesce(payment.cents, 0) as expected, coalesce(entry.cents, 0) as found
			from eft_postings as posting
			cross join lateral (
				select merchant_id, account from eft_entries where posting_id in (posting.id, posting.reverses)
				group by merchant_id, account
			) as line
			left join eft_entries as entry
				on (entry.posting_id, entry.merchant_id, entry.account) = (posting.id, line.merchant_id, line.account)
			left join eft_entries as payment
				on (payment.posting_id, payment.merchant_id, payment.account)
					= (posting.reverses, line.merchant_id, line.account)
			where posting.reverses is not null and coalesce(entry.cents, 0) <> -coalesce(payment.cents, 0)`,
	},
	balanceIs("the actual balance is the sum of the wallet's entries", "actual_cents", entriesOf("wallet", sql`1`)),
	balanceIs("the owed balance is the sum of advances minus repayments", "owed_cents", entriesOf("owed", sql`-1`)),
	balanceIs("the held balance is the sum of outgoing holds", "held_cents", holdsOf("outgoing")),
	balanceIs("the uncleared balance is the sum of uncleared holds", "uncleared_cents", holdsOf("uncleared")),
	transactionHas(
		"a transaction moved the amount that its result implies",
		expectedPayment,
		sql`coalesce(moved.payment, 0)`,
	),
	transactionHas("a returned transaction reversed its payment", expectedReturn, sql`coalesce(moved.return, 0)`),
	transactionHas(
		"a transaction holds its amount until the bank settles or returns it",
		sql`case when rail is not null and settled_at is null and returned_at is null then amount_cents else 0 end`,
		sql`case when hold.kind = case type when 'EFT_DEBIT' then 'outgoing' else 'uncleared' end then hold.cents else 0 end`,
	),
];

/** Checks one snapshot while wallets are in use. */
export async function verifyLedger(database: Database): Promise<LedgerReport> {
	return database
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute(async (transaction: Database) => ({
			...(await sizeOf(transaction)),
			differences: await findDifferences(transaction),
		}));
}

export async function findDifferences(transaction: Database): Promise<Difference[]> {
	const differences: Difference[] = [];
	for (const rule of rules) differences.push(...(await differencesIn(transaction, rule)));
	return differences;
}

async function differencesIn(transaction: Database, { promise, violations }: LedgerRule): Promise<Difference[]> {
	const { rows } = await sql<{ object: string; expected: number; found: number }>`
		with moved as materialized (${moved}) ${violations} order by object`.execute(transaction);
	return rows.map(({ object, expected, found }) => ({
		promise,
		object,
		expectedCents: expected,
		foundCents: found,
	}));
}

async function sizeOf(transaction: Database): Promise<LedgerSize> {
	const { rows } = await sql<LedgerSize>`
		select (select count(*) from eft_wallets) as wallets, (select count(*) from eft_postings) as postings,
			(select count(*) from eft_transactions) as transactions`.execute(transaction);
	const [size] = rows;
	if (size === undefined) throw new Error("PostgreSQL counted nothing.");
	return size;
}
