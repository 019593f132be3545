import type { AccountField, AccountSecrets, CheckResult } from "@cardseal/vault";
import type { DeclineMeaning } from "@cardseal/vault/processors";

/** A field of the account, and its name in the library's configuration. */
export interface ConnectorField extends AccountField {
	/** Absent for fields of ours, which choose the address. */
	config?: string;
	/** `true` for what the library takes as a text, not as a secret. */
	isPlain?: boolean;
}

/** The parts of an answer that the library leaves out, read from the processor's own JSON. */
export interface Details {
	processorTransactionId?: string | undefined;
	/** Our reference, if the answer repeats it. */
	reference?: string | undefined;
	networkTransactionId?: string | undefined;
	/** The amount of the charge or refund that the answer is about. */
	amountCents?: number | undefined;
	/** The captured part of a charge. */
	capturedCents?: number | undefined;
	currency?: string | undefined;
	authorizationCode?: string | undefined;
	avsResult?: CheckResult | undefined;
	cvvResult?: CheckResult | undefined;
	declineCode?: string | undefined;
	/** Mastercard's merchant advice code. */
	adviceCode?: string | undefined;
}

/** A processor that the library knows, and what was reviewed about it. */
export interface Connector {
	name: string;
	/** The library's name. */
	library: string;
	title: string;
	fields: readonly ConnectorField[];
	/** The library appends paths to it. */
	baseUrl(account: AccountSecrets): string;
	isTest?(account: AccountSecrets): boolean;
	/** The header for our reference, so that the processor acts on it once. */
	idempotencyHeader?: string;
	/** The flow that checks a card without an amount. `authorize` authorises 0. */
	verification: "setup_recurring" | "authorize";
	/** The flow for charges of a stored card by the network's id of its first charge. */
	storedCard: "charge" | "authorize";
	/** The key that a lookup needs: our reference, the processor's id, or `none` if neither works. */
	lookup: "reference" | "id" | "none";
	/** Moves no money, and shows whether the account is accepted. */
	harmless: { flow: "get" | "void"; connectorTransactionId: string };
	/** Codes in an answer that say that the account is refused. HTTP 401 and 403 always do. */
	refusedAccountCodes?: ReadonlySet<string>;
	/** Codes of failures that leave the outcome open. HTTP 408, 409, 425, 429 and 5xx always do. */
	unknownCodes?: ReadonlySet<string>;
	/** `true` when a request may be signed, so that its body must stay as the library built it. */
	mayBeSigned?: boolean;
	/** The library misreads the result. */
	hasUnknownResult?(body: unknown): boolean;
	/** By the processor's code. */
	declines: ReadonlyMap<string, DeclineMeaning>;
	detailsOf(body: unknown): Details;
	/** Reads what a refund must repeat of the original, from a lookup of it. Absent when a refund needs no lookup. */
	featureDataOf?(body: unknown): string | undefined;
	/** Absent when the library checks no signature of webhooks. */
	webhook?: {
		/** The account's field with which webhooks are signed. */
		secretField: string;
		/** Reads what the library leaves out of a webhook; `undefined` for those about none of our requests. */
		eventOf(body: unknown): WebhookEvent | undefined;
	};
}

/** A webhook about the success of one of our requests. The library says what it decides. */
export interface WebhookEvent {
	id: string;
	reference: string;
	operation: "charge" | "void";
	processorTransactionId: string;
	amountCents?: number | undefined;
}
