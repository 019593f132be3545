import type { DeclineClass } from "@cardseal/vault";
import { declineTable } from "@cardseal/vault/processors";

/**
 * https://docs.stripe.com/declines/codes and the card errors of https://docs.stripe.com/error-codes. A code that is not
 * here becomes `generic`.
 */
export const declines = declineTable([
	["soft", "authentication_required", "authentication_required authentication_not_handled"],
	["soft", "authentication_failed", "payment_intent_authentication_failure setup_intent_authentication_failure"],
	["soft", "processing_error", "approve_with_id issuer_not_available processing_error reenter_transaction"],
	["soft", "processing_error", "try_again_later"],
	["soft", "do_not_honour", "call_issuer card_declined do_not_honor generic_decline no_action_taken"],
	["soft", "do_not_honour", "duplicate_transaction"],
	["hard", "do_not_honour", "do_not_try_again fraudulent merchant_blacklist restricted_card"],
	["hard", "do_not_honour", "revocation_of_all_authorizations revocation_of_authorization security_violation"],
	["hard", "do_not_honour", "stop_payment_order invalid_account"],
	["data", "do_not_honour", "new_account_information_available incorrect_number invalid_number incorrect_address"],
	["data", "do_not_honour", "incorrect_postal_code incorrect_zip"],
	["hard", "not_permitted", "card_not_supported currency_not_supported invalid_amount not_permitted"],
	["hard", "not_permitted", "service_not_allowed transaction_not_allowed live_mode_test_card test_mode_live_card"],
	["hard", "not_permitted", "testmode_decline"],
	["soft", "insufficient_funds", "insufficient_funds card_velocity_exceeded withdrawal_count_limit_exceeded"],
	["hard", "expired_card", "expired_card"],
	["data", "expired_card", "invalid_expiry_month invalid_expiry_year"],
	["hard", "lost_card", "lost_card pickup_card"],
	["hard", "stolen_card", "stolen_card"],
	["data", "incorrect_cvv", "incorrect_cvc invalid_cvc"],
]);

/** Stripe's advice, which overrules the class. https://docs.stripe.com/declines/card#retrying-issuer-declines */
export const adviceClasses: ReadonlyMap<string, DeclineClass> = new Map([
	["do_not_try_again", "hard"],
	["try_again_later", "soft"],
	["confirm_card_data", "data"],
]);

/** https://docs.stripe.com/api/refunds/object#refund_object-failure_reason. Other reasons become `processing_error`. */
export const refundFailures = declineTable([
	["hard", "lost_card", "lost_or_stolen_card"],
	["hard", "expired_card", "expired_or_canceled_card"],
	["hard", "do_not_honour", "declined"],
	["hard", "not_permitted", "charge_for_pending_refund_disputed"],
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
