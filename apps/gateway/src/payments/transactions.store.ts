import { inBatches, wasRefused } from "@cardseal/batch";
import { CompiledQuery, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Transaction } from "../db/schema.ts";

/** A charge that is about to be submitted: everything but what only the database and the processor know. */
export type NewTransaction = Omit<
	Transaction,
	| "id"
	| "status"
	| "refunded_cents"
	| "message"
	| "decline_class"
	| "processor_auth_code"
	| "processor_transaction_id"
	| "decided_at"
>;

/** What makes sure that a charge happens once. */
export interface OnceOnly {
	/** The mark of the card token, when the card came in one, and the hosted form's session, when that made it. */
	usedMark?: { mark: Buffer; expiresAt: number; sessionId: Buffer | undefined } | undefined;
	/** The caller's Idempotency-Key, when there is one. `now` is real time, ms since 1970. */
	idempotency?: { route: string; key: string; fingerprint: Buffer; now: number } | undefined;
}

/** A new charge with what is written down in the same breath. */
export interface PendingCharge extends OnceOnly {
	transaction: NewTransaction;
	/** Until when its own gateway waits for the processor, in real time; then the recovery may ask. ms since 1970. */
	waitsUntil: number;
}

/** Why a charge was not written down: somebody was there before. */
export type AlreadyThere = "token_used" | "key_used";

/** A processor's word as it is written down. */
export interface RecordedOutcome {
	status: "APPROVED" | "DECLINED";
	message: string;
	decline_class: Transaction["decline_class"];
	processor_auth_code: string | null;
	processor_transaction_id: string | null;
	decided_at: number;
}

export interface DecidedCharge {
	transactionId: string;
	outcome: RecordedOutcome;
	/** For whoever repeats the request; left out where the request carried no Idempotency-Key. */
	answer: { status: number; body: unknown } | undefined;
}

/** The two writes of a charge's life. Charges at the same time share a statement, and so a flush of the log to disk. */
export interface ChargeWriter {
	/** Writes a charge down as PENDING, before the processor hears of it; returns it with its id. */
	insertPending(charge: PendingCharge): Promise<Transaction | AlreadyThere>;
	/** Writes the outcome of a PENDING charge. `false` when it has one already, which nothing changes any more. */
	recordOutcome(charge: DecidedCharge): Promise<boolean>;
}

const maximumCharges = 200;

export function chargeWriter(database: Database): ChargeWriter {
	const insert = inBatches({
		run: (charges: PendingCharge[]) => insertPendingCharges(database, charges),
		maximumItems: maximumCharges,
		isItemsFault: wasRefused,
	});
	const recordOutcome = inBatches({
		run: (charges: DecidedCharge[]) => recordOutcomes(database, charges),
		maximumItems: maximumCharges,
		isItemsFault: wasRefused,
	});
	return {
		async insertPending(charge) {
			try {
				return await insert(charge);
			} catch (error) {
				const meaning = meaningOf(error);
				if (meaning === undefined) throw error;
				return meaning;
			}
		},
		recordOutcome,
	};
}

/** The columns of a new charge with their PostgreSQL types, in the order of the statement. */
const newColumns = {
	transaction_id: "text",
	merchant_id: "bigint",
	type: "text",
	processor: "text",
	amount_cents: "bigint",
	currency: "text",
	captured: "boolean",
	card_type: "text",
	card_suffix: "text",
	card_expiry: "text",
	channel: "text",
	user_id: "bigint",
	email: "text",
	first_name: "text",
	last_name: "text",
	company: "text",
	bcc_emails: "text",
	telephone: "text",
	address1: "text",
	address2: "text",
	city: "text",
	province: "text",
	country: "text",
	postal_code: "text",
	custom_id: "text",
	invoice_id: "text",
	sending_receipt: "boolean",
	test_mode: "boolean",
	created_at: "bigint",
} as const satisfies Record<keyof NewTransaction, string>;

const newColumnNames = Object.keys(newColumns) as (keyof NewTransaction)[];
const otherParameters = 8;
const newColumnArrays = Object.values(newColumns).map((type, index) => `$${otherParameters + 1 + index}::${type}[]`);

/** One statement, so that a charge, its token's mark and its key stand all together or not at all. */
const insertPending = `
	/* prepare: insert-pending */
	with charge as (
		select * from unnest(
			$1::bytea[], $2::bigint[], $3::bytea[], $4::text[], $5::text[], $6::bytea[], $7::bigint[], $8::bigint[],
			${newColumnArrays.join(", ")}
		) as charge (
			mark, mark_expires_at, session_id, route, key, fingerprint, keyed_at, waits_until,
			${newColumnNames.join(", ")}
		)
	), used_mark as (
		insert into used_card_tokens (mark, expires_at, session_id)
		select mark, mark_expires_at, session_id from charge where mark is not null
	), idempotency_key as (
		insert into idempotency_keys (merchant_id, route, key, fingerprint, transaction_id, created_at)
		select merchant_id, route, key, fingerprint, transaction_id, keyed_at from charge where key is not null
	), pending as (
		insert into pending_charges (transaction_id, waits_until, next_inquiry_at)
		select transaction_id, waits_until, waits_until from charge
	)
	insert into transactions (${newColumnNames.join(", ")}, status)
	select ${newColumnNames.join(", ")}, 'PENDING' from charge
	returning transaction_id, id`;

async function insertPendingCharges(database: Database, charges: PendingCharge[]): Promise<Transaction[]> {
	const parameters = [
		charges.map(({ usedMark }) => usedMark?.mark ?? null),
		charges.map(({ usedMark }) => usedMark?.expiresAt ?? null),
		charges.map(({ usedMark }) => usedMark?.sessionId ?? null),
		charges.map(({ idempotency }) => idempotency?.route ?? null),
		charges.map(({ idempotency }) => idempotency?.key ?? null),
		charges.map(({ idempotency }) => idempotency?.fingerprint ?? null),
		charges.map(({ idempotency }) => idempotency?.now ?? null),
		charges.map(({ waitsUntil }) => waitsUntil),
		...newColumnNames.map((column) => charges.map(({ transaction }) => transaction[column])),
	];
	const { rows } = await database.executeQuery<{ transaction_id: string; id: number }>(
		CompiledQuery.raw(insertPending, parameters),
	);
	const ids = new Map(rows.map((row) => [row.transaction_id, row.id]));
	return charges.map(({ transaction }) => pendingTransaction(transaction, ids.get(transaction.transaction_id)));
}

function pendingTransaction(transaction: NewTransaction, id: number | undefined): Transaction {
	if (id === undefined) throw new Error("The insert of a transaction returned no id.");
	return {
		...transaction,
		id,
		status: "PENDING",
		refunded_cents: 0,
		message: null,
		decline_class: null,
		processor_auth_code: null,
		processor_transaction_id: null,
		decided_at: null,
	};
}

const uniqueViolation = "23505";

const constraintMeanings: Record<string, AlreadyThere> = {
	used_card_tokens_pkey: "token_used",
	// Another token of the same session: to its caller the same as this one.
	one_token_per_session: "token_used",
	idempotency_keys_pkey: "key_used",
};

function meaningOf(error: unknown): AlreadyThere | undefined {
	if (!(error instanceof Error) || !("code" in error) || error.code !== uniqueViolation) return undefined;
	return "constraint" in error ? constraintMeanings[String(error.constraint)] : undefined;
}

/** Only a PENDING charge is decided: of two who learn an outcome, the first one writes it and nobody changes it. */
const recordOutcomesOfPending = `
	/* prepare: record-outcome */
	with outcome as (
		select * from unnest(
			$1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::integer[], $9::text[]
		) as outcome (
			transaction_id, status, message, decline_class, auth_code, processor_transaction_id, decided_at,
			response_status, response_body
		)
	), decided as (
		update transactions
		set status = outcome.status, message = outcome.message, decline_class = outcome.decline_class,
			processor_auth_code = outcome.auth_code, processor_transaction_id = outcome.processor_transaction_id,
			decided_at = outcome.decided_at
		from outcome
		where transactions.transaction_id = outcome.transaction_id and transactions.status = 'PENDING'
		returning outcome.transaction_id, outcome.response_status, outcome.response_body
	), answered as (
		update idempotency_keys
		set response_status = decided.response_status, response_body = decided.response_body
		from decided
		where decided.response_status is not null and idempotency_keys.transaction_id = decided.transaction_id
	), not_pending as (
		delete from pending_charges using decided where pending_charges.transaction_id = decided.transaction_id
	)
	select transaction_id from decided`;

async function recordOutcomes(database: Database, charges: DecidedCharge[]): Promise<boolean[]> {
	const parameters = [
		charges.map(({ transactionId }) => transactionId),
		charges.map(({ outcome }) => outcome.status),
		charges.map(({ outcome }) => outcome.message),
		charges.map(({ outcome }) => outcome.decline_class),
		charges.map(({ outcome }) => outcome.processor_auth_code),
		charges.map(({ outcome }) => outcome.processor_transaction_id),
		charges.map(({ outcome }) => outcome.decided_at),
		charges.map(({ answer }) => answer?.status ?? null),
		charges.map(({ answer }) => answer && JSON.stringify(answer.body)),
	];
	const { rows } = await database.executeQuery<{ transaction_id: string }>(
		CompiledQuery.raw(recordOutcomesOfPending, parameters),
	);
	const decided = new Set(rows.map((row) => row.transaction_id));
	return charges.map(({ transactionId }) => decided.delete(transactionId));
}

/** Finds a merchant's transaction by either of its ids. */
export async function findTransaction(
	database: Database,
	merchantId: number,
	id: { id: number } | { transactionId: string },
): Promise<Transaction | undefined> {
	const query = database.selectFrom("transactions").selectAll().where("merchant_id", "=", merchantId);
	const byId = "id" in id ? query.where("id", "=", id.id) : query.where("transaction_id", "=", id.transactionId);
	return byId.executeTakeFirst();
}

/**
 * Claims charges whose processor should have answered by now, for this caller alone: their next turn is moved, so
 * that another gateway, or this one after a crash, takes them up again when the claim has passed. Times are real, in ms since 1970.
 */
export async function claimLeftPending(
	database: Database,
	{ now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<Transaction[]> {
	const claimed = await database
		.updateTable("pending_charges")
		.set({ next_inquiry_at: claimedUntil })
		.where("transaction_id", "in", (due) =>
			due
				.selectFrom("pending_charges")
				.select("transaction_id")
				.where("next_inquiry_at", "<=", now)
				.limit(limit)
				.forUpdate()
				.skipLocked(),
		)
		.returning("transaction_id")
		.execute();
	if (claimed.length === 0) return [];
	const ids = claimed.map((charge) => charge.transaction_id);
	return database
		.selectFrom("transactions")
		.selectAll()
		.where("transaction_id", "=", sql<string>`any(${ids}::text[])`)
		.execute();
}
