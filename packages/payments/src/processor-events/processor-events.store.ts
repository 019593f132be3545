import { claimDueRows, type Database, deleteInSlices, rowsAs } from "@cardseal/platform/db";
import type { ProcessorEvent } from "@cardseal/vault";
import { sql } from "kysely";
import type { Transaction } from "../tables.ts";
import type { FeedKey } from "./feed.ts";
import type { ProcessorEventState, ReceivedProcessorEvent } from "./tables.ts";

/** The rest follows a second later. */
const maximumDueFeeds = 50;

/** Lists due accounts that are charged, removed ones included. `now` is real time, ms since 1970. */
export async function listDueFeeds(
	database: Database,
	{ processors, now }: { processors: string[]; now: number },
): Promise<FeedKey[]> {
	const { rows } = await sql<FeedKey>`
		select account.merchant_id as "merchantId", account.processor, account.account_id as account
		from processor_accounts as account
		join merchants on merchants.id = account.merchant_id and (merchants.mode = 'live' or account.is_test)
		left join notice_feeds as feed on (feed.merchant_id, feed.processor, feed.account)
			= (account.merchant_id, account.processor, account.account_id)
		where account.processor = any(${processors}::text[]) and coalesce(feed.next_read_at, 0) <= ${now}::bigint
		order by coalesce(feed.next_read_at, 0), account.account_id
		limit ${maximumDueFeeds}`.execute(database);
	return rows;
}

/** Includes removed accounts. */
export async function findAccountFeed(
	database: Database,
	account: string,
): Promise<{ key: FeedKey; isCharged: boolean } | undefined> {
	const found = await database
		.selectFrom("processor_accounts as account")
		.innerJoin("merchants as merchant", "merchant.id", "account.merchant_id")
		.select(["account.merchant_id as merchantId", "account.processor", "account.is_test", "merchant.mode"])
		.where("account.account_id", "=", account)
		.executeTakeFirst();
	if (found === undefined) return undefined;
	const { merchantId, processor, is_test: isTest, mode } = found;
	return { key: { merchantId, processor, account }, isCharged: mode === "live" || isTest };
}

/**
 * Returns the merchant's accounts that are the feed's account at the processor: there is one row for each currency, and
 * the processor tells each event to the addresses of all of them. A removed account, whose secrets may have leaked, is
 * alone.
 */
export async function listAccountsOfFeed(database: Database, { merchantId, account }: FeedKey): Promise<string[]> {
	const { rows } = await sql<{ account: string }>`
		select other.account_id as account
		from processor_accounts as own join processor_accounts as other using (merchant_id, processor, fingerprint)
		where merchant_id = ${merchantId} and own.account_id = ${account} and own.removed_at is null`.execute(database);
	return [...new Set([account, ...rows.map((alike) => alike.account)])];
}

/** Returns false for a charge of another account: a feed has events of its own charges only. */
export async function isOfFeed(
	database: Database,
	{ processor, processor_account: account }: Pick<Transaction, "processor" | "processor_account">,
	feed: FeedKey,
): Promise<boolean> {
	if (processor !== feed.processor) return false;
	return account === feed.account || (await listAccountsOfFeed(database, feed)).includes(account ?? "");
}

export interface ClaimedFeed {
	cursor: string | null;
	problem: string | null;
}

/** Returns `undefined` while the feed is not due or claimed. Real times, ms since 1970. */
export async function claimFeed(
	database: Database,
	key: FeedKey,
	times: { now: number; claimedUntil: number },
): Promise<ClaimedFeed | undefined> {
	await database
		.insertInto("notice_feeds")
		.values({ ...columnsOf(key), cursor: null, problem: null })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const [claimed] = await claimDueRows<ClaimedFeed>(database, {
		...times,
		table: "notice_feeds",
		key: ["merchant_id", "processor", "account"],
		dueAt: "next_read_at",
		where: isFeed(key),
		limit: 1,
		returning: sql`cursor, problem`,
	});
	return claimed;
}

/** The cursor moves in the transaction that stores the processor events. */
export async function changeFeed(
	database: Database,
	key: FeedKey,
	change: { next_read_at: number } & ({ cursor: string } | { problem: string | null }),
): Promise<void> {
	await database.updateTable("notice_feeds").set(change).where(isFeed(key)).execute();
}

/** Repeated processor events change nothing. */
export async function keepProcessorEvents(
	transaction: Database,
	key: FeedKey,
	events: readonly ProcessorEvent[],
	times: { nextAttemptAt: number; receivedAt: number },
): Promise<void> {
	const rows = events.map((event) => ({ ...rowOf(event), problem: null }));
	await insertProcessorEvents(transaction, key, rows, { ...times, state: "waiting" });
}

/** Opens a closed processor event again. */
export async function keepDiffering(
	database: Database,
	key: FeedKey,
	event: ProcessorEvent,
	{ problem, keptAt, receivedAt }: { keptAt: number; receivedAt: number; problem: string },
): Promise<void> {
	const rows = [{ ...rowOf(event), problem }];
	await insertProcessorEvents(
		database,
		key,
		rows,
		{ state: "differing", nextAttemptAt: keptAt, receivedAt },
		openAgain,
	);
}

function rowOf(event: ProcessorEvent) {
	return {
		id: storable(event.id),
		kind: event.kind,
		body: JSON.stringify(event, (_key, value) => (typeof value === "string" ? storable(value) : value)),
	};
}

/** The content is not stored: it may hold anything. */
export interface InvalidProcessorEvent {
	id: string;
	kind: ProcessorEvent["kind"] | "unknown";
	problem: string;
}

export async function keepInvalid(
	transaction: Database,
	key: FeedKey,
	events: readonly InvalidProcessorEvent[],
	{ keptAt, receivedAt }: { keptAt: number; receivedAt: number },
): Promise<InvalidProcessorEvent[]> {
	const rows = events.map((event) => ({ ...event, body: null }));
	const ids = new Set(
		await insertProcessorEvents(transaction, key, rows, { state: "invalid", nextAttemptAt: keptAt, receivedAt }),
	);
	return events.filter(({ id }) => ids.delete(id));
}

interface NewProcessorEvent extends Pick<ReceivedProcessorEvent, "kind" | "problem"> {
	id: string;
	body: string | null;
}

const openAgain = sql`on conflict (merchant_id, processor, account, notice_id) do update
	set state = excluded.state, kind = excluded.kind, body = excluded.body, problem = excluded.problem,
		next_attempt_at = excluded.next_attempt_at, received_at = excluded.received_at
	where received_notices.state in ('applied', 'closed')`;

async function insertProcessorEvents(
	database: Database,
	{ merchantId, processor, account }: FeedKey,
	events: NewProcessorEvent[],
	{ state, nextAttemptAt, receivedAt }: { state: ProcessorEventState; nextAttemptAt: number; receivedAt: number },
	onConflict = sql`on conflict do nothing`,
): Promise<string[]> {
	if (events.length === 0) return [];
	const { rows } = await sql<{ id: string }>`
		insert into received_notices (
			merchant_id, processor, account, state, next_attempt_at, received_at, notice_id, kind, body, problem
		)
		select ${merchantId}::bigint, ${processor}, ${account}, ${state}, ${nextAttemptAt}::bigint, ${receivedAt}::bigint,
			id, kind, body::jsonb, problem
		from ${rowsAs("processor_event", { id: "text", kind: "text", body: "text", problem: "text" }, events)}
		${onConflict}
		returning notice_id as id`.execute(database);
	return rows.map(({ id }) => id);
}

/** PostgreSQL refuses these in a text, and one such processor event would stop all later ones. */
function storable(text: string): string {
	return text.toWellFormed().replaceAll("\0", "");
}

export interface WaitingProcessorEvent extends FeedKey {
	eventId: string;
	body: ProcessorEvent;
	/** The number of claims, this one included. */
	attempts: number;
	problem: string | null;
}

/** Claims processor events of one feed or all. Real times, ms since 1970. */
export function claimWaiting(
	database: Database,
	claim: { now: number; claimedUntil: number; limit: number },
	feed?: FeedKey,
): Promise<WaitingProcessorEvent[]> {
	return claimDueRows<WaitingProcessorEvent>(database, {
		...claim,
		table: "received_notices",
		key: ["merchant_id", "processor", "account", "notice_id"],
		dueAt: "next_attempt_at",
		where: feed === undefined ? sql`state = 'waiting'` : sql`state = 'waiting' and ${isFeed(feed)}`,
		set: sql`attempts = attempts + 1`,
		returning: sql`received_notices.merchant_id as "merchantId", received_notices.processor, received_notices.account,
			received_notices.notice_id as "eventId", body, attempts, problem`,
	});
}

export async function hasWaiting(database: Database, feed: FeedKey): Promise<boolean> {
	const waiting = await database
		.selectFrom("received_notices")
		.select("notice_id")
		.where(isFeed(feed))
		.where("state", "=", "waiting")
		.limit(1)
		.executeTakeFirst();
	return waiting !== undefined;
}

export interface Applied {
	state: "applied" | OpenState;
	problem?: string;
}

/**
 * Changes a processor event that still waits. Keeps the content only for the operator.
 *
 * @param at real time, ms since 1970, of the end or of the next attempt
 */
export async function changeProcessorEvent(
	database: Database,
	event: WaitingProcessorEvent,
	{ state, problem = null, at }: { state: "waiting" | Applied["state"]; problem?: string | null; at: number },
): Promise<void> {
	await database
		.updateTable("received_notices")
		.set({ state, problem, next_attempt_at: at, ...(state === "applied" && { body: null }) })
		.where(isFeed(event))
		.where("notice_id", "=", event.eventId)
		.where("state", "=", "waiting")
		.execute();
}

/** The states that only the operator ends. */
const openStates = ["unmatched", "differing", "invalid"] as const satisfies ProcessorEventState[];

export type OpenState = (typeof openStates)[number];

/** The condition of the index; a parameter would prevent its use. */
export const isNotEnded = sql<boolean>`state not in ('applied', 'closed')`;

/** A processor event that needs the operator. */
export interface OpenProcessorEvent extends FeedKey {
	eventId: string;
	kind: ReceivedProcessorEvent["kind"];
	state: OpenState;
	problem: string | null;
	reference: string | null;
	/** Business time, ms since 1970. */
	receivedAt: number;
}

/** Lists oldest first. */
export function listOpenProcessorEvents(
	database: Database,
	{ merchantId, eventId, limit }: { merchantId?: number | undefined; eventId?: string; limit: number },
): Promise<OpenProcessorEvent[]> {
	return database
		.selectFrom("received_notices")
		.select([
			"merchant_id as merchantId",
			"processor",
			"account",
			"notice_id as eventId",
			"kind",
			"problem",
			"received_at as receivedAt",
			sql<OpenState>`state`.as("state"),
			sql<string | null>`body->>'reference'`.as("reference"),
		])
		.where(isNotEnded)
		.where("state", "<>", "waiting")
		.$if(merchantId !== undefined, (query) => query.where("merchant_id", "=", merchantId ?? 0))
		.$if(eventId !== undefined, (query) => query.where("notice_id", "=", eventId ?? ""))
		.orderBy("received_at")
		.orderBy("notice_id")
		.limit(limit)
		.execute();
}

/** Returns `false` when it is not open. `now` is real time, ms since 1970. */
export async function closeOpenProcessorEvent(
	transaction: Database,
	event: OpenProcessorEvent,
	now: number,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("received_notices")
		.set({ state: "closed", body: null, next_attempt_at: now })
		.where(isFeed(event))
		.where("notice_id", "=", event.eventId)
		.where("state", "in", openStates)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Deletes what ended before a real time, ms since 1970. */
export async function deleteEndedProcessorEvents(database: Database, before: number): Promise<void> {
	await deleteInSlices(
		database,
		"received_notices",
		sql`state in ('applied', 'closed') and next_attempt_at < ${before}::bigint`,
	);
}

function columnsOf({ merchantId, processor, account }: FeedKey) {
	return { merchant_id: merchantId, processor, account };
}

function isFeed({ merchantId, processor, account }: FeedKey) {
	return sql<boolean>`(merchant_id, processor, account) = (${merchantId}::bigint, ${processor}, ${account})`;
}
