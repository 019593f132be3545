/** Reasons that all card networks share. */
export const disputeReasons = [
	"fraud",
	"not_recognized",
	"not_authorized",
	"not_received",
	"not_as_described",
	"canceled",
	"subscription_canceled",
	"credit_missing",
	"duplicate",
	"paid_otherwise",
	"wrong_amount",
	"late",
	"goods_or_services",
	"processing_error",
] as const;

export type DisputeReason = (typeof disputeReasons)[number];

/**
 * The common codes; no two of these networks share one. Visa and Mastercard:
 * https://developer.north.com/supplemental-resources/chargeback-reason-codes. American Express and Discover:
 * https://docs.antom.com/ac/dispute/amex, https://docs.antom.com/ac/dispute/diners.
 */
const codes: Readonly<Record<DisputeReason, string>> = {
	fraud: "10.1 10.2 10.3 10.4 10.5 4837 4840 4849 4870 4871 F24 F29 F30 F31 FR2 UA01 UA02 UA05 UA06",
	not_recognized: "4863 AA",
	not_authorized: "11.1 11.2 11.3 4807 4808 4812 A01 A02 A08 AT DA NA",
	not_received: "13.1 4855 C08 RG",
	not_as_described: "13.3 13.4 13.5 C31 C32 RM",
	canceled: "13.7 C05",
	subscription_canceled: "13.2 4841 C28 AP",
	credit_missing: "13.6 4860 C02 RN2",
	duplicate: "12.6.1 P08 DP",
	paid_otherwise: "12.6.2 C14 PM",
	wrong_amount: "12.3 12.5 4831 P05 AW",
	late: "12.1 4842 P07 LP",
	// Mastercard's one code for many complaints.
	goods_or_services: "4853",
	processing_error: "12.2 12.4 12.6 12.7 4834 P01 P03 P04 CD IN PI",
};

const reasonOfCode = new Map(
	disputeReasons.flatMap((reason) => codes[reason].split(" ").map((code) => [code, reason] as const)),
);

export function disputeReasonOf(code: string): DisputeReason | undefined {
	return reasonOfCode.get(code);
}
