import type { DeclineClass, DeclineCode } from "@cardseal/vault";

/**
 * https://docs.stripe.com/declines/codes and the card errors of https://docs.stripe.com/error-codes. A code that is not
 * here becomes `generic`.
 */
export const declines: ReadonlyMap<string, readonly [DeclineCode, DeclineClass]> = new Map([
	["authentication_required", ["authentication_required", "soft"]],
	["authentication_not_handled", ["authentication_required", "soft"]],
	["payment_intent_authentication_failure", ["authentication_failed", "soft"]],
	["setup_intent_authentication_failure", ["authentication_failed", "soft"]],
	["approve_with_id", ["processing_error", "soft"]],
	["call_issuer", ["do_not_honour", "soft"]],
	["card_declined", ["do_not_honour", "soft"]],
	["do_not_honor", ["do_not_honour", "soft"]],
	["generic_decline", ["do_not_honour", "soft"]],
	["no_action_taken", ["do_not_honour", "soft"]],
	["do_not_try_again", ["do_not_honour", "hard"]],
	["fraudulent", ["do_not_honour", "hard"]],
	["merchant_blacklist", ["do_not_honour", "hard"]],
	["restricted_card", ["do_not_honour", "hard"]],
	["revocation_of_all_authorizations", ["do_not_honour", "hard"]],
	["revocation_of_authorization", ["do_not_honour", "hard"]],
	["security_violation", ["do_not_honour", "hard"]],
	["stop_payment_order", ["do_not_honour", "hard"]],
	["invalid_account", ["do_not_honour", "hard"]],
	["new_account_information_available", ["do_not_honour", "data"]],
	["duplicate_transaction", ["do_not_honour", "soft"]],
	["card_not_supported", ["not_permitted", "hard"]],
	["currency_not_supported", ["not_permitted", "hard"]],
	["invalid_amount", ["not_permitted", "hard"]],
	["not_permitted", ["not_permitted", "hard"]],
	["service_not_allowed", ["not_permitted", "hard"]],
	["transaction_not_allowed", ["not_permitted", "hard"]],
	["live_mode_test_card", ["not_permitted", "hard"]],
	["test_mode_live_card", ["not_permitted", "hard"]],
	["testmode_decline", ["not_permitted", "hard"]],
	["insufficient_funds", ["insufficient_funds", "soft"]],
	["card_velocity_exceeded", ["insufficient_funds", "soft"]],
	["withdrawal_count_limit_exceeded", ["insufficient_funds", "soft"]],
	["expired_card", ["expired_card", "hard"]],
	["invalid_expiry_month", ["expired_card", "data"]],
	["invalid_expiry_year", ["expired_card", "data"]],
	["lost_card", ["lost_card", "hard"]],
	["pickup_card", ["lost_card", "hard"]],
	["stolen_card", ["stolen_card", "hard"]],
	["incorrect_cvc", ["incorrect_cvv", "data"]],
	["invalid_cvc", ["incorrect_cvv", "data"]],
	["incorrect_number", ["do_not_honour", "data"]],
	["invalid_number", ["do_not_honour", "data"]],
	["incorrect_address", ["do_not_honour", "data"]],
	["incorrect_postal_code", ["do_not_honour", "data"]],
	["incorrect_zip", ["do_not_honour", "data"]],
	["issuer_not_available", ["processing_error", "soft"]],
	["processing_error", ["processing_error", "soft"]],
	["reenter_transaction", ["processing_error", "soft"]],
	["try_again_later", ["processing_error", "soft"]],
]);

/** Stripe's advice, which overrules the class. https://docs.stripe.com/declines/card#retrying-issuer-declines */
export const adviceClasses: ReadonlyMap<string, DeclineClass> = new Map([
	["do_not_try_again", "hard"],
	["try_again_later", "soft"],
	["confirm_card_data", "data"],
]);

/** https://docs.stripe.com/api/refunds/object#refund_object-failure_reason. Other reasons become `processing_error`. */
export const refundFailures: ReadonlyMap<string, readonly [DeclineCode, DeclineClass]> = new Map([
	["lost_or_stolen_card", ["lost_card", "hard"]],
	["expired_or_canceled_card", ["expired_card", "hard"]],
	["declined", ["do_not_honour", "hard"]],
	["charge_for_pending_refund_disputed", ["not_permitted", "hard"]],
]);

/** Modifications that the charge's state or amount does not allow. https://docs.stripe.com/error-codes */
export const stateCodes: ReadonlySet<string> = new Set([
	"amount_too_large",
	"capture_charge_authorization_expired",
	"capture_unauthorized_payment",
	"charge_already_captured",
	"charge_already_refunded",
	"charge_disputed",
	"charge_exceeds_source_limit",
	"charge_expired_for_capture",
	"charge_not_refundable",
	"payment_intent_unexpected_state",
	"refund_disputed_payment",
	"resource_missing",
]);

/** https://docs.stripe.com/error-codes */
export const accountCodes: ReadonlySet<string> = new Set([
	"account_closed",
	"account_invalid",
	"api_key_expired",
	"capability_not_active",
	"country_unsupported",
	"livemode_mismatch",
	"not_allowed_on_standard_account",
	"platform_account_required",
	"platform_api_key_expired",
	"secret_key_required",
	"testmode_charges_only",
]);
