/* Modifications and recovery use a charge's account also after its removal. */

import { type Clocks, fieldProblem, newLookupId, notFound, Problem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { originField, type Vault, verifyAccount } from "@cardseal/vault";
import { requireCurrency } from "../currency.ts";
import type { Merchant } from "../merchant.ts";
import { findMerchant, hasLiveTwin } from "../merchants.store.ts";
import { type AccountValues, readAccountFields } from "./account-fields.ts";
import { checkAccount } from "./check-account.ts";
import type { Processors } from "./load-processors.ts";
import {
	type AccountId,
	findProcessorAccount,
	insertProcessorAccount,
	isAccountOfAnother,
	listProcessorAccounts,
	updateProcessorAccount,
} from "./processor-accounts.store.ts";
import { notifyOfChange, recordChange } from "./record-change.ts";
import type { ProcessorAccount } from "./tables.ts";

export interface ProcessorAccounts {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	processors: Processors;
	isSandbox: boolean;
	processorTimeoutMs: number;
}

export interface NewProcessorAccount {
	processor: string;
	currency: string;
	fields: Readonly<Record<string, string>>;
	/** A simulator's origin, for an account of a test system. */
	origin?: string | undefined;
}

export const refusals = {
	sandbox: () =>
		new Problem(
			"sandbox_without_processors",
			"A sandbox never moves real money, so it connects no processor's account.",
		),
	unknown: () =>
		fieldProblem([
			{
				field: "processor",
				reason: "processor_unknown",
				message: "No processor of this name is installed in this gateway.",
			},
		]),
	twin: () =>
		new Problem(
			"already_live",
			"This merchant is the demo twin of a live one, and takes accounts of test systems only. Add this account to the live merchant.",
		),
	exists: () =>
		new Problem("processor_account_exists", "There is an account for this currency. Remove it, then add this one."),
	taken: () =>
		new Problem(
			"processor_account_taken",
			"Another merchant uses this account at the processor, and each would see the other's settlements. Use an account of your own there.",
		),
	test: (processor: string) =>
		new Problem(
			"processor_account_is_test",
			`This is an account of the test system of ${processor}, which moves no money. A live merchant needs one that does.`,
		),
	changed: () =>
		new Problem("processor_account_changed", "The account was changed at the same time. Look at it, then try again."),
};

/**
 * Live charges in the account's currency go to it once its processor has confirmed it.
 *
 * @throws Problem 400, 409, 429, 503; nothing is saved then
 */
export async function addProcessorAccount(
	context: ProcessorAccounts,
	merchant: Pick<Merchant, "id" | "currencies" | "mode">,
	{ processor, currency, fields, origin }: NewProcessorAccount,
	caller: Caller,
): Promise<ProcessorAccount> {
	const { database, vault, clocks, processors } = context;
	if (context.isSandbox) throw refusals.sandbox();
	const adapter = processors.get(processor);
	if (adapter === undefined) throw refusals.unknown();
	requireCurrency(merchant, currency);
	const values = atOrigin(readAccountFields(adapter.fields, fields), origin);
	// The check may take long; the unique index decides between two requests.
	const others = await listProcessorAccounts(database, merchant.id);
	if (others.some((other) => other.currency === currency)) throw refusals.exists();
	const about = { processor: adapter.title, merchantId: merchant.id };
	const { isTest } = await checkAccount(context, about, () => verifyAccount(adapter, values.all));
	if (isTest && merchant.mode === "live") throw refusals.test(adapter.title);
	if (!isTest && (await hasLiveTwin(database, merchant.id))) throw refusals.twin();
	const fingerprint = vault.fingerprintProcessorAccount(adapter, values.all);
	return database.transaction().execute(async (transaction: Database) => {
		if (await isAccountOfAnother(transaction, { fingerprint, merchantId: merchant.id })) throw refusals.taken();
		const now = clocks.business.now();
		const account = {
			account_id: newLookupId(),
			merchant_id: merchant.id,
			processor,
			currency,
			shown_fields: values.shown,
			fingerprint,
			verified_at: now,
			is_test: isTest,
			created_at: now,
		};
		if (!(await insertProcessorAccount(transaction, account))) throw refusals.exists();
		const stored = { account: { id: account.account_id, merchantId: merchant.id }, secrets: values.all };
		await vault.storeProcessorAccount(transaction.withTables(), stored);
		const added = { ...account, removed_at: null, remove_reason: null };
		await recordChange(transaction, clocks, { type: "processor_account.added", account: added, caller });
		await notifyOfChange(transaction, adapter, { event: "processor_account.added", account: added, caller, now });
		return added;
	});
}

function atOrigin({ all, shown }: AccountValues, origin: string | undefined): AccountValues {
	if (origin === undefined) return { all, shown };
	return { all: { ...all, [originField]: origin }, shown: { ...shown, [originField]: origin } };
}

/**
 * @throws Problem 404; 400 when the processor refuses the account, or it is of the test system and the merchant live:
 * it then counts as not verified; 409 when it was changed meanwhile; 429, 503
 */
export async function verifyProcessorAccount(
	context: ProcessorAccounts,
	id: AccountId,
	caller: Caller,
): Promise<ProcessorAccount> {
	const { database, vault, clocks, processors } = context;
	const account = await findProcessorAccount(database, id);
	if (account === undefined) throw notFound("processor_account");
	const adapter = processors.get(account.processor);
	if (adapter === undefined) throw refusals.unknown();
	const stored = { id: id.accountId, merchantId: id.merchantId };
	const version = await vault.versionOfProcessorAccount(database.withTables(), stored);
	const check = () => vault.verifyProcessorAccount(adapter, stored);
	const about = { processor: adapter.title, merchantId: id.merchantId };
	try {
		const { isTest } = await checkAccount(context, about, check);
		if (isTest && (await isLive(database, id.merchantId))) throw refusals.test(adapter.title);
		return await recordCheck({ database, vault, clocks }, id, { isConfirmed: true, isTest, version, caller });
	} catch (error) {
		const isRefused = error instanceof Problem && refusedReasons.has(error.reason);
		if (isRefused) await recordCheck({ database, vault, clocks }, id, { isConfirmed: false, version, caller });
		throw error;
	}
}

const refusedReasons: ReadonlySet<string> = new Set(["processor_account_refused", "processor_account_is_test"]);

export async function isLive(database: Database, merchantId: number): Promise<boolean> {
	return (await findMerchant(database, { id: merchantId }))?.mode === "live";
}

/** @param check its result, and the version that was checked */
function recordCheck(
	{ database, vault, clocks }: Pick<ProcessorAccounts, "database" | "vault" | "clocks">,
	id: AccountId,
	check: { version: string; caller: Caller } & ({ isConfirmed: true; isTest: boolean } | { isConfirmed: false }),
): Promise<ProcessorAccount> {
	const { isConfirmed, version, caller } = check;
	return database.transaction().execute(async (transaction: Database) => {
		const now = clocks.business.now();
		const change = isConfirmed ? { verified_at: now, is_test: check.isTest } : { verified_at: null };
		const account = await updateProcessorAccount(transaction, id, change);
		if (account === undefined) throw notFound("processor_account");
		const stored = { id: id.accountId, merchantId: id.merchantId };
		const current = await vault.versionOfProcessorAccount(transaction.withTables(), stored);
		if (current !== version) throw refusals.changed();
		const type = isConfirmed ? "processor_account.verified" : "processor_account.refused";
		await recordChange(transaction, clocks, { type, account, caller });
		return account;
	});
}

/**
 * The vault keeps its secrets for modifications of its charges.
 *
 * @throws Problem 404
 */
export function removeProcessorAccount(
	{ database, clocks, processors }: Pick<ProcessorAccounts, "database" | "clocks" | "processors">,
	id: AccountId,
	{ reason, caller }: { reason: string; caller: Caller },
): Promise<ProcessorAccount> {
	return database.transaction().execute(async (transaction: Database) => {
		const now = clocks.business.now();
		const account = await updateProcessorAccount(transaction, id, { removed_at: now, remove_reason: reason });
		if (account === undefined) throw notFound("processor_account");
		await recordChange(transaction, clocks, { type: "processor_account.removed", account, caller, reason });
		const adapter = processors.get(account.processor);
		await notifyOfChange(transaction, adapter, { event: "processor_account.removed", account, caller, now });
		return account;
	});
}
