import type { Brand } from "@cardseal/card";
import type { AdviceCode, DeclineCode } from "@cardseal/vault";
import type { ColumnType, Generated, Selectable } from "kysely";
import type { Actor, AuditDetails, AuditEventType } from "../audit/event.ts";
import type { CardTestingReason } from "../card-testing/verdict.ts";
import type { AccountChange } from "../eft/bank-accounts/account-notice.ts";
import type { ValidationWarning } from "../eft/bank-accounts/bank-account.ts";
import type { Direction, RailName } from "../eft/rails/rail.ts";
import type { RequestAnswer } from "../eft/requests/request.ts";
import type { EftKind, EftResult, EftType } from "../eft/transfers/eft-transaction.ts";
import type { Account, PostingReason } from "../eft/wallet/ledger.ts";
import type { Language } from "../language.ts";
import type { MailKind } from "../mail/mail-kind.ts";
import type { Channel } from "../merchants/channel.ts";
import type { Scope } from "../oauth/scopes.ts";
import type { TransactionStatus, TransactionType } from "../payments/transaction.ts";
import type { Role } from "../staff/members/role.ts";
import type { SecurityEventType } from "../staff/notices/security-event-type.ts";
import type { Frequency } from "../subscriptions/plans/frequency.ts";
import type { SubscriptionStatus, SuspendedReason } from "../subscriptions/status.ts";

// Every time is a bigint of milliseconds since 1970, every amount a bigint of whole cents. `db/database.ts` reads both
// as numbers: they stay far below 2^53.

export interface MerchantsTable {
	id: Generated<number>;
	/** The public identifier, in token answers and claims. */
	merchant_id: string;
	name: string;
	mode: "demo" | "live";
	time_zone: Generated<string>;
	currencies: Generated<string[]>;
	/** Whether card tokens must come out of a session of the hosted card form. */
	hosted_form_only: Generated<boolean>;
	/** Whether the card-testing guard is on; null where the mode decides. */
	guard_on: Generated<boolean | null>;
	/** Those of the guard's limits that this merchant has of its own. */
	guard_limits: ColumnType<Record<string, number>, string | undefined, string>;
	/** Whether payers get receipts by mail. */
	sends_receipts: Generated<boolean>;
	/** Where answers to receipts and notices go; nowhere when it is not said. */
	receipt_reply_to: string | null;
	/** Whether customers of subscriptions are told by mail of a payment that failed. */
	sends_payment_failed_notices: Generated<boolean>;
	/** … of a subscription that was suspended. */
	sends_suspended_notices: Generated<boolean>;
	/** … of a card that is about to expire. */
	sends_card_expiring_notices: Generated<boolean>;
	created_at: number;
}

/** People who act for a merchant in its web application. */
interface StaffTable {
	id: Generated<number>;
	merchant_id: number;
	/** Lower and upper case are one; unique among those who were not removed. */
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	password_hash: string;
	password_changed_at: Generated<number | null>;
	/** Of the passwords before this one, the newest first. */
	former_password_hashes: Generated<string[]>;
	/** Of the authenticator, sealed by the vault; null where there is none. */
	second_factor_secret: Generated<Buffer | null>;
	/** The time step of the last code that was taken: none is taken twice, and none before it. */
	last_second_factor_step: Generated<number | null>;
	/** In a row, those that are being checked included. */
	failed_sign_ins: Generated<number>;
	/** Real time. */
	locked_until: Generated<number | null>;
	/** The same of browsers that they signed in with before, which strangers' attempts do not lock out. */
	known_failed_sign_ins: Generated<number>;
	known_locked_until: Generated<number | null>;
	created_at: number;
	removed_at: Generated<number | null>;
}

/** A staff member who is signed in somewhere. Times are real. */
interface StaffSessionsTable {
	/** Keyed hash of what the cookie holds. */
	token_hash: Buffer;
	/** What the session is known by to others. */
	session_id: string;
	staff_id: number;
	/** The sign-in; the session's cookie may be newer. */
	created_at: number;
	last_seen_at: number;
	/** However busy it is. */
	expires_at: number;
	second_factor_done: boolean;
	/** Of an authenticator that is being set up, sealed by the vault. */
	proposed_secret: Generated<Buffer | null>;
	client_address: string;
	/** Browser and system, in a few words. */
	user_agent: string;
}

/** What lets a staff member in without their authenticator; the row goes when it is used. */
interface RecoveryCodesTable {
	staff_id: number;
	/** Keyed hash. */
	code_hash: Buffer;
}

/** Somebody who was asked to join a merchant's staff; the row goes when they do. Times are real. */
interface StaffInvitationsTable {
	/** The part of the link that names it. */
	lookup_id: string;
	merchant_id: number;
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	/** Null: the operator. */
	invited_by: number | null;
	created_at: number;
	expires_at: number;
}

/** How many invitations a merchant's staff sent in the day of the last one. Times are real. */
interface InvitationCountsTable {
	merchant_id: number;
	day_started_at: number;
	invitations: number;
}

/** A staff member who asked for a new password; the row goes when they have one. Times are real. */
interface PasswordResetsTable {
	/** The part of the link that names it. */
	lookup_id: string;
	staff_id: number;
	created_at: number;
	expires_at: number;
	/** Of new passwords that were hashed to see whether they may be taken. */
	tries: Generated<number>;
}

interface ClientCredentialsTable {
	id: Generated<number>;
	merchant_id: number;
	client_id: string;
	/** HMAC of the secret; the secret itself is shown once and not kept. */
	secret_hash: Buffer;
	name: string;
	channel: Channel;
	scopes: Scope[];
	/** How long its access tokens live. */
	token_lifetime_seconds: number;
	created_by: number | null;
	created_at: number;
	revoked_at: number | null;
	/** Business time, a minute behind at most. */
	last_used_at: Generated<number | null>;
}

/** Businesses that act for merchants who consented. */
export interface PartnersTable {
	id: Generated<number>;
	client_id: string;
	secret_hash: Buffer;
	business_name: string;
	redirect_uris: string[];
	/** Whether a code is given only against a proof key (RFC 7636). */
	requires_pkce: Generated<boolean>;
	/** How long an unused refresh token is good for; null for ever. */
	refresh_token_lifetime_seconds: Generated<number | null>;
	/** Of its square image: a path of ours to one of `partner_images`, or an address elsewhere, for the record. */
	image_url: Generated<string | null>;
	created_at: number;
	removed_at: Generated<number | null>;
}

/** Images of partners that the operator gave as files. */
interface PartnerImagesTable {
	partner_id: number;
	media_type: string;
	bytes: Buffer;
}

/** What a merchant allowed a partner to do: the family that codes, refresh tokens and access tokens are of. Times are real. */
interface OauthGrantsTable {
	id: Generated<number>;
	/** What tokens and the audit log name it by. */
	grant_id: string;
	partner_id: number;
	merchant_id: number;
	scopes: Scope[];
	/** The staff member who consented. */
	approved_by: number;
	created_at: number;
	/** When its code was exchanged. */
	begun_at: Generated<number | null>;
	revoked_at: Generated<number | null>;
}

/** Authorization codes, by SHA-256: each is 256 random bits. Times are real. */
interface OauthCodesTable {
	code_hash: Buffer;
	grant_id: number;
	/** What the partner asked with, and must name again. */
	redirect_uri: string;
	/** RFC 7636, S256; null when the partner sent none. */
	code_challenge: string | null;
	expires_at: number;
	spent_at: Generated<number | null>;
}

/** Partners' links that somebody signs in to answer. */
interface OauthLinksTable {
	/** SHA-256 of what the pages of the sign-in bring along. */
	ticket_hash: Buffer;
	/** All that the link asked for, form-encoded. */
	query: string;
	/** Real time. */
	expires_at: number;
}

/** What a partner asks for, for as long as a staff member is looking at it. The row goes with their answer. Times are real. */
interface OauthRequestsTable {
	/** SHA-256 of what the page's form brings along. */
	ticket_hash: Buffer;
	/** The session that it was shown in. */
	session_id: string;
	partner_id: number;
	redirect_uri: string;
	/** The partner's, given back as it came. */
	state: string | null;
	scopes: Scope[];
	code_challenge: string | null;
	expires_at: number;
}

/** Refresh tokens, by SHA-256. A spent one stays for a while: whoever shows it again has stolen it, or was robbed. */
interface RefreshTokensTable {
	token_hash: Buffer;
	grant_id: number;
	created_at: number;
	expires_at: number | null;
	spent_at: Generated<number | null>;
}

interface RevokedTokensTable {
	token_id: string;
	/** When the token would have expired by itself; the row goes after that. */
	expires_at: number;
}

interface UsedCardTokensTable {
	/** SHA-256 of the token's encapsulated key: the token itself is not kept. */
	mark: Buffer;
	/** When no clock on earth could make the token fresh any more. */
	expires_at: number;
	/** The session of the hosted form that the token came out of, 16 bytes. */
	session_id: Buffer | null;
}

/** Where a merchant lets its card form stand. */
export interface WidgetOriginsTable {
	merchant_id: number;
	/** `https://host[:port]`, as a browser writes it. */
	origin: string;
	created_at: number;
}

/** A form that was shown to somebody; the row goes when the session is over. Times are real. */
export interface WidgetSessionsTable {
	/** 16 random bytes. */
	id: Buffer;
	merchant_id: number;
	origin: string;
	/** Where the payer is, as exactly as guarding against card testing needs it: an IPv4 address or an IPv6 /64. */
	client_network: string;
	created_at: number;
	expires_at: number;
}

/** One row for each Idempotency-Key a merchant used on a route. */
interface IdempotencyKeysTable {
	merchant_id: number;
	route: string;
	key: string;
	fingerprint: Buffer;
	/** The card transaction that it stands for; null for a request that is answered when its database transaction ends. */
	transaction_id: string | null;
	/** Null while the charge runs. */
	response_status: number | null;
	response_body: string | null;
	created_at: number;
}

/** The customer details that a charge may carry; each at most 255 characters. */
export interface CustomerDetailsColumns {
	email: string | null;
	first_name: string | null;
	last_name: string | null;
	company: string | null;
	bcc_emails: string | null;
	telephone: string | null;
	address1: string | null;
	address2: string | null;
	city: string | null;
	province: string | null;
	country: string | null;
	postal_code: string | null;
	custom_id: string | null;
}

interface CustomersTable extends Omit<CustomerDetailsColumns, "email"> {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	email: string;
	created_at: number;
}

/** A customer as it is stored. */
export type Customer = Selectable<CustomersTable>;

/** What may be shown of a stored card. Its number stands in the vault, under the card's lookup id. */
interface CardsTable {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	card_type: Brand;
	/** The first four digits. */
	card_prefix: string;
	/** The last four. */
	card_suffix: string;
	/** Two digits each. */
	expiry_month: string;
	expiry_year: string;
	is_default: boolean;
	description: string | null;
	created_at: number;
}

/** A customer's card as it is stored outside the vault. */
export type StoredCard = Selectable<CardsTable>;

export interface TransactionsTable extends CustomerDetailsColumns {
	id: Generated<number>;
	/** The public identifier, and the reference under which the processor knows the charge. */
	transaction_id: string;
	merchant_id: number;
	type: TransactionType;
	/** The name of the processor that was asked, and that alone can say what became of it. */
	processor: string;
	status: TransactionStatus;
	/** What a capture, refund or void is about: the `transaction_id` of an authorization, sale or capture. */
	original_id: string | null;
	/** Whose stored card was charged, or whose new card it was. */
	customer_lookup_id: string | null;
	/** The stored card that was charged. */
	card_lookup_id: string | null;
	amount_cents: number;
	/** The sum of its approved refunds. */
	refunded_cents: Generated<number>;
	/** The sum of its refunds whose outcome is not known yet. */
	refunding_cents: Generated<number>;
	/** The capture of an authorization: approved, or with an outcome that is not known yet. */
	captured_by: string | null;
	/** The void: approved, or with an outcome that is not known yet. */
	voided_by: string | null;
	currency: string;
	captured: boolean;
	card_type: string;
	card_suffix: string;
	/** MM/YY */
	card_expiry: string;
	channel: Channel;
	user_id: number | null;
	invoice_id: string | null;
	sending_receipt: boolean;
	test_mode: boolean;
	/** Details on the result, in words for the merchant. */
	message: string | null;
	/** How a decline is to be taken: try later, never, or with corrected data. */
	decline_class: "soft" | "hard" | "data" | null;
	/** Why, in a word that programs can read; `null` for what was declined before there were such words, too. */
	decline_code: DeclineCode | null;
	/** What the bank advises about the next try, where it does. */
	advice_code: AdviceCode | null;
	/** Whether the card-testing guard watched it. */
	is_guarded: Generated<boolean>;
	/** Why the card-testing guard declined it before the processor heard of it. */
	guard_reason: CardTestingReason | null;
	processor_auth_code: string | null;
	processor_transaction_id: string | null;
	/** The business clock: record and reporting time. */
	created_at: number;
	/** When the outcome became known, by the business clock. */
	decided_at: number | null;
}

/** A transaction as it is stored. */
export type Transaction = Selectable<TransactionsTable>;

/**
 * A card that came with a charge, to be shown among its customer's cards once the charge is approved. Its number is in
 * the vault already, so that a process that dies meanwhile loses nothing.
 */
export interface PendingCardsTable
	extends Omit<CardsTable, "id" | "lookup_id" | "is_default" | "description" | "created_at"> {
	transaction_id: string;
	card_lookup_id: string;
	/** Real time. */
	held_at: number;
}

/** A row for each transaction that its processor has not been heard of, for as long as that is so. */
interface PendingChargesTable {
	transaction_id: string;
	/** Real time after which its own gateway no longer waits for the processor's answer. Never moved. */
	waits_until: number;
	/** Real time after which the recovery may ask the processor. Moved by whoever does, so that others leave it alone. */
	next_inquiry_at: number;
}

/** A row for each transaction that was declined, written with its outcome: what the lists find declines by. */
interface DeclinedTransactionsTable {
	merchant_id: number;
	/** The transaction's. */
	id: number;
}

/**
 * An attempt to use a card, as far as the card-testing guard counts it. Who it was about can be recognised by whoever has
 * the key, and read by nobody: each mark is 16 bytes of a keyed hash. Times are real.
 */
export interface CardTestingAttemptsTable {
	/** The transaction_id, or what a verification is known by. */
	reference: string;
	merchant_id: number;
	card: Buffer;
	/** The range of numbers that the card is of, its first six digits. */
	bin: Buffer;
	/** Where the payer is: an IPv4 address or an IPv6 /64. */
	address: Buffer | null;
	customer: Buffer | null;
	email: Buffer | null;
	is_small: boolean;
	/** `open` until the processor has answered. */
	result: "open" | "approved" | "failed";
	at: number;
	expires_at: number;
}

/** Ranges of card numbers that a merchant takes no charges of for a while. */
interface CardTestingFreezesTable {
	bin: Buffer;
	merchant_id: number;
	frozen_until: number;
}

/**
 * A row for each mail that is still to be sent, and for each that was given up. One that was sent leaves no row. Times
 * are real.
 */
export interface MailOutboxTable {
	kind: MailKind;
	/** What it is about: of a receipt, the transaction_id; of a notice, see `notices/reference.ts`. */
	reference: string;
	/** When its turn is. Moved by whoever takes it up, so that others leave it alone; 0, "at once", when it is new. */
	next_attempt_at: Generated<number>;
	/** How often it was taken up, counted before the try: also for one that ended the process. */
	attempts: Generated<number>;
	/** When it was given up. */
	failed_at: Generated<number | null>;
	/** What stood in its way last, in a few words without anybody's address. */
	problem: Generated<string | null>;
	/** Blind copies that were too many for their addresses, by their places: an address would be one more to keep safe. */
	copies_left_out: Generated<number[]>;
}

/** Cards whose customer was told that they expire. The row goes with the card. */
interface ExpiryNoticesTable {
	card_lookup_id: string;
	/** Two digits each. */
	expiry_month: string;
	expiry_year: string;
	/** Business time. */
	queued_at: number;
}

/** How many mails a merchant or an address had within an hour. The row goes when the hour is over. */
interface MailCountsTable {
	/** Real time, ms since 1970. */
	hour_started_at: number;
	/** `merchant 17` or `address ada@example.com`. */
	counted: string;
	mails: number;
}

/** Mail that the sandbox keeps instead of sending it. */
export interface MailboxTable {
	id: Generated<number>;
	message_id: string;
	sender_name: string;
	reply_to: string | null;
	to_address: string;
	blind_copies: string[];
	subject: string;
	text: string;
	html: string;
	/** Business time, ms since 1970. */
	sent_at: number;
}

/** What the audit log tells of an event; see `audit/event.ts`. */
interface AuditColumns {
	type: AuditEventType;
	merchant_id: number | null;
	actor_kind: Actor["kind"];
	actor_id: string | null;
	object: string | null;
	details: Generated<AuditDetails>;
	/** How many of the same one row stands for. */
	times: Generated<number>;
	client_address: string | null;
	request_id: string | null;
	/** Real time. */
	occurred_at: number;
	/** The business clock. */
	business_at: number;
}

/** Events that wait to be sealed: written beside a change, and moved into the log within seconds. */
interface AuditInboxTable extends AuditColumns {
	id: Generated<number>;
}

/** The sealed chain. */
interface AuditLogTable extends AuditColumns {
	/** Its place, from 1 on, without a gap. */
	sequence: number;
	/** The id it had in the inbox. */
	event_id: number;
	/** Real time. */
	sealed_at: number;
	/** HMAC over the event, its place and the seal before it. */
	seal: Buffer;
}

/** Up to where the log's beginning was removed. */
interface AuditCutoffsTable {
	/** The last event that was removed, and its seal. */
	sequence: number;
	seal: Buffer;
	/** Real time. */
	cut_at: number;
	mac: Buffer;
}

/** What a subscription takes over from its plan and keeps, whatever becomes of the plan (rule S-15). */
interface PlanTerms {
	name: string;
	/** For each period. A subscription may have one of its own. */
	amount_cents: number;
	currency: string;
	frequency: Frequency;
	/** Approved payments until it is over; null when it is endless. */
	number_of_payments: number | null;
	/** Whether the payer gets a receipt for each payment. */
	send_receipt: boolean;
}

interface PlansTable extends PlanTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	/** Kept by whatever changes a subscription, in its own database transaction. */
	total_subscriptions: Generated<number>;
	/** Those that are ACTIVE, RETRY, SUSPENDED or PAUSED. */
	current_subscriptions: Generated<number>;
	created_at: number;
	/** A deleted plan stays for its subscriptions. */
	deleted_at: Generated<number | null>;
}

/** A plan as it is stored. */
export type Plan = Selectable<PlansTable>;

interface SubscriptionsTable extends PlanTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	plan_id: number;
	/** The first period that costs `amount_cents`; those before it cost `former_amount_cents` (rule S-16). */
	amount_from_period: Generated<number>;
	former_amount_cents: Generated<number | null>;
	/** The stored card that it bills; it may be gone. */
	card_lookup_id: string;
	/** The merchant's at the start: due dates keep their local time. IANA name. */
	time_zone: string;
	/** Where receipts and notices go instead of the customer's own address. */
	email: string | null;
	bcc_emails: string | null;
	/** Shown on receipts. */
	description: string | null;
	status: SubscriptionStatus;
	/** When period 0 falls due. This time and those below are of the business clock unless they say otherwise. */
	start_date: number;
	/** The first period that was neither charged nor skipped, nor is open. */
	next_period: Generated<number>;
	/** The period whose payment failed and may still be tried. */
	open_period: Generated<number | null>;
	/** Failed tries of the open period. */
	failed_attempts: Generated<number>;
	/** Tries of the period whose turn it is that never reached the processor, and so cost nobody anything. */
	unheard_attempts: Generated<number>;
	/** Approved payments. */
	completed_cycles: Generated<number>;
	/** Whether the open period's one try after a reactivation is still to come, or under way. */
	is_reactivating: Generated<boolean>;
	suspended_reason: Generated<SuspendedReason | null>;
	/** When billing has something to do for it; null when there is nothing. */
	next_run: number | null;
	last_run: Generated<number | null>;
	last_success: Generated<number | null>;
	/** The attempt under way: written down, and not yet taken into account here. */
	charging_transaction_id: Generated<string | null>;
	/** The number that it charges, by a mark that only the vault can make. */
	charging_mark: Generated<Buffer | null>;
	/** Real time until which somebody works on it, so that others leave it alone. */
	claimed_until: Generated<number>;
	/** How often in a row billing could do nothing for it, because of an error of ours. */
	billing_failures: Generated<number>;
	created_at: number;
}

/** What is kept beside a subscription to tell its customer in time that its card expires; no part of its life. */
interface ExpiryWatchColumns {
	/** The card that `expiry_notice_at` is about; another than the one it bills as soon as that changes. */
	watched_card_lookup_id: Generated<string | null>;
	/** When the customer is to be told, business time; null when there is nothing to tell any more. */
	expiry_notice_at: Generated<number | null>;
}

/** A subscription as it is stored. */
export type Subscription = Selectable<SubscriptionsTable>;

/** An Idempotency-Key that made a subscription. */
interface SubscriptionKeysTable {
	merchant_id: number;
	key: string;
	/** Of the request that it came with. */
	fingerprint: Buffer;
	subscription_id: number;
	/** Real time. */
	created_at: number;
}

export type SubscriptionKey = Selectable<SubscriptionKeysTable>;

/** Every charge of a subscription; written with its PENDING transaction, before the processor hears of it (rule S-05). */
interface BillingAttemptsTable {
	subscription_id: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1 within the period. */
	attempt: number;
	transaction_id: string;
	attempted_at: number;
	/** The mark of the number that declined it: what the networks' limit of declines is counted by. */
	declined_mark: Generated<Buffer | null>;
}

/** How far the sandbox was moved ahead of real time: one row, or none. */
interface SandboxClockTable {
	is_only: Generated<boolean>;
	ahead_ms: number;
}

/** Money that comes to a merchant's wallet or leaves it. */
interface EftTransactionsTable {
	id: Generated<number>;
	/** The public identifier, and the reference under which the rail knows the payment. */
	transaction_id: string;
	merchant_id: number;
	kind: EftKind;
	type: EftType;
	/** Whom it is asked of or sent to; null for a deposit. */
	customer_lookup_id: string | null;
	/** As the customer was at the time. */
	email: string | null;
	first_name: string | null;
	last_name: string | null;
	province: string | null;
	country: string | null;
	amount_cents: number;
	description: string | null;
	/** Of a payment out of a wallet: the request that it pays, by its transaction_id. */
	pays: string | null;
	result: EftResult;
	/** Details on the result, in words for the merchant. */
	message: string | null;
	/** Why the bank returned it (Standard 007). */
	return_code: string | null;
	/** Which rail it goes by; null where no bank has a part in it. */
	rail: RailName | null;
	/** Whose bank account it is. */
	party_name: string | null;
	/** The vault's, for as long as the bank may still return the payment. */
	bank_account_id: string | null;
	/** `****6789` */
	masked_account: string | null;
	/** This time and those below are of the business clock. */
	created_at: number;
	/** When the rail had it. */
	submitted_at: number | null;
	/** When the rail confirmed it. */
	settled_at: number | null;
	returned_at: number | null;
}

/** A transaction of a wallet as it is stored. */
export type EftTransaction = Selectable<EftTransactionsTable>;

/** The balances that the ledger's entries add up to. */
interface EftWalletsTable {
	merchant_id: number;
	actual_cents: Generated<number>;
	/** What is on its way out. */
	held_cents: Generated<number>;
	/** What came in and may still be returned. */
	uncleared_cents: Generated<number>;
	/** What was returned when it was not there any more. */
	owed_cents: Generated<number>;
}

interface EftPostingsTable {
	id: Generated<number>;
	/** Null for an opening. */
	transaction_id: string | null;
	reason: PostingReason;
	/** The posting that this one undoes. */
	reverses: number | null;
	/** Business time. */
	made_at: number;
}

interface EftEntriesTable {
	posting_id: number;
	merchant_id: number;
	account: Account;
	/** Above zero where the account has more of it afterwards. */
	cents: number;
}

/** Money of a wallet that is not available; the row goes when it is, or has left. */
interface EftHoldsTable {
	transaction_id: string;
	merchant_id: number;
	kind: "outgoing" | "uncleared";
	cents: number;
}

/** What the demo rail was given. */
interface DemoRailJournalTable {
	reference: string;
	direction: Direction;
	amount_cents: number;
	/** Business time. */
	received_at: number;
}

/** What becomes of it, and when that is told. */
interface RailOutcomesTable {
	reference: string;
	result: "settled" | "returned";
	return_code: string | null;
	/** Business time. */
	due_at: number;
	acknowledged: Generated<boolean>;
}

/** Money asked of a payer: what is beside its transaction. */
interface EftRequestsTable {
	transaction_id: string;
	/** `PAY` and eight digits: what both parties call it. */
	processor_transaction_id: string;
	/** Whose staff has the payer's address; null where it is nobody's here. */
	payer_merchant_id: number | null;
	/** Business time, as `answered_at`. */
	expires_at: number;
	answer: Generated<RequestAnswer | null>;
	answered_at: Generated<number | null>;
}

/** What a payer agreed to, when and from where. */
interface EftMandatesTable {
	transaction_id: string;
	/** The name on the account. */
	holder_name: string;
	masked_account: string;
	language: Language;
	/** The whole text, and its SHA-256. */
	agreement: string;
	agreement_hash: Buffer;
	/** Business time. */
	agreed_at: number;
	client_address: string;
	user_agent: string;
}

/** The gateway's tables. The vault's stand beside them in the same database; only the vault has types to query them. */
/** The bank account that a merchant's deposits go to. */
interface EftLinkedAccountsTable {
	merchant_id: number;
	/** The vault's. */
	bank_account_id: string;
	/** `****6789` */
	masked_account: string;
	institution_number: string;
	holder_name: string;
	/** What was unusual about it when it was linked. */
	warnings: ColumnType<ValidationWarning[], string, string>;
	linked_at: number;
}

export type LinkedAccount = Selectable<EftLinkedAccountsTable>;

/** A mail to a staff member about what became of their account. */
interface StaffSecurityNoticesTable {
	id: string;
	staff_id: number;
	event: SecurityEventType;
	/** The one that was given, where that is the event. */
	role: Role | null;
	/** The staff member who did it; null for the operator. */
	changed_by: number | null;
	client_address: string | null;
	/** Real time. */
	occurred_at: number;
}

/** A mail to one owner about the account that deposits go to. */
interface EftAccountNoticesTable {
	id: string;
	merchant_id: number;
	/** Whom it is for: a staff member. */
	owner_id: number;
	change: AccountChange;
	/** Of the account that was linked, or removed: `****6789` */
	masked_account: string;
	/** The staff member who did it; null for the operator. */
	changed_by: number | null;
	changed_at: number;
}

/** The number that a bank knows each sender's files by: every file has the next one. */
interface AftOriginatorsTable {
	originator_id: string;
	last_file_creation_number: number;
}

/** A file for a bank: numbered first, then written. */
interface AftFilesTable {
	id: Generated<number>;
	originator_id: string;
	file_creation_number: number;
	direction: Direction;
	/** Which bank profile it was made by. */
	profile: string;
	data_centre: string;
	/** `YYYY-MM-DD`, as is `value_date`. */
	creation_date: string;
	value_date: string;
	/** Where its returned items go, with a masked number. */
	return_account: string;
	/** Of its bytes: a file that has to be written again is the same one, or none. */
	sha256: Buffer;
	payments: number;
	amount_cents: number;
	numbered_at: number;
	written_at: number | null;
}

/** A file for a bank as it is stored. */
export type AftFileRow = Selectable<AftFilesTable>;

/** A payment that goes by bank file. */
interface AftPaymentsTable {
	id: Generated<number>;
	/** What the wallet knows it by. */
	reference: string;
	/** What the bank knows it by. */
	cross_reference: string;
	merchant_id: number;
	direction: Direction;
	amount_cents: number;
	/** The vault's. */
	bank_account_id: string;
	party_name: string;
	/** Of Standard 007. */
	transaction_code: string;
	submitted_at: number;
	/** The merchant's name as it was when the payment came into a file. */
	originator_name: string | null;
	file_id: number | null;
	/** Whether no file could hold it. */
	is_refused: Generated<boolean>;
}

/** A payment by bank file as it is stored. */
export type AftPayment = Selectable<AftPaymentsTable>;

/** A file of returned items that was taken. */
interface AftImportsTable {
	id: Generated<number>;
	sha256: Buffer;
	originator_id: string;
	file_creation_number: number;
	creation_date: string;
	items: number;
	/** How many of them returned a payment. */
	returned: number;
	imported_at: number;
}

export interface GatewayTables {
	merchants: MerchantsTable;
	staff: StaffTable;
	staff_sessions: StaffSessionsTable;
	recovery_codes: RecoveryCodesTable;
	staff_invitations: StaffInvitationsTable;
	invitation_counts: InvitationCountsTable;
	password_resets: PasswordResetsTable;
	client_credentials: ClientCredentialsTable;
	partners: PartnersTable;
	partner_images: PartnerImagesTable;
	oauth_grants: OauthGrantsTable;
	oauth_codes: OauthCodesTable;
	oauth_links: OauthLinksTable;
	oauth_requests: OauthRequestsTable;
	refresh_tokens: RefreshTokensTable;
	revoked_tokens: RevokedTokensTable;
	used_card_tokens: UsedCardTokensTable;
	customers: CustomersTable;
	cards: CardsTable;
	pending_cards: PendingCardsTable;
	idempotency_keys: IdempotencyKeysTable;
	transactions: TransactionsTable;
	pending_charges: PendingChargesTable;
	declined_transactions: DeclinedTransactionsTable;
	card_testing_attempts: CardTestingAttemptsTable;
	card_testing_freezes: CardTestingFreezesTable;
	widget_origins: WidgetOriginsTable;
	widget_sessions: WidgetSessionsTable;
	mail_outbox: MailOutboxTable;
	mail_counts: MailCountsTable;
	expiry_notices: ExpiryNoticesTable;
	mailbox: MailboxTable;
	audit_inbox: AuditInboxTable;
	audit_log: AuditLogTable;
	audit_cutoffs: AuditCutoffsTable;
	sandbox_clock: SandboxClockTable;
	plans: PlansTable;
	subscriptions: SubscriptionsTable & ExpiryWatchColumns;
	subscription_keys: SubscriptionKeysTable;
	billing_attempts: BillingAttemptsTable;
	eft_transactions: EftTransactionsTable;
	eft_wallets: EftWalletsTable;
	eft_postings: EftPostingsTable;
	eft_entries: EftEntriesTable;
	eft_holds: EftHoldsTable;
	"demo_rail.journal": DemoRailJournalTable;
	"demo_rail.outcomes": RailOutcomesTable;
	eft_linked_accounts: EftLinkedAccountsTable;
	staff_security_notices: StaffSecurityNoticesTable;
	eft_account_notices: EftAccountNoticesTable;
	"aft.originators": AftOriginatorsTable;
	"aft.files": AftFilesTable;
	"aft.payments": AftPaymentsTable;
	"aft.outcomes": RailOutcomesTable;
	"aft.imports": AftImportsTable;
	eft_requests: EftRequestsTable;
	eft_mandates: EftMandatesTable;
}
