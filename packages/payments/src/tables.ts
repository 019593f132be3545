import type { CardTestingReason, CustomerDetailsColumns } from "@cardseal/customers";
import type { TransactionChannel } from "@cardseal/merchants";
import type { Metadata } from "@cardseal/platform/metadata";
import type {
	AdviceCode,
	AuthenticationStatus,
	CheckResult,
	DeclineClass,
	DeclineCode,
	Purpose,
} from "@cardseal/vault";
import type { Generated, Selectable } from "kysely";
import type { AuthenticationTables } from "./authentication/tables.ts";
import type { ProcessorEventTables } from "./processor-events/tables.ts";
import type { ReversalTables } from "./reversals/tables.ts";
import type { SettlementTables } from "./settlements/tables.ts";
import type { TransactionStatus, TransactionType } from "./transaction/transaction.ts";

export interface TransactionsTable extends CustomerDetailsColumns {
	id: Generated<number>;
	/** Serves as the processor's reference. */
	transaction_id: string;
	merchant_id: number;
	type: TransactionType;
	processor: string;
	/** `null` at the demo processor. */
	processor_account: string | null;
	status: TransactionStatus;
	/** The `transaction_id` that this one modifies. */
	original_id: string | null;
	customer_lookup_id: string | null;
	/** A new card joins the customer's cards once approved. */
	card_lookup_id: string | null;
	subscription_lookup_id: string | null;
	amount_cents: number;
	/** The requested parts of the amount. */
	amount_tax_cents: number | null;
	amount_tip_cents: number | null;
	/** The capture: approved or PENDING. */
	captured_by: string | null;
	/** The void: approved or PENDING. */
	voided_by: string | null;
	currency: string;
	captured: boolean;
	card_type: string;
	card_suffix: string;
	/** MM/YY */
	card_expiry: string;
	channel: TransactionChannel;
	/** `null` for modifications, and for charges of the previous version. */
	initiated_by: "cardholder" | "merchant" | null;
	/** `null` unless the merchant initiated the charge. */
	purpose: Purpose | null;
	user_id: number | null;
	invoice_id: string | null;
	metadata: Metadata | null;
	sending_receipt: boolean;
	test_mode: boolean;
	message: string | null;
	decline_class: DeclineClass | null;
	/** `null` for older declines. */
	decline_code: DeclineCode | null;
	advice_code: AdviceCode | null;
	/** `true` if card-testing protection checked it. */
	is_protected: Generated<boolean>;
	card_testing_reason: CardTestingReason | null;
	/** The issuer's checks. */
	avs_result: CheckResult | null;
	cvv_result: CheckResult | null;
	/** 3-D Secure, as the processor told; `null` without one. */
	three_d_secure_status: AuthenticationStatus | null;
	three_d_secure_version: string | null;
	three_d_secure_eci: string | null;
	/** `true` when the bank bears fraud. */
	liability_shift: boolean | null;
	/** The issuer's own code. */
	issuer_code: string | null;
	/** The card network's id. */
	network_transaction_id: string | null;
	processor_auth_code: string | null;
	processor_transaction_id: string | null;
	/** The end of an authorization's hold that the processor told, ms since 1970. */
	capture_before: number | null;
	created_at: number;
	/** Business time, ms since 1970. */
	decided_at: number | null;
}

export type Transaction = Selectable<TransactionsTable>;

/** The columns of a processor's answer, `null` without one, and their types. */
export const answerTypes = {
	decline_class: "text",
	decline_code: "text",
	advice_code: "text",
	card_testing_reason: "text",
	avs_result: "text",
	cvv_result: "text",
	three_d_secure_status: "text",
	three_d_secure_version: "text",
	three_d_secure_eci: "text",
	liability_shift: "boolean",
	issuer_code: "text",
	network_transaction_id: "text",
	processor_auth_code: "text",
	processor_transaction_id: "text",
	capture_before: "bigint",
} as const satisfies { [Column in keyof Transaction]?: string };

export type AnswerColumn = keyof typeof answerTypes;

interface PendingTransactionsTable {
	transaction_id: string;
	/** Real time, ms since 1970, from which recovery may inquire. Never changed. */
	waits_until: number;
	/** Real time, ms since 1970. A claim postpones it. */
	next_inquiry_at: number;
	/** Each undecided inquiry doubles the time to the next. */
	inquiries: Generated<number>;
	state: Generated<PendingState>;
	/** `true` once the event of the unknown outcome is written. */
	is_told: Generated<boolean>;
}

/**
 * `waiting`: no inquiry was answered. `unreachable`: the last one failed. `accepted`: the processor decides
 * later. `payer`: the payer is to authenticate. `unknown` to the processor, and `differs` in amount or currency, need
 * the operator.
 */
export type PendingState = "waiting" | "unreachable" | "accepted" | "payer" | "unknown" | "differs";

/** Written for each decline, for lists. */
interface DeclinedTransactionsTable {
	merchant_id: number;
	id: number;
}

export interface PaymentTables extends ProcessorEventTables, ReversalTables, SettlementTables, AuthenticationTables {
	transactions: TransactionsTable;
	pending_transactions: PendingTransactionsTable;
	declined_transactions: DeclinedTransactionsTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends PaymentTables {}

	interface MailKinds extends Record<"receipt" | "receipt_again", true> {}
}
