import type { Language } from "@cardseal/platform";
import type { Metadata } from "@cardseal/platform/metadata";
import type { Operation } from "@cardseal/vault";
import type { Generated, Selectable } from "kysely";

export const linkStatuses = ["OPEN", "PAID", "EXPIRED", "CANCELED"] as const;

export type LinkStatus = (typeof linkStatuses)[number];

export const linkMethods = ["card", "bank"] as const;

export type LinkMethod = (typeof linkMethods)[number];

/** The merchant's request for one payment. Times are business times, ms since 1970, unless noted. */
interface PaymentLinksTable {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	user_id: number | null;
	status: Generated<LinkStatus>;
	operation: Operation;
	amount_cents: number;
	amount_tax_cents: number | null;
	amount_tip_cents: number | null;
	currency: string;
	/** Shown to the payer. */
	description: string;
	invoice_id: string | null;
	email: string | null;
	language: Language | null;
	/** `ask`: the payer may let the merchant keep the card. */
	store_card: "never" | "ask";
	customer_lookup_id: string | null;
	/** The page to go on to after the payment. */
	return_url: string | null;
	metadata: Metadata | null;
	created_at: number;
	expires_at: number;
	/** When a payer first opened the page. */
	opened_at: Generated<number | null>;
	/** The end: paid, expired or cancelled. */
	ended_at: Generated<number | null>;
	/** Attempts to pay so far. Each has one transaction at most: link and number make its id. */
	attempts: Generated<number>;
	/** Real time until which a payer's request may still write its transaction. */
	claimed_until: Generated<number>;
	/** The last attempt's; it may not be written yet. */
	transaction_id: Generated<string | null>;
	/** Mails with the address so far, and the last one's time. */
	mails: Generated<number>;
	mailed_at: Generated<number | null>;
	methods: Generated<LinkMethod[]>;
	/** The request of the bank's page, until a card takes its place. */
	eft_transaction_id: Generated<string | null>;
	plan_lookup_id: Generated<string | null>;
	/** The customer that the page made, for the next attempt too. */
	subscriber_lookup_id: Generated<string | null>;
	/** Cancelled when its first payment is declined. */
	subscription_lookup_id: Generated<string | null>;
	/** The text that the payer of the subscription agreed to, as shown. */
	consent_text: Generated<string | null>;
	consent_sha256: Generated<Buffer | null>;
	consent_language: Generated<Language | null>;
	consent_at: Generated<number | null>;
}

export type PaymentLink = Selectable<PaymentLinksTable>;

/** A link to the portal, and the session of the browser that opened it. Real times, ms since 1970. */
interface PortalSessionsTable {
	lookup_id: string;
	merchant_id: number;
	customer_lookup_id: string;
	/** The merchant's page to go back to. */
	return_url: string | null;
	/** The mail with the link, if a payer asked for one. */
	mail_id: string | null;
	/** The MAC of the address that a payer typed: a customer who has another one since gets no link. */
	mailed_to: Buffer | null;
	/** SHA-256 of the cookie; null: nobody has opened the link. */
	cookie_hash: Generated<Buffer | null>;
	expires_at: number;
}

export type PortalSession = Selectable<PortalSessionsTable>;

export interface PayerTables {
	payment_links: PaymentLinksTable;
	portal_sessions: PortalSessionsTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends PayerTables {}

	interface MailKinds extends Record<"portal_link" | "payment_link", true> {}
}
