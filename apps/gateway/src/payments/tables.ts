import type { AdviceCode, DeclineCode } from "@cardseal/vault";
import type { Generated, Selectable } from "kysely";
import type { CardTestingReason } from "../card-testing/verdict.ts";
import type { CustomerDetailsColumns } from "../customers/tables.ts";
import type { Channel } from "../merchants/channel.ts";
import type { TransactionStatus, TransactionType } from "./transaction/transaction.ts";

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
	/** Whether card-testing protection judged it. */
	is_protected: Generated<boolean>;
	/** The reason of a decline by card-testing protection. */
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

export interface PaymentTables {
	transactions: TransactionsTable;
	pending_charges: PendingChargesTable;
	declined_transactions: DeclinedTransactionsTable;
}
