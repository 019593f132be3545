import type { Database } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";
import type { CustomerKey } from "./erase-customer.store.ts";

type Owner = Pick<CustomerKey, "merchantId" | "lookupId">;

/** Debits that the customer agreed to on pages of payment requests. */
export function listMandates(database: Database, { merchantId, lookupId }: Owner): Promise<object[]> {
	return select(
		database,
		sql`
		transaction_id, agreed_at, holder_name, eft_mandates.masked_account, language, agreement, client_address, user_agent
		from eft_mandates join eft_transactions using (transaction_id)
		where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} order by agreed_at`,
	);
}

/** Evidence about the customer's disputed payments. */
export function listEvidence(database: Database, { merchantId, lookupId }: Owner): Promise<object[]> {
	return select(
		database,
		sql`
		dispute_id, disputes.transaction_id, asked_at, evidence
		from transactions
			join disputes on disputes.merchant_id = ${merchantId} and disputes.transaction_id = transactions.transaction_id
			join dispute_answers on dispute_answers.merchant_id = ${merchantId} and dispute_answers.dispute = disputes.id
		where transactions.merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} and evidence is not null
		order by asked_at`,
	);
}

export function listPaymentLinks(database: Database, { merchantId, lookupId }: Owner): Promise<object[]> {
	return select(
		database,
		sql`
		lookup_id, status, amount_cents, currency, description, invoice_id, email, language, metadata, created_at, ended_at, subscription_lookup_id, consent_text, consent_at
		from payment_links where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} order by created_at`,
	);
}

export function listQueuedReceipts(database: Database, { merchantId, lookupId }: Owner): Promise<object[]> {
	return select(
		database,
		sql`
		transaction_id, kind, failed_at, problem
		from mail_outbox join transactions on transaction_id = split_part(reference, '.', 1)
		where kind in ('receipt', 'receipt_again') and merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}
		order by transactions.id`,
	);
}

async function select(database: Database, query: RawBuilder<unknown>): Promise<object[]> {
	return (await sql<object>`select ${query}`.execute(database)).rows;
}
