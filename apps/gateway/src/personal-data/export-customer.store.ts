import type { Database } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";
import type { CustomerKey } from "./erase-customer.store.ts";

type Owner = Pick<CustomerKey, "merchantId" | "lookupId">;

const queries: Record<string, (owner: Owner) => RawBuilder<object>> = {
	mandates: ({ merchantId, lookupId }) => sql`
		select transaction_id, agreed_at, holder_name, eft_mandates.masked_account, language, agreement, client_address, user_agent
		from eft_mandates join eft_transactions using (transaction_id)
		where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} order by agreed_at`,
	dispute_evidence: ({ merchantId, lookupId }) => sql`
		select dispute_id, disputes.transaction_id, asked_at, evidence
		from transactions
			join disputes on disputes.merchant_id = ${merchantId} and disputes.transaction_id = transactions.transaction_id
			join dispute_answers on dispute_answers.merchant_id = ${merchantId} and dispute_answers.dispute = disputes.id
		where transactions.merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} and evidence is not null
		order by asked_at`,
	queued_receipts: ({ merchantId, lookupId }) => sql`
		select transaction_id, kind, failed_at, problem
		from mail_outbox join transactions on transaction_id = split_part(reference, '.', 1)
		where kind in ('receipt', 'receipt_again') and merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}
		order by transactions.id`,
	payment_links: ({ merchantId, lookupId }) => sql`
		select lookup_id, status, amount_cents, currency, description, invoice_id, email, language, metadata, created_at, ended_at, subscription_lookup_id, consent_text, consent_at
		from payment_links where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} order by created_at`,
};

export const otherLists = Object.fromEntries(
	Object.entries(queries).map(([name, queryOf]) => [
		name,
		async (database: Database, owner: Owner) => (await queryOf(owner).execute(database)).rows,
	]),
);
