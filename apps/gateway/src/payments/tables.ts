import type { AdviceCode, CheckResult, DeclineCode } from "@cardseal/vault";
import type { Generated, Selectable } from "kysely";
import type { CardTestingReason } from "../card-testing/verdict.ts";
import type { CustomerDetailsColumns } from "../customers/tables.ts";
import type { Channel } from "../merchants/channel.ts";
import type { Metadata } from "../metadata/metadata.ts";
import type { DisputeTables } from "./disputes/tables.ts";
import type { SettlementTables } from "./settlements/tables.ts";
import type { TransactionStatus, TransactionType } from "./transaction/transaction.ts";
import type { NoticeTables } from "./unresolved/tables.ts";

export interface TransactionsTable extends CustomerDetailsColumns {
	id: Generated<number>;
	/** The public identifier, and the processor's reference. */
	transaction_id: string;
	merchant_id: number;
	type: TransactionType;
	/** The name of the processor, the only one that knows the outcome. */
	processor: string;
	/** The merchant's account at the processor; `null` at the demo processor. */
	processor_account: string | null;
	status: TransactionStatus;
	/** The `transaction_id` of the authorization, sale or capture that this one modifies. */
	original_id: string | null;
	/** The customer whose card was charged. */
	customer_lookup_id: string | null;
	/** The stored card that was charged; of a new card, the one that joins the customer's cards once the charge is approved. */
	card_lookup_id: string | null;
	/** The subscription that was renewed. */
	subscription_lookup_id: string | null;
	amount_cents: number;
	/** The parts of a charge's amount that are tax and tip, as its request said. */
	amount_tax_cents: number | null;
	amount_tip_cents: number | null;
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
	metadata: Metadata | null;
	sending_receipt: boolean;
	test_mode: boolean;
	message: string | null;
	/** The advice after a decline: try again later, never, or with corrected data. */
	decline_class: "soft" | "hard" | "data" | null;
	/** The reason in a machine-readable word; `null` also for declines older than these words. */
	decline_code: DeclineCode | null;
	/** The bank's advice on the next attempt, if it gave any. */
	advice_code: AdviceCode | null;
	/** `true` if card-testing protection judged it. */
	is_protected: Generated<boolean>;
	card_testing_reason: CardTestingReason | null;
	/** The issuer's checks of the payer's address and of the security code. */
	avs_result: CheckResult | null;
	cvv_result: CheckResult | null;
	/** The issuer's own code, for the operator. */
	issuer_code: string | null;
	/** The card network's id of the charge. */
	network_transaction_id: string | null;
	processor_auth_code: string | null;
	processor_transaction_id: string | null;
	/** Business time, ms since 1970: record and reporting time. */
	created_at: number;
	/** Business time, ms since 1970, when the outcome was recorded. */
	decided_at: number | null;
}

/** A row of `transactions`. */
export type Transaction = Selectable<TransactionsTable>;

interface PendingTransactionsTable {
	transaction_id: string;
	/** Real time, ms since 1970, from which recovery may inquire first. Its gateway stops waiting a little earlier. Never moved. */
	waits_until: number;
	/**
	 * Real time, ms since 1970, from which recovery may inquire. A claim moves it, so that other gateways skip the
	 * row.
	 */
	next_inquiry_at: number;
	/** Inquiries without an answer that decided. Each one doubles the time to the next. */
	inquiries: Generated<number>;
	/** The last known state at the processor. */
	state: Generated<PendingState>;
	/** `true` once the event of the unknown outcome is written. */
	is_told: Generated<boolean>;
}

/**
 * `waiting`: no inquiry has been answered. `unreachable`: the last inquiry failed. `accepted`: the processor decides later.
 * `unknown`: it does not know. `differs`: it answered with another amount or currency. The last two need a person.
 */
export type PendingState = "waiting" | "unreachable" | "accepted" | "unknown" | "differs";

/** A row for each declined transaction, written with its outcome: the lists find declines by it. */
interface DeclinedTransactionsTable {
	merchant_id: number;
	/** The id of the transaction. */
	id: number;
}

export interface PaymentTables extends NoticeTables, SettlementTables, DisputeTables {
	transactions: TransactionsTable;
	pending_transactions: PendingTransactionsTable;
	declined_transactions: DeclinedTransactionsTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends PaymentTables {}
}
