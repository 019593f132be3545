import type { CustomerKey } from "@cardseal/customers";
import { type Database, rowsAs } from "@cardseal/platform/db";
import { sql } from "kysely";

export const copiesPerSlice = 500;

const readPerSlice = 5_000;

export interface PaymentPosition {
	createdAt: number;
	id: number;
}

export interface PaymentCopy extends PaymentPosition {
	transactionId: string;
}

export async function findPaymentCopies(
	database: Database,
	table: "transactions" | "eft_transactions",
	{ merchantId, lookupId }: CustomerKey,
	beyond: PaymentPosition | undefined,
): Promise<PaymentCopy[]> {
	const after = beyond ?? { createdAt: Number.MAX_SAFE_INTEGER, id: 0 };
	const { rows } = await sql<PaymentCopy>`
		select id, created_at as "createdAt", transaction_id as "transactionId" from ${sql.table(table)}
		where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}
			and (created_at, id) < (${after.createdAt}::bigint, ${after.id}::bigint)
		order by created_at desc, id desc limit ${copiesPerSlice}`.execute(database);
	return rows;
}

export interface StoredResponse {
	route: string;
	key: string;
	body: string;
}

export async function findResponsesOf(database: Database, transactionIds: string[]): Promise<StoredResponse[]> {
	const { rows } = await sql<StoredResponse>`
		select route, key, response_body as body from idempotency_keys
		where transaction_id = any(${transactionIds}::text[]) and response_body is not null`.execute(database);
	return rows;
}

/** Reads all keys of the merchant, those of two days. */
export async function findResponsesAbout(
	database: Database,
	{ merchantId, lookupId }: CustomerKey,
): Promise<StoredResponse[]> {
	const { rows } = await sql<StoredResponse>`
		select route, key, response_body as body from idempotency_keys
		where merchant_id = ${merchantId} and transaction_id is null and strpos(response_body, ${lookupId}) > 0`.execute(
		database,
	);
	return rows;
}

export async function replaceResponses(
	database: Database,
	merchantId: number,
	responses: StoredResponse[],
): Promise<void> {
	if (responses.length === 0) return;
	await sql`
		update idempotency_keys set response_body = given.body
		from ${rowsAs("given", { route: "text", key: "text", body: "text" }, responses)}
		where merchant_id = ${merchantId} and idempotency_keys.route = given.route and idempotency_keys.key = given.key`.execute(
		database,
	);
}

export interface EventCopy {
	sequence: number;
	data: unknown;
}

/** Events have their object's JSON. */
const typesOfCustomers = sql`
	(type in ('transaction.pending', 'transaction.action_required') or split_part(type, '.', 1) in ('customer', 'card', 'subscription', 'eft'))`;

/** @returns the copies, and the last position that was read; `undefined` at the end */
export async function findEventCopies(
	database: Database,
	{ merchantId, lookupId }: CustomerKey,
	after: number,
): Promise<{ copies: EventCopy[]; through: number | undefined }> {
	const { rows } = await sql<{ copies: EventCopy[] | null; through: number | null }>`
		with slice as materialized (
			select sequence, type, data from events
			where merchant_id = ${merchantId} and sequence > ${after} order by sequence limit ${readPerSlice}
		)
		select max(sequence) as through, json_agg(json_build_object('sequence', sequence, 'data', data)) filter (
			where data is not null and ${typesOfCustomers}
				and ${lookupId} in (data ->> 'customer_lookup_id', data ->> 'lookup_id')
		) as copies from slice`.execute(database);
	return { copies: rows[0]?.copies ?? [], through: rows[0]?.through ?? undefined };
}

export async function replaceEvents(database: Database, merchantId: number, events: EventCopy[]): Promise<void> {
	if (events.length === 0) return;
	const given = events.map(({ sequence, data }) => ({ sequence, data: JSON.stringify(data) }));
	await sql`
		update events set data = given.data::json
		from ${rowsAs("given", { sequence: "bigint", data: "text" }, given)}
		where merchant_id = ${merchantId} and events.sequence = given.sequence`.execute(database);
}

/**
 * Answers may repeat the event.
 *
 * @returns the last id that was read; `undefined` at the end
 */
export async function eraseAnswers(
	database: Database,
	{ merchantId, lookupId }: CustomerKey,
	endpointId: number,
	after: number,
): Promise<number | undefined> {
	const { rows } = await sql<{ through: number | null }>`
		with slice as materialized (
			select id, event_id, response from webhook_attempts
			where endpoint_id = ${endpointId} and id > ${after} order by id limit ${readPerSlice}
		), erased as (
			update webhook_attempts set response = ''
			from slice
				join events on events.event_id = slice.event_id and events.merchant_id = ${merchantId}
				left join transactions on transactions.id = events.of_transaction
			where webhook_attempts.id = slice.id and slice.response <> '' and ${lookupId} in (
				transactions.customer_lookup_id, events.data ->> 'customer_lookup_id', events.data ->> 'lookup_id'
			)
		)
		select max(id) as through from slice`.execute(database);
	return rows[0]?.through ?? undefined;
}

export async function listEndpointIds(database: Database, merchantId: number): Promise<number[]> {
	const rows = await database
		.selectFrom("webhook_endpoints")
		.select("id")
		.where("merchant_id", "=", merchantId)
		.execute();
	return rows.map(({ id }) => id);
}

/** The payments still have the payees. Deletes the sandbox's mails to them. */
export async function erasePayees(database: Database, merchantId: number, ids: number[]): Promise<void> {
	await sql`
		with erased as (
			update staff_notices set details = details - 'about'
			from eft_transactions
			where eft_transactions.id = any(${ids}::bigint[]) and email is not null and staff_notices.kind = 'owner_notice'
				and staff_notices.merchant_id = ${merchantId}
				and details ->> 'about' in (email, concat_ws(', ', email, masked_account))
			returning staff_notices.id
		)
		delete from mailbox using erased
		where split_part(split_part(message_id, '@', 1), '.', 2) = erased.id`.execute(database);
}

/** The second part of a Message-ID names the payment. */
export async function deleteMailsAbout(database: Database, transactionIds: string[]): Promise<void> {
	await sql`
		delete from mailbox
		where split_part(split_part(message_id, '@', 1), '.', 2) = any(${transactionIds}::text[])`.execute(database);
}
