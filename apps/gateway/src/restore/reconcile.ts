import { type Adopting, adoptBankFiles, createAftRail, submitQueued } from "@cardseal/eft/gateway";
import { findMerchants, type Merchant, type Processors } from "@cardseal/merchants";
import { type Payments, recordAsSent } from "@cardseal/payments";
import {
	anotherAmount,
	type DecidedTransaction,
	type ListedEntry,
	type ListedResult,
	type ListedWriting,
	recordPendingAsSent,
	writeListed,
} from "@cardseal/payments/gateway";
import { isLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type FindReported, type ReplayedRenewal, replayRenewals } from "@cardseal/subscriptions/gateway";
import type { ActionNeeded, ListedRequest, Period, RequestSource, Vault } from "@cardseal/vault";
import { type InvalidRequest, type ListedPage, readPage } from "./listed-schema.ts";
import { type AccountToAsk, listAccountsToAsk, listPending, noteReconciledTransaction } from "./reconcile.store.ts";
import { windowMarginMs } from "./restored-mode.ts";
import { findOpenRestore, lockOpenRestore, type Restore, updateRestore } from "./restores.store.ts";
import type { OpenItem } from "./tables.ts";

/* Each step may be repeated after a crash. */

export interface Reconciling {
	payments: Payments;
	vault: Pick<Vault, "connectProcessor">;
	processors: Processors;
	caller: Caller;
	bank: Pick<Adopting, "settings" | "directory">;
	reportProgress: (line: string) => void;
}

export type Reconciled = NonNullable<Awaited<ReturnType<typeof reconcile>>>;

export async function reconcile(reconciling: Reconciling) {
	const { payments, caller } = reconciling;
	const { database, clocks } = payments;
	const restore = await findOpenRestore(database);
	if (restore === undefined) return undefined;
	await recordPendingAsSent(database, restore.window_from);
	const open: OpenItem[] = [];
	const listed = await readListed(reconciling, restore, open);
	const writing: ListedWriting = {
		payments,
		contested: contestedIn(listed.inOrder),
		noteDecided: (decided) => recordReconciled(reconciling, restore, decided),
	};
	// Runs first, so that renewals in flight can continue.
	const pending = await listPending(database);
	let decided = 0;
	for (const one of listed.inOrder) {
		if (pending.has(one.listed.reference) && (await tryToWrite(writing, one)) === "decided") decided += 1;
	}
	const renewed = await replay(reconciling, writing, { restore, listed, open });
	let written = renewed.length;
	for (const one of listed.inOrder) {
		const result = await tryToWrite(writing, one);
		if (result === "written") written += 1;
		else if (result === "decided") decided += 1;
		else if (result !== "nothing") open.push(result);
	}
	const files = await adoptFiles(reconciling, restore);
	open.push(...files.open);
	await database.transaction().execute(async (transaction: Database) => {
		if ((await lockOpenRestore(transaction))?.id !== restore.id) throw new Error("The restore was finished meanwhile.");
		await updateRestore(transaction, restore.id, { reconciled_at: clocks.real.now(), open_items: open });
		const details = { written, open: open.length };
		const about = { object: String(restore.id), merchantId: null, caller };
		await recordEvent(transaction, clocks, { type: "restore.reconciled", ...about, details });
	});
	return { restore, written, decided, open, adoptedFiles: files.adopted };
}

async function recordReconciled(
	{ payments: { database, clocks }, caller }: Reconciling,
	{ id: restoreId }: Restore,
	{ transactionId, merchantId, result }: DecidedTransaction,
): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		const reconciled_at = clocks.real.now();
		const row = { merchant_id: merchantId, transaction_id: transactionId, restore_id: restoreId, reconciled_at };
		if (!(await noteReconciledTransaction(transaction, row))) return;
		const details = { restore: String(restoreId), result };
		const about = { object: transactionId, merchantId, caller };
		await recordEvent(transaction, clocks, { type: "transaction.reconciled", ...about, details });
	});
}

async function tryToWrite(writing: ListedWriting, entry: ListedEntry): Promise<ListedResult> {
	try {
		return await writeListed(writing, entry);
	} catch (error) {
		return { about: entry.listed.reference, problem: `It could not be written: ${messageOf(error)}` };
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : "an unknown error";
}

/** Merchants choose references at their own accounts. */
function contestedIn(entries: ListedEntry[]): ReadonlySet<string> {
	const owners = new Map<string, number>();
	const contested = new Set<string>();
	for (const { listed, merchant } of entries) {
		if ((owners.get(listed.reference) ?? merchant.id) !== merchant.id) contested.add(listed.reference);
		owners.set(listed.reference, merchant.id);
	}
	return contested;
}

async function adoptFiles({ payments, bank }: Reconciling, restore: Restore) {
	const { database, clocks } = payments;
	const rail = createAftRail({ database, clock: clocks.business });
	const failures = await submitQueued({ database, clocks }, rail);
	if (failures.length > 0) throw new AggregateError(failures, "Some bank payments could not be queued.");
	const lost = Object.entries(restore.file_numbers).map(([originatorId, last]) => ({
		originatorId,
		after: restore.kept_file_numbers[originatorId] ?? 0,
		last,
	}));
	return adoptBankFiles({ database, clocks, ...bank, lost, lostSince: restore.window_from });
}

interface AllListed {
	/** Charges come before their modifications. */
	inOrder: ListedEntry[];
	byReference: ReadonlyMap<string, ListedEntry>;
	/** Accounts whose processors only look up single references. */
	withoutLists: AccountWithoutLists[];
}

type AccountWithoutLists = AccountToAsk & { source: RequestSource };

async function readListed(reconciling: Reconciling, restore: Restore, open: OpenItem[]): Promise<AllListed> {
	const { payments, reportProgress } = reconciling;
	const inOrder: ListedEntry[] = [];
	const withoutLists: AccountWithoutLists[] = [];
	const accounts = await listAccountsToAsk(payments.database);
	const merchants = await merchantsOf(payments.database, accounts);
	const period = { from: restore.window_from, to: restore.noticed_at + windowMarginMs };
	for (const account of accounts) {
		const merchant = merchants.get(account.merchant_id);
		if (merchant === undefined) continue;
		const about = `${account.processor} ${account.account_id}`;
		const { requests = [], invalid = [], problem, source } = await askAccount(reconciling, account, period);
		if (problem !== undefined) open.push({ about, problem });
		if (source !== undefined) withoutLists.push({ ...account, source });
		await noteInvalid(reconciling, invalid, { about, open });
		reportProgress(`${about}: ${requests.length} requests`);
		// Other systems may use the account.
		const ours = requests.filter(({ reference }) => isLookupId(reference));
		for (const listed of ours) inOrder.push({ account, merchant, listed });
	}
	inOrder.sort((one, other) => one.listed.happenedAt - other.listed.happenedAt);
	const byReference = new Map(inOrder.map((entry) => [listedKey(entry.merchant, entry.listed.reference), entry]));
	return { inOrder, byReference, withoutLists };
}

function listedKey({ id }: Pick<Merchant, "id">, reference: string): string {
	return `${id} ${reference}`;
}

/** The limit of open items of an account. */
const maximumInvalid = 1_000;

async function noteInvalid(
	{ payments: { database, clocks } }: Reconciling,
	invalid: InvalidRequest[],
	{ about, open }: { about: string; open: OpenItem[] },
): Promise<void> {
	const ours = invalid.filter(({ reference }) => reference === undefined || isLookupId(reference));
	open.push(...ours.slice(0, maximumInvalid).map(({ reference = about, problem }) => ({ about: reference, problem })));
	const others = ours.length - maximumInvalid;
	if (others > 0) open.push({ about, problem: `The processor lists ${others} more that cannot be read.` });
	const references = ours.flatMap(({ reference = [] }) => reference);
	await recordAsSent(database, references, clocks.real.now());
}

async function askAccount(
	{ vault, processors }: Reconciling,
	{ account_id: id, merchant_id: merchantId, processor }: AccountToAsk,
	period: Period,
): Promise<Partial<Listed> & { problem?: string; source?: RequestSource }> {
	const adapter = processors.get(processor);
	if (adapter === undefined) return { problem: "Its processor is not installed: see PROCESSORS_MODULE." };
	const source = vault.connectProcessor(adapter, { id, merchantId });
	if (source.listRequests === undefined) {
		return {
			problem: "Its processor lists nothing. Only renewals were looked up: compare all other payments by hand.",
			source,
		};
	}
	try {
		return await listAll(source, period);
	} catch (error) {
		return { problem: `It could not be asked: ${messageOf(error)}` };
	}
}

/** An endless list is an adapter's error. */
const maximumPages = 100_000;

type Listed = Pick<ListedPage, "requests" | "invalid">;

async function listAll(source: RequestSource, period: Period): Promise<Listed> {
	const listed: Listed = { requests: [], invalid: [] };
	let cursor: string | undefined;
	for (let pages = 0; pages < maximumPages; pages++) {
		const given = await source.listRequests?.(period, cursor);
		if (given === undefined) break;
		const page = readPage(given);
		for (const request of page.requests) listed.requests.push(request);
		for (const request of page.invalid) listed.invalid.push(request);
		cursor = page.cursor;
		if (cursor === undefined) return listed;
	}
	throw new Error("its list has no end");
}

async function merchantsOf(database: Database, accounts: AccountToAsk[]): Promise<Map<number, Merchant>> {
	const merchants = await findMerchants(database, [...new Set(accounts.map((account) => account.merchant_id))]);
	return new Map(merchants.map((merchant) => [merchant.id, merchant]));
}

type Reported = NonNullable<Awaited<ReturnType<FindReported>>>;

/** Another amount than wanted is an open item. */
function reportedOf(
	answer: Reported["outcome"] | ActionNeeded,
	wanted: Pick<ListedRequest, "reference" | "amountCents" | "currency">,
	{ happenedAt, open }: { happenedAt: number; open: OpenItem[] },
): Reported {
	const outcome = answer.result === "action" ? ({ ...answer, result: "accepted" } as const) : answer;
	const { amountCents = wanted.amountCents, currency = wanted.currency } = outcome.result === "approved" ? outcome : {};
	if (amountCents !== wanted.amountCents || currency !== wanted.currency) {
		open.push({ about: wanted.reference, problem: anotherAmount });
	}
	return { outcome, happenedAt, amountCents, currency };
}

/** Processors without lists are asked for each due renewal. */
async function replay(
	{ payments }: Reconciling,
	writing: ListedWriting,
	{ restore, listed: all, open }: { restore: Restore; listed: AllListed; open: OpenItem[] },
): Promise<ReplayedRenewal[]> {
	const { database, clocks } = payments;
	const findReported: FindReported = async ({ merchant, reference, amountCents, currency, dueAt }) => {
		const listed = all.byReference.get(listedKey(merchant, reference))?.listed;
		if (listed !== undefined) return listed;
		let whyUnknown: string | undefined;
		for (const { source } of all.withoutLists.filter((account) => account.merchant_id === merchant.id)) {
			const wanted = { reference, operation: "sale", amountCents, currency } as const;
			const outcome = await source.lookUp({
				...wanted,
				requestedAt: dueAt,
				processorTransactionId: null,
				original: null,
			});
			if (outcome.result === "unknown") whyUnknown = outcome.reason;
			else if (outcome.result !== "not_received")
				return reportedOf(outcome, wanted, { happenedAt: clocks.real.now(), open });
		}
		if (whyUnknown === undefined || dueAt > restore.noticed_at + windowMarginMs) return undefined;
		// The row keeps gateways from sending the renewal again: it stays PENDING for the operator.
		await recordAsSent(database, [reference], clocks.real.now());
		throw new Error(`its processor cannot tell whether it charged ${reference}: ${whyUnknown}`);
	};
	const now = clocks.business.now();
	const renewals = await replayRenewals(payments, findReported, now, (subscriptionId, error) => {
		open.push({ about: `subscription ${subscriptionId}`, problem: `It could not be replayed: ${messageOf(error)}` });
	});
	for (const renewal of renewals) {
		if (renewal.result !== "PENDING") await writing.noteDecided(renewal);
	}
	return renewals;
}
