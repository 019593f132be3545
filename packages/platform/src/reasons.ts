import { z } from "@hono/zod-openapi";

/** 402 is missing: a decline is a result, not an error. */
export const problemStatuses = {
	BAD_REQUEST: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	METHOD_NOT_ALLOWED: 405,
	REQUEST_TIMEOUT: 408,
	CONFLICT: 409,
	PAYLOAD_TOO_LARGE: 413,
	URI_TOO_LONG: 414,
	UNSUPPORTED_MEDIA_TYPE: 415,
	IDEMPOTENCY_MISMATCH: 422,
	TOO_MANY_REQUESTS: 429,
	HEADERS_TOO_LARGE: 431,
	INTERNAL: 500,
	UNAVAILABLE: 503,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

/**
 * Callers compare reasons, so a reason never changes its name or meaning. The text becomes the table in
 * docs/errors.md.
 */
const reasonsByCode = {
	BAD_REQUEST: {
		amount_too_large: "The amount times the quantity, with the set-up fee, is more than the largest payment.",
		amount_exceeds_authorized: "A capture is larger than its authorization.",
		answer_missing: "A form was sent without one of its buttons.",
		authorization_expired: "Signing in took too long; the partner has to begin again.",
		authorization_header_invalid: "The request has two Authorization headers, or one that is not a bearer token.",
		bank_account_not_linked: "The wallet has no bank account for withdrawals.",
		bank_account_too_new:
			"The bank account was linked less than 24 hours ago; the message says from when it takes withdrawals.",
		bank_account_unusable: "No bank takes the merchant's withdrawals; the message says why.",
		body_missing: "The request has no body.",
		body_incomplete: "The body ended early or is not valid HTTP.",
		card_brand_not_accepted: "The card's brand is not accepted.",
		card_expired: "The card's expiry date has passed.",
		card_expiry_invalid: "The month or the year of the card is invalid.",
		card_number_invalid: "The card number has a wrong length or check digit.",
		clock_target_invalid: "The sandbox clock cannot move there.",
		code_wrong: "The code of the second factor is wrong.",
		currency_not_enabled: "The currency is not enabled for the merchant.",
		cursor_invalid: "The cursor is not one of this list, or both cursors were sent.",
		cvv2_invalid: "The security code has a wrong length.",
		daily_limit_exceeded: "The wallet's payments within 24 hours would exceed the merchant's limit.",
		default_card_required: "A customer with cards needs a default card.",
		duplicate_key: "A field was sent twice.",
		encoding_invalid: "The text is not UTF-8, or contains NUL.",
		endpoint_address_not_public: "The URL leads to an address that is not public.",
		endpoint_url_has_credentials: "The URL has a user name or a password.",
		endpoint_url_invalid: "The URL is malformed, or too long.",
		endpoint_url_not_https: "The URL does not begin with https://.",
		field_invalid: "The field has an invalid value; its message says which values are valid.",
		field_required: "The field is missing.",
		hosted_form_required: "The merchant accepts tokens of the hosted card form only.",
		idempotency_key_has_card_number: "The Idempotency-Key contains a card number.",
		idempotency_key_invalid: "The Idempotency-Key is empty, too long or has other characters.",
		insufficient_funds: "The wallet has less than the amount.",
		invalid_grant: "The code or refresh token is invalid, used or expired (RFC 6749 §5.2).",
		invalid_request: "A parameter is missing, invalid or sent twice (RFC 6749 §5.2).",
		invalid_scope: "None of the requested scopes is allowed (RFC 6749 §5.2).",
		json_invalid: "The body is not JSON.",
		json_not_an_object: "The body is JSON, but not an object.",
		json_too_deep: "The body is nested too deep.",
		json_too_many_elements: "The body has more keys and list elements than allowed.",
		key_not_allowed: "The body has a key such as __proto__.",
		list_too_slow: "The list has no quick way to find what is searched for; the message says how to narrow it.",
		name_invalid: "A form's name is missing, too long, or has characters that are not allowed.",
		new_payee_limit_exceeded: "The account is new and would get more than the merchant's limit in its first 24 hours.",
		no_default_card: "The customer has no default card.",
		nothing_to_refund: "All of the transaction was refunded, or is being refunded.",
		origin_invalid: "The origin is not in canonical form.",
		parameter_unknown: "The list has no query parameter of this name; the message says which it has.",
		partner_unknown: "The link names an unknown partner.",
		passkey_wrong: "The passkey's response is wrong, too old or was used before.",
		password_reused: "The password was used before.",
		password_weak: "The password is too short, too common or known from a leak.",
		password_wrong: "The current password is wrong.",
		payment_limit_exceeded: "The payment is larger than the merchant's limit.",
		plan_currency_differs: "The plan is in another currency than the subscription.",
		plan_deleted: "The plan was deleted.",
		processor_account_is_test: "The account is of the processor's test system; live merchants charge real cards only.",
		processor_account_refused: "The processor refused the account; the message has its reason.",
		processor_unknown: "No processor of this name is installed in the gateway.",
		real_card_at_demo_merchant: "Demo merchants accept published test cards only.",
		redirect_uri_not_registered: "The partner did not register the address to return to.",
		refund_exceeds_remaining: "The refund is larger than what remains of the transaction.",
		request_unreadable: "The request is not valid HTTP.",
		return_url_not_registered: "The page to return to is not on a registered origin of the merchant.",
		start_date_invalid: "The subscription cannot start on that day.",
		status_change_not_allowed: "The subscription cannot go from its status to this one.",
		test_card_at_live_merchant: "Live merchants charge real cards only.",
		time_zone_unknown: "The time zone is not one of those offered.",
		token_and_card: "The body has a token and card fields, or either where the path names a stored card.",
		token_unreadable: "The card token is damaged, too old, or made with another merchant's key.",
		token_used: "The card token was used before.",
		too_many_cards: "The customer has as many cards as allowed.",
		too_many_subscriptions: "The customer has as many current subscriptions as allowed.",
		transaction_captured: "The authorization was captured, or is being captured.",
		transaction_declined: "The transaction was declined.",
		transaction_disputed: "The payer disputes the transaction with the bank: a refund would pay twice.",
		transaction_pending: "The outcome of the transaction is not known yet.",
		transaction_refunded: "A part of the transaction was refunded, so it cannot be voided.",
		transaction_settled: "The transaction has settled, so it cannot be voided.",
		transaction_type_wrong: "Transactions of this type cannot be captured, refunded or voided.",
		transaction_voided: "The transaction was voided, or is being voided.",
		webhook_signature_wrong: "The signature or the form of a processor event is wrong.",
		unauthorized_client: "The client may not use this grant (RFC 6749 §5.2).",
		unsupported_grant_type: "The grant type is unknown (RFC 6749 §5.2).",
	},
	UNAUTHORIZED: {
		access_token_invalid: "The access token is invalid, revoked or has expired.",
		access_token_missing: "The request has no bearer token.",
		credential_expired: "The secret is right, but its credential has expired.",
		invalid_client: "The client id or its secret is wrong (RFC 6749 §5.2).",
		session_expired: "The session has expired or was ended.",
		sign_in_incomplete: "The session still waits for the second factor.",
	},
	FORBIDDEN: {
		cookie_missing: "The browser did not send the cookie of the page.",
		csrf_token_wrong: "The session's token is missing or wrong.",
		foreign_site: "The request came from another site.",
		https_required: "The request came by plain HTTP.",
		local_only: "The page is available on the sandbox's own machine only.",
		mailbox_token_missing: "The sandbox's mailbox takes the token of its printed link, or an access token.",
		origin_not_allowed: "The public key is not allowed on the page's origin.",
		approver_too_new: "The member joined or got a higher role less than 24 hours ago, and cannot approve payments yet.",
		member_too_new:
			"The member joined or got a higher role less than 24 hours ago, and cannot link a bank account yet.",
		approval_required: "The payment needs a second person, and a request for money cannot wait for one.",
		own_membership: "Nobody changes their own role.",
		own_payment: "The member asked for the payment, in person or by a credential; another one decides.",
		page_expired: "The page was open for too long.",
		primary_owner_protected: "Nobody else changes the primary owner.",
		role_too_low: "The staff member's role does not allow this.",
		step_up_required:
			"The session has to confirm with password and second factor, or a passkey, first; see `/app/api/session/step-up`.",
		scope_missing: "The access token does not have the scope.",
	},
	NOT_FOUND: {
		card_not_found: "There is no card with this id.",
		credential_not_found: "There is no credential with this id.",
		customer_not_found: "There is no customer with this id.",
		dispute_not_found: "There is no dispute with this id.",
		endpoint_not_found: "There is no endpoint with this id.",
		event_not_found: "There is no event with this id, or it is older than 30 days.",
		file_not_found: "There is no file of this name.",
		invitation_not_found: "There is no invitation with this id.",
		invitation_over: "The invitation was used, withdrawn or has expired.",
		key_not_found: "There is no key with this id.",
		link_invalid: "The link is incomplete or invalid.",
		payment_link_not_found: "There is no payment link with this id.",
		logo_not_found: "There is no logo with this id.",
		mail_not_found: "There is no mail with this id.",
		mode_not_found: "The address is below /app/live or /app/demo, and the account has no merchant of that mode.",
		origin_not_found: "There is no such origin.",
		partner_not_found: "There is no partner with this id.",
		passkey_not_found: "There is no passkey with this id.",
		picture_of_a_partner_not_found: "There is no picture with this id.",
		plan_not_found: "There is no plan with this id.",
		processor_account_not_found: "There is no account at a processor with this id.",
		public_key_not_found: "The public key is unknown.",
		request_not_found: "There is no request for money with this id.",
		reset_over: "The link to set a password was used or has expired.",
		route_not_found: "There is nothing at this address.",
		session_not_found: "There is no session with this id.",
		settlement_not_found: "There is no settlement with this id.",
		staff_member_not_found: "There is no staff member with this id.",
		subscription_not_found: "There is no subscription with this id.",
		transaction_not_found: "There is no transaction with this id.",
	},
	METHOD_NOT_ALLOWED: { method_not_allowed: "The address exists for other methods; Allow lists them." },
	REQUEST_TIMEOUT: { request_timeout: "The request did not arrive in time." },
	CONFLICT: {
		already_live: "The account has its live merchant.",
		already_colleague: "The person is on the merchant's staff.",
		authentication_unavailable: "The processor cannot authenticate payers (3-D Secure).",
		authorization_answered: "The partner's request was answered, or its page was open for too long.",
		bank_currency_differs: "Payments from bank accounts are in CAD.",
		bank_not_connected: "No bank is connected for the merchant's payments.",
		card_in_use: "A subscription charges the card.",
		customer_has_open_payment: "The outcome of a payment of the customer is not final.",
		customer_has_subscription: "A subscription may still charge the customer.",
		dispute_answered_elsewhere: "The dispute is answered at the processor.",
		dispute_not_open: "The dispute was answered or decided, or its time for evidence is over.",
		endpoint_disabled: "The endpoint is disabled, so nothing is sent to it.",
		email_taken: "The email address belongs to another account.",
		link_being_paid: "A payer is paying the link just now.",
		link_cannot_be_paid: "No processor account is connected that could take the payment.",
		link_has_no_email: "The payment link has no email address to be mailed to.",
		link_mailed_too_often: "The payment link was mailed to its payer five times.",
		link_terms_changed: "The plan of the payment link has changed since the payer's page was shown.",
		link_not_open: "The payment link was paid or cancelled, has expired, or is being paid.",
		idempotency_key_in_progress: "The first request with this Idempotency-Key is still running.",
		invitation_open: "The person has an open invitation.",
		key_in_use: "Pages may still use the key.",
		live_currencies_unconfirmed:
			"There are prices in currencies without a processor account; confirm them, see `GET /account/live`.",
		live_requirement_missing: "The account lacks what a live merchant needs; `GET /account/live` lists it.",
		merchant_name_unprintable: "Bank files cannot hold the merchant's name.",
		no_receipt: "Transactions of this type or status have no receipt.",
		no_receipt_address: "The payment has no email address.",
		owner_exists: "The merchant has its primary owner.",
		passkey_exists: "The passkey belongs to an account already.",
		passkeys_unavailable: "The gateway's public address has no host name.",
		plan_unchanged: "The subscription has the plan with these terms already.",
		processor_account_changed: "The processor account was changed at the same time.",
		processor_account_exists: "The merchant has a processor account for the currency.",
		processor_account_taken: "Another merchant uses this account at the processor.",
		receipt_of_captured_authorization: "The authorization was captured; the capture has a receipt.",
		receipt_of_voided_transaction: "The transaction was voided, so a receipt would be wrong.",
		payment_decided: "The payment was approved or rejected, or its approval has expired.",
		requester_without_access: "Those who asked for the payment may no longer send money. It can be rejected.",
		receipts_off: "The merchant has turned receipts off.",
		subscription_not_active: "The subscription is paused, cancelled or expired; the message says what to do.",
		subscription_payment_open:
			"A payment of the subscription is due, in flight or declined; the message says what to do.",
		sandbox_without_processors: "A sandbox never moves real money, so it connects no processor's account.",
		sandbox_without_live_merchants: "A sandbox has no live merchants, since they move real money.",
		second_person_missing: "No other member of the merchant's staff may approve payments.",
		second_factor_missing: "The person has no second factor.",
		second_factor_required: "Staff of live merchants need a second factor.",
		too_many_endpoints: "The merchant has as many endpoints as allowed.",
		too_many_endpoint_secrets: "The endpoint has as many valid secrets as allowed.",
		too_many_credentials: "The merchant has as many credentials as allowed.",
		too_many_origins: "The merchant has as many origins as allowed.",
		too_many_passkeys: "The account has as many passkeys as allowed.",
		too_many_requests_for_money: "The customer has as many open requests as allowed.",
	},
	PAYLOAD_TOO_LARGE: { body_too_large: "The body is larger than allowed." },
	URI_TOO_LONG: { address_too_long: "The address is longer than allowed." },
	UNSUPPORTED_MEDIA_TYPE: { content_type_unsupported: "The body has another content type." },
	IDEMPOTENCY_MISMATCH: { idempotency_key_reused: "The Idempotency-Key was used for a different request." },
	TOO_MANY_REQUESTS: {
		too_many_in_flight: "Too many requests of the caller are in flight.",
		too_many_invitations: "The merchant sent as many invitations as a day allows.",
		too_many_requests: "The limit of this action is reached; Retry-After says for how long.",
	},
	HEADERS_TOO_LARGE: { headers_too_large: "The headers are larger than allowed." },
	INTERNAL: { internal: "The gateway failed. Nothing says whether the request had an effect." },
	UNAVAILABLE: {
		busy: "Too many people do this at the moment.",
		clock_moving: "The sandbox clock has not arrived yet.",
		clock_not_moved: "The sandbox clock could not move.",
		database_unavailable: "The gateway cannot reach its database.",
		no_processor:
			"The merchant has no processor for the currency, or its processor is not installed. Nothing was sent.",
		processor_refuses_account:
			"The processor refuses the merchant's account, such as a revoked key or a missing permission. Nothing was charged; the message says what to arrange.",
		processor_unreachable: "The processor could not be reached to check the account.",
		notice_not_read: "The processor event cannot be read now; the processor sends it again.",
		restored:
			"The database was restored or has failed over, and may lack payments, or it is another one than before. Reading works; money moves once the operator has compared it with the processors, or corrected the connection. Nothing was done.",
		outcome_unknown: "The database did not confirm the request, so it may have been carried out.",
		starting: "The gateway is starting.",
	},
} as const satisfies Record<ProblemCode, Record<string, string>>;

type KeysOfUnion<T> = T extends unknown ? keyof T : never;

export type Reason = KeysOfUnion<(typeof reasonsByCode)[ProblemCode]> & string;

export const reasons = Object.fromEntries(
	Object.entries(reasonsByCode).flatMap(([code, group]) =>
		Object.entries(group).map(([reason, meaning]) => [reason, { code, meaning }]),
	),
) as Record<Reason, { code: ProblemCode; meaning: string }>;

/** Reasons of status 402, whose body is the payment's record. */
export const paymentReasons = {
	action_required: "The payer has to authenticate: open next_action.url in the payer's browser.",
	declined: "The processor or the issuer declined; the message says what to do.",
	outcome_pending: "The processor has not answered yet. Read the transaction in a few seconds.",
} as const;

export const reasonNames = [...Object.keys(reasons), ...Object.keys(paymentReasons)] as [
	Reason | keyof typeof paymentReasons,
	...(Reason | keyof typeof paymentReasons)[],
];

export const reasonSchema = z
	.enum(reasonNames)
	.openapi("Reason", { description: "A stable cause for programs; messages may change, reasons may not" });

export type ShownReason = z.infer<typeof reasonSchema>;

export const problemEntrySchema = z.object({
	field: z.string().optional(),
	code: reasonSchema,
	message: z.string(),
});

export const paymentFailureFields = {
	status: z.literal(402),
	code: z.literal("PAYMENT_FAILED"),
	error: z.literal("PAYMENT_FAILED").openapi({ description: "The same as `code`" }),
	reason: reasonSchema.extract(["action_required", "declined", "outcome_pending"]),
	message: z.string().openapi({ description: "What happened and what to do next" }),
	errors: z.array(problemEntrySchema),
};

export function paymentFailure<Why extends keyof typeof paymentReasons>(reason: Why, message: string) {
	const errors = [{ code: reason, message }];
	const code = "PAYMENT_FAILED" as const;
	return { status: 402 as const, code, error: code, reason, message, errors };
}
