/** Stripe's objects, as the public reference describes them: https://docs.stripe.com/api */

export interface Charge {
	id: string;
	object: "charge";
	status: "succeeded" | "failed";
	amount: number;
	amount_captured: number;
	amount_refunded: number;
	captured: boolean;
	created: number;
	currency: string;
	metadata: Record<string, string>;
	payment_intent: string;
	failure_code: string | null;
	failure_message: string | null;
	outcome: { reason: string | null; advice_code: string | null; network_advice_code: string | null };
	balance_transaction: string | null;
	payment_method_details: { type: "card"; card: CardDetails };
}

export interface CardDetails {
	brand: string;
	last4: string;
	exp_month: number;
	exp_year: number;
	authorization_code: string | null;
	network_transaction_id: string | null;
	capture_before?: number;
	checks: Record<"address_line1_check" | "address_postal_code_check" | "cvc_check", string | null>;
	three_d_secure: ThreeDSecure | null;
}

export interface ThreeDSecure {
	authentication_flow: "challenge" | "frictionless" | null;
	electronic_commerce_indicator: string | null;
	exemption_indicator: "low_risk" | "none" | null;
	result:
		| "attempt_acknowledged"
		| "authenticated"
		| "data_share_only"
		| "exempted"
		| "failed"
		| "not_supported"
		| "processing_error"
		| null;
	result_reason:
		| "abandoned"
		| "bypassed"
		| "canceled"
		| "card_not_enrolled"
		| "network_not_supported"
		| "protocol_error"
		| "rejected"
		| null;
	transaction_id: string | null;
	version: string;
}

export interface PaymentError {
	type: "card_error";
	code: string;
	decline_code?: string;
	advice_code?: string;
	network_advice_code?: string;
	message: string;
	charge?: string;
}

export interface Intent {
	id: string;
	object: "payment_intent";
	status: "succeeded" | "requires_capture" | "requires_action" | "requires_payment_method" | "processing" | "canceled";
	amount: number;
	amount_capturable: number;
	amount_received: number;
	capture_method: string;
	cancellation_reason: string | null;
	client_secret: string;
	created: number;
	currency: string;
	description: string | null;
	last_payment_error: PaymentError | null;
	latest_charge: string | null;
	next_action: { type: string; redirect_to_url?: { return_url: string | null; url: string } } | null;
	livemode: boolean;
	metadata: Record<string, string>;
}

export interface Setup {
	id: string;
	object: "setup_intent";
	status: "succeeded" | "requires_action" | "requires_payment_method" | "canceled";
	cancellation_reason: string | null;
	created: number;
	metadata: Record<string, string>;
	last_setup_error: PaymentError | null;
	latest_attempt: { id: string; object: "setup_attempt"; payment_method_details: { card: CardDetails } };
}

export interface Refund {
	id: string;
	object: "refund";
	status: "succeeded" | "pending" | "failed";
	amount: number;
	charge: string;
	created: number;
	currency: string;
	failure_reason?: string;
	metadata: Record<string, string>;
	payment_intent: string;
}

export interface Dispute {
	id: string;
	object: "dispute";
	status: string;
	amount: number;
	charge: string;
	created: number;
	currency: string;
	evidence: Record<string, string>;
	evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number };
	metadata: Record<string, string>;
	payment_intent: string;
	payment_method_details: { type: "card"; card: { network_reason_code: string } };
	reason: string;
}

export interface BalanceTransaction {
	id: string;
	object: "balance_transaction";
	amount: number;
	created: number;
	currency: string;
	fee: number;
	net: number;
	reporting_category: string;
	source: string | null;
	type: string;
}

export interface Payout {
	id: string;
	object: "payout";
	amount: number;
	arrival_date: number;
	automatic: boolean;
	created: number;
	currency: string;
	reconciliation_status: "completed" | "in_progress" | "not_applicable";
	status: "paid" | "in_transit";
}

export interface Event {
	id: string;
	object: "event";
	api_version: string;
	created: number;
	data: { object: object };
	livemode: boolean;
	request: { id: string | null; idempotency_key: string | null };
	type: string;
}

/** @param now ms since 1970, by Stripe's clock */
export function openBooks(now: () => number) {
	let count = 0;
	const books = {
		intents: new Map<string, Intent>(),
		charges: new Map<string, Charge>(),
		setups: new Map<string, Setup>(),
		refunds: new Map<string, Refund>(),
		disputes: new Map<string, Dispute>(),
		payouts: new Map<string, Payout>(),
		balance: new Map<string, BalanceTransaction & { payout: string }>(),
		events: new Map<string, Event>(),
		/** The keys of cancellations, by intent. */
		cancellations: new Map<string, string>(),
	};
	return {
		...books,
		now,
		seconds: () => Math.floor(now() / 1000),
		newId: (prefix: string) => `${prefix}_3Sim${String(++count).padStart(10, "0")}`,
		intentOf: (reference: string) =>
			[...books.intents.values()].find(({ metadata }) => metadata.reference === reference),
		/** A modification is an intent's, too. */
		intentWithMoney: (reference: string) =>
			[...books.intents.values()].find(({ metadata }) =>
				[metadata.reference, metadata.capture_reference].includes(reference),
			),
		refundOf: (reference: string) =>
			[...books.refunds.values()].find(({ metadata }) => metadata.reference === reference),
		/** @param key of the request that caused it; `null` for Stripe itself */
		tell(type: string, object: object, key: string | null) {
			const id = `evt_3Sim${String(++count).padStart(10, "0")}`;
			const request = { id: key === null ? null : `req_${count}`, idempotency_key: key };
			const data = { object: structuredClone(object) };
			const created = Math.floor(now() / 1000);
			books.events.set(id, {
				id,
				object: "event",
				api_version: "2024-06-20",
				created,
				data,
				livemode: true,
				request,
				type,
			});
		},
	};
}

export type Books = ReturnType<typeof openBooks>;
