import type { Authenticated, AuthenticationStatus } from "@cardseal/vault";
import { z } from "zod";

const text = z.string().nullish();

/** https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card-three_d_secure */
export const threeDSecureSchema = z.object({
	result: text,
	result_reason: text,
	electronic_commerce_indicator: text,
	exemption_indicator: text,
	version: text,
});

type ThreeDSecure = z.infer<typeof threeDSecureSchema>;

/** `exempted` and `data_share_only`: the bank was informed, and authenticated nobody. */
const statuses: Record<string, AuthenticationStatus> = {
	authenticated: "Y",
	attempt_acknowledged: "A",
	exempted: "I",
	data_share_only: "I",
	failed: "N",
	not_supported: "U",
	processing_error: "U",
};

const failedStatuses: Record<string, AuthenticationStatus> = { rejected: "R", abandoned: "C", canceled: "C" };

export function authenticatedOf(told: ThreeDSecure | null | undefined): Authenticated | undefined {
	const status = statusOf(told?.result, told?.result_reason);
	if (told == null || status === undefined) return undefined;
	return {
		status,
		...(told.version && { version: told.version }),
		...(told.electronic_commerce_indicator && { eci: told.electronic_commerce_indicator }),
		liabilityShift: hasLiabilityShift(status, told),
	};
}

function statusOf(result: string | null | undefined, reason: string | null | undefined) {
	const failed = result === "failed" ? failedStatuses[reason ?? ""] : undefined;
	return failed ?? statuses[result ?? ""];
}

/** The bank's part: 02 and 05 after an authentication, 01 and 06 after an attempt. */
const bearing: readonly string[] = ["01", "02", "05", "06"];

/** https://docs.stripe.com/payments/3d-secure/authentication-flow: the indicator tells it, and an exemption takes it away. */
function hasLiabilityShift(status: AuthenticationStatus, told: ThreeDSecure): boolean {
	const { electronic_commerce_indicator: indicator, exemption_indicator: exemption } = told;
	const isAuthenticated = status === "Y" || status === "A";
	return isAuthenticated && exemption !== "low_risk" && (!indicator || bearing.includes(indicator));
}
