import { inBatches } from "@cardseal/batch";
import { type Database, fingerprintLockKeys } from "@cardseal/platform/db";
import { CompiledQuery, sql, type Updateable } from "kysely";
import type { ProcessorAccount, ProcessorAccountTables } from "./tables.ts";

export async function insertProcessorAccount(
	transaction: Database,
	account: Omit<ProcessorAccount, "removed_at" | "remove_reason">,
): Promise<boolean> {
	const inserted = await transaction
		.insertInto("processor_accounts")
		.values({ ...account, shown_fields: JSON.stringify(account.shown_fields) })
		.onConflict((conflict) => conflict.columns(["merchant_id", "currency"]).where("removed_at", "is", null).doNothing())
		.returning("account_id")
		.executeTakeFirst();
	return inserted !== undefined;
}

/**
 * Another merchant with the account would read its settlements. A live merchant and its demo twin are one. Locks the
 * account until the transaction ends.
 */
export async function isAccountOfAnother(
	transaction: Database,
	{ fingerprint, merchantId }: { fingerprint: Buffer; merchantId: number },
): Promise<boolean> {
	const [lockKey] = fingerprintLockKeys([fingerprint]);
	await sql`select pg_advisory_xact_lock(${lockKey})`.execute(transaction);
	const { rows } = await sql`
		select 1 from processor_accounts as account
		where account.fingerprint = ${fingerprint}
			and live_merchant_of(account.merchant_id) <> live_merchant_of(${merchantId})
			and (account.removed_at is null or exists (
				select from transactions
				where transactions.merchant_id = account.merchant_id and transactions.processor_account = account.account_id
			))
		limit 1`.execute(transaction);
	return rows.length > 0;
}

export function listProcessorAccounts(database: Database, merchantId: number): Promise<ProcessorAccount[]> {
	return database
		.selectFrom("processor_accounts")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("removed_at", "is", null)
		.orderBy("currency")
		.execute();
}

/** Excludes accounts that the processor refused or that are of a test system. */
export async function hasLiveAccounts(database: Database, merchantId: number): Promise<boolean> {
	const accounts = await listProcessorAccounts(database, merchantId);
	return accounts.length > 0 && accounts.every((account) => account.verified_at !== null && !account.is_test);
}

export interface AccountId {
	merchantId: number;
	accountId: string;
}

export function findProcessorAccount(
	database: Database,
	{ merchantId, accountId }: AccountId,
): Promise<ProcessorAccount | undefined> {
	return database
		.selectFrom("processor_accounts")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("account_id", "=", accountId)
		.where("removed_at", "is", null)
		.executeTakeFirst();
}

export function updateProcessorAccount(
	transaction: Database,
	{ merchantId, accountId }: AccountId,
	change: Updateable<ProcessorAccountTables["processor_accounts"]>,
): Promise<ProcessorAccount | undefined> {
	return transaction
		.updateTable("processor_accounts")
		.set(change)
		.where("merchant_id", "=", merchantId)
		.where("account_id", "=", accountId)
		.where("removed_at", "is", null)
		.returningAll()
		.executeTakeFirst();
}

/** Returns `undefined` if it was unverified or removed before. */
export function markRefused(
	transaction: Database,
	{ merchantId, accountId }: AccountId,
): Promise<ProcessorAccount | undefined> {
	return transaction
		.updateTable("processor_accounts")
		.set({ verified_at: null })
		.where("merchant_id", "=", merchantId)
		.where("account_id", "=", accountId)
		.where("verified_at", "is not", null)
		.where("removed_at", "is", null)
		.returningAll()
		.executeTakeFirst();
}

export async function changeOwnerOfAccounts(
	transaction: Database,
	{ from, to }: { from: number; to: number },
): Promise<string[]> {
	const moved = await transaction
		.updateTable("processor_accounts")
		.set({ merchant_id: to })
		.where("merchant_id", "=", from)
		.where("removed_at", "is", null)
		.returning("account_id")
		.execute();
	return moved.map(({ account_id }) => account_id);
}

interface WantedAccount {
	merchantId: number;
	/** `true` for a demo merchant: a verified account of a test system. */
	mustBeTest: boolean;
	currency: string;
}

export type FoundAccount = Pick<ProcessorAccount, "account_id" | "processor" | "currency">;

const findStatement = `
	/* prepare: find-processor-accounts */
	select wanted.place, account.*
	from unnest($1::bigint[], $2::text[], $3::boolean[]) with ordinality
		as wanted (merchant_id, currency, must_be_test, place)
	cross join lateral (
		select account_id, processor, currency from processor_accounts
		where merchant_id = wanted.merchant_id and removed_at is null and currency = wanted.currency
			and (not wanted.must_be_test or is_test and verified_at is not null)
	) as account`;

const maximumAccountsPerQuery = 200;

/** Simultaneous calls share a query. Nothing is cached. */
export function createAccountLookup(database: Database): (wanted: WantedAccount) => Promise<FoundAccount | undefined> {
	return inBatches({
		async run(wanted: WantedAccount[]) {
			const parameters = [
				wanted.map(({ merchantId }) => merchantId),
				wanted.map(({ currency }) => currency),
				wanted.map(({ mustBeTest }) => mustBeTest),
			];
			const { rows } = await database.executeQuery<FoundAccount & { place: number }>(
				CompiledQuery.raw(findStatement, parameters),
			);
			const found = new Map(rows.map(({ place, ...account }) => [place, account]));
			return wanted.map((_wanted, index) => found.get(index + 1));
		},
		maximumItems: maximumAccountsPerQuery,
		isRead: true,
	});
}

/** Per merchant and hour, on all gateways and by commands. */
export const maximumChecks = 20;
const windowMs = 60 * 60 * 1000;

/**
 * @param now real time, ms since 1970
 * @returns ms until there is room again; `undefined` within the limit
 */
export async function countCheck(
	database: Database,
	{ merchantId, now }: { merchantId: number; now: number },
): Promise<number | undefined> {
	const isNew = sql<boolean>`(checks.window_started_at not between ${now - windowMs + 1}::bigint and ${now}::bigint)`;
	const { rows } = await sql<{ window_started_at: number; count: number }>`
		insert into processor_account_checks as checks (merchant_id, window_started_at, count)
		values (${merchantId}, ${now}, 1)
		on conflict (merchant_id) do update set
			count = case when ${isNew} then 1 else least(checks.count, ${maximumChecks}::integer) + 1 end,
			window_started_at = case when ${isNew} then excluded.window_started_at else checks.window_started_at end
		returning window_started_at, count`.execute(database);
	const [window] = rows;
	if (window === undefined || window.count <= maximumChecks) return undefined;
	return window.window_started_at + windowMs - now;
}
