import type { Card } from "../cards/card.ts";
import type { ActionNeeded, Authenticated, Authentication, ReturnedFields } from "./authentication.ts";

export type Operation = "sale" | "authorization";

export type Commerce = "ecommerce" | "moto" | "recurring";

/** `null` where unknown. */
export interface Payer {
	firstName: string | null;
	lastName: string | null;
	company: string | null;
	email: string | null;
	telephone: string | null;
	address1: string | null;
	address2: string | null;
	city: string | null;
	province: string | null;
	/** ISO 3166-1 alpha-2. */
	country: string | null;
	postalCode: string | null;
	ipAddress: string | null;
}

/** `unscheduled` is the rest, such as a later purchase. */
export const purposes = ["recurring", "unscheduled", "instalment", "no_show"] as const;

export type Purpose = (typeof purposes)[number];

export interface StoredCredential {
	use: "first" | "later";
	purpose: Purpose;
	/** The network's id of the storing transaction; `null` for the first use. */
	networkTransactionId: string | null;
}

export interface ChargeRequest {
	/** A processor acts on a reference at most once. */
	reference: string;
	/** A verification has no amount. */
	operation: Operation | "verification";
	/** Without a cardholder, networks take no security code (PCI DSS 3.3.1). */
	initiatedBy: "cardholder" | "merchant";
	commerce: Commerce;
	storedCredential: StoredCredential | undefined;
	amountCents: number;
	currency: string;
	card: Card;
	payer: Payer;
	/** The same for all of a customer's charges. */
	payerReference: string | null;
	/** `null`: the text of the processor's account. */
	statementText: string | null;
	invoiceId: string | null;
	/** Absent: the payer is not asked, and a bank that requires 3-D Secure declines. */
	authentication?: Authentication | undefined;
}

export type Modification = "capture" | "refund" | "void";

export interface ApprovedOriginal {
	reference: string;
	operation: Operation | "capture";
	amountCents: number;
	processorTransactionId: string | null;
	authorizationCode: string | null;
}

export interface ModificationRequest {
	reference: string;
	operation: Modification;
	amountCents: number;
	currency: string;
	original: ApprovedOriginal;
}

export type ProcessorRequest = ChargeRequest | ModificationRequest;

/** Try again later, never, or with corrected data. `configuration`: no bank was asked. */
export const declineClasses = ["soft", "hard", "data", "configuration"] as const;

export type DeclineClass = (typeof declineClasses)[number];

/** The bank approved, and its check says NO_MATCH. */
export const ruleDeclineCodes = ["avs_mismatch", "cvv_mismatch"] as const;

export type RuleDeclineCode = (typeof ruleDeclineCodes)[number];

/** `do_not_honour`: a decline without a reason. */
export const processorDeclineCodes = [
	"do_not_honour",
	"insufficient_funds",
	"expired_card",
	"lost_card",
	"stolen_card",
	"incorrect_cvv",
	"processing_error",
	"not_received",
	"not_permitted",
	"authentication_required",
	"authentication_failed",
	/** `configuration`: a field or the amount. The message is for the merchant. */
	"request_refused",
	/** `configuration`: such as a revoked key or a missing permission. */
	"account_refused",
	/** `issuerCode` has the processor's code. */
	"generic",
] as const;

export const declineCodes = [...processorDeclineCodes, ...ruleDeclineCodes] as const;

export type DeclineCode = (typeof declineCodes)[number];

/** 03 and 21 forbid another attempt, the others give a delay. */
export const adviceCodes = ["03", "21", "24", "25", "26", "27", "28", "29", "30"] as const;

export type AdviceCode = (typeof adviceCodes)[number];

export const checkResults = ["MATCH", "NO_MATCH", "PARTIAL", "NOT_CHECKED"] as const;

export type CheckResult = (typeof checkResults)[number];

interface FinalAnswer {
	message: string;
	processorTransactionId: string;
	networkTransactionId?: string | undefined;
	avsResult?: CheckResult | undefined;
	cvvResult?: CheckResult | undefined;
	issuerCode?: string | undefined;
	authenticated?: Authenticated | undefined;
	/** A value other than ours makes the outcome unknown. */
	amountCents?: number | undefined;
	currency?: string | undefined;
}

export interface Approval extends FinalAnswer {
	result: "approved";
	authorizationCode: string;
	/** ms since 1970. */
	captureBefore?: number | undefined;
}

export interface Decline extends FinalAnswer {
	result: "declined";
	declineClass: DeclineClass;
	declineCode: DeclineCode;
	adviceCode?: AdviceCode | undefined;
}

export type Outcome = Approval | Decline;

export interface Accepted {
	result: "accepted";
	processorTransactionId?: string | undefined;
}

export type Answer = Outcome | Accepted | ActionNeeded;

/** `not_received` is final. `action`: the payer has not authenticated. */
export type Inquiry = Answer | { result: "not_received" } | Unknown;

export interface Unknown {
	result: "unknown";
	reason: string;
	/** Later inquiries cannot tell either. */
	isFinal: boolean;
}

export interface InquiryRequest {
	reference: string;
	operation: ProcessorRequest["operation"];
	amountCents: number;
	currency: string;
	/** Clocks may differ by minutes. */
	requestedAt: number;
	processorTransactionId: string | null;
	/** `null` for a charge. */
	original: Pick<ApprovedOriginal, "reference" | "processorTransactionId"> | null;
}

export interface PayerAuthentication {
	/**
	 * Ends the charge with what the bank sent. A repetition moves no money; forged fields change nothing.
	 *
	 * @returns `action` while the payer has not authenticated
	 * @throws when the outcome is not known
	 */
	complete(request: InquiryRequest, returned: ReturnedFields): Promise<Inquiry>;

	/**
	 * Ends a charge whose payer did not come back, so that it cannot be approved later.
	 *
	 * @returns the outcome: mostly a decline with `authentication_failed`, or the end that came first
	 * @throws when the outcome is not known
	 */
	abandon(request: InquiryRequest): Promise<Inquiry>;
}

export interface Processor {
	name: string;

	/** Absent: the processor sends no payer to the bank. */
	authentication?: PayerAuthentication;

	takesMadeAuthentication?: boolean;

	/** A rejected or late promise says nothing about the outcome. */
	submit(request: ProcessorRequest): Promise<Answer>;

	/**
	 * After `not_received` the processor refuses that reference, also a request in flight.
	 *
	 * @throws when the processor cannot be reached
	 */
	inquire(request: InquiryRequest): Promise<Inquiry>;

	/**
	 * A crash may have undone the row.
	 *
	 * @returns `false` if the processor has another outcome
	 */
	writeAgain?(answer: Outcome): Promise<boolean>;
}
