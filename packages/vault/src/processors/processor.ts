import type { Card } from "../cards/card.ts";
import type { ActionNeeded, Authenticated, Authentication, ReturnedFields } from "./authentication.ts";

export type Operation = "sale" | "authorization";

export type Commerce = "ecommerce" | "moto" | "recurring";

/** For address verification and disputes; `null` where unknown. */
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

/** A subscription is recurring. `unscheduled` is the rest, such as a later purchase. */
export const purposes = ["recurring", "unscheduled", "instalment", "no_show"] as const;

export type Purpose = (typeof purposes)[number];

/** Networks require the use of a stored card. */
export interface StoredCredential {
	use: "first" | "later";
	purpose: Purpose;
	/** The network's id of the transaction that stored the card; `null` for the first use. */
	networkTransactionId: string | null;
}

export interface ChargeRequest {
	/** A processor acts on a reference at most once. */
	reference: string;
	/** A verification checks the card without an amount. */
	operation: Operation | "verification";
	/** Without a cardholder, networks take no security code (PCI DSS 3.3.1). */
	initiatedBy: "cardholder" | "merchant";
	commerce: Commerce;
	storedCredential: StoredCredential | undefined;
	amountCents: number;
	/** Has cents. */
	currency: string;
	card: Card;
	payer: Payer;
	/** The same for all charges of a customer; `null` for an unknown payer. */
	payerReference: string | null;
	/** The merchant's text on the payer's statement; `null` for the text of the processor's account. */
	statementText: string | null;
	invoiceId: string | null;
	/** 3-D Secure. Absent: the payer is not to be asked, and a bank that wants it declines. */
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

/**
 * The advice after a decline: try again later, never, or with corrected data. `configuration`: no bank was asked, as
 * the processor refuses the account or the request's content.
 */
export const declineClasses = ["soft", "hard", "data", "configuration"] as const;

export type DeclineClass = (typeof declineClasses)[number];

/** Declines by the merchant's rules, which no processor makes: the bank approved, and its check says NO_MATCH. */
export const ruleDeclineCodes = ["avs_mismatch", "cvv_mismatch"] as const;

export type RuleDeclineCode = (typeof ruleDeclineCodes)[number];

/** `do_not_honour` is the bank's word for a decline without a reason. */
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
	/** The payer did not authenticate, or the bank did not accept it. */
	"authentication_failed",
	/** `configuration`: the processor refuses a field or the amount. Its message is for the merchant. */
	"request_refused",
	/** `configuration`: the processor refuses the account, such as a revoked key or a missing permission. */
	"account_refused",
	/** Not mapped; `issuerCode` keeps the processor's code. */
	"generic",
] as const;

export const declineCodes = [...processorDeclineCodes, ...ruleDeclineCodes] as const;

export type DeclineCode = (typeof declineCodes)[number];

/** Mastercard's advice: 03 and 21 forbid another attempt, the others give a delay. */
export const adviceCodes = ["03", "21", "24", "25", "26", "27", "28", "29", "30"] as const;

export type AdviceCode = (typeof adviceCodes)[number];

/** The issuer's comparison of the address (AVS) or the security code. */
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
	/** The end of an authorization's hold, ms since 1970, if the processor tells it. */
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

/** `not_received` is final too. `action`: the payer is still to authenticate. */
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
	/** The time of the request, ms since 1970. Clocks may differ by minutes. */
	requestedAt: number;
	processorTransactionId: string | null;
	/** What a capture, refund or void changes; `null` for a charge. */
	original: Pick<ApprovedOriginal, "reference" | "processorTransactionId"> | null;
}

export interface PayerAuthentication {
	/**
	 * Ends the charge with what the bank sent, or asks for its end. May be called again with the same fields: money moves
	 * at most once. Wrong or foreign fields leave the charge as it is.
	 *
	 * @returns `action` while the payer has not authenticated
	 * @throws when the outcome is not known
	 */
	complete(request: InquiryRequest, returned: ReturnedFields): Promise<Inquiry>;

	/**
	 * Ends a charge whose payer did not come back. Afterwards it cannot be approved any more.
	 *
	 * @returns the outcome: mostly a decline with `authentication_failed`, or the end that came first
	 * @throws when the outcome is not known
	 */
	abandon(request: InquiryRequest): Promise<Inquiry>;
}

/** Part of the vault, because authorising needs the card number. */
export interface Processor {
	name: string;

	/** Absent when the processor sends no payer to the bank: `when: "auto"` and `"always"` are not for it. */
	authentication?: PayerAuthentication;

	takesMadeAuthentication?: boolean;

	/** A rejected or late promise says nothing about the outcome. */
	submit(request: ProcessorRequest): Promise<Answer>;

	/**
	 * After `not_received` the processor always refuses that reference: a request in flight cannot charge any more.
	 *
	 * @throws when the processor cannot be reached
	 */
	inquire(request: InquiryRequest): Promise<Inquiry>;

	/**
	 * Writes an answer of `submit` again, whose row a crash may have undone.
	 *
	 * @returns `false` if the processor has another outcome by now
	 */
	writeAgain?(answer: Outcome): Promise<boolean>;
}
