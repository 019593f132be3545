import { type DisputeEvidence, DisputeRefused, type DisputeState, type ProcessorEvent } from "@cardseal/vault";
import { z } from "zod";
import { type AdyenApi, Refusal } from "./api.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import type { Item } from "./item.ts";

/** https://docs.adyen.com/risk-management/disputes-api/dispute-notifications */
const stateAfter: Readonly<Record<string, DisputeState>> = {
	REQUEST_FOR_INFORMATION: "open",
	NOTIFICATION_OF_CHARGEBACK: "open",
	DISPUTE_OPENED_WITH_CHARGEBACK: "open",
	CHARGEBACK: "open",
	INFORMATION_SUPPLIED: "under_review",
	// The issuer may still pass the defence on.
	CHARGEBACK_REVERSED: "under_review",
	ISSUER_RESPONSE_TIMEFRAME_EXPIRED: "won",
	PREARBITRATION_WON: "won",
	SCHEME_ARBITRATION_WON: "won",
	DISPUTE_DEFENSE_PERIOD_ENDED: "lost",
	SECOND_CHARGEBACK: "lost",
	PREARBITRATION_LOST: "lost",
	SCHEME_ARBITRATION_LOST: "lost",
};

const stateOfStatus: Readonly<Record<string, DisputeState>> = {
	Undefended: "open",
	Unresponded: "open",
	Pending: "under_review",
	Responded: "under_review",
	Won: "won",
	Lost: "lost",
	Expired: "lost",
	Accepted: "accepted",
};

export const isDisputeEvent = ({ eventCode, merchantReference }: Item) =>
	eventCode in stateAfter && merchantReference !== "";

/** All events of a dispute have its PSP reference. */
export function disputeEventOf(item: Item): ProcessorEvent {
	const { eventCode, pspReference, additionalData, amount, reason } = item;
	const text = (name: string) => {
		const value = additionalData[name];
		return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
	};
	const state = stateOfStatus[text("disputeStatus") ?? ""] ?? stateAfter[eventCode] ?? "open";
	const dueAt = Date.parse(text("defensePeriodEndsAt") ?? "");
	const isDefendable = state === "open" && text("defendable") !== "false" && !Number.isNaN(dueAt);
	return {
		id: `${pspReference}-${eventCode}-${state}`,
		kind: "dispute",
		disputeId: pspReference,
		reference: item.merchantReference,
		state,
		amountCents: amount.value,
		currency: amount.currency,
		reasonCode: text("chargebackReasonCode") ?? text("rfiReasonCode") ?? (reason || eventCode),
		evidenceDueAt: isDefendable ? dueAt : null,
		happenedAt: Date.parse(item.eventDate) || Date.now(),
	};
}

const resultSchema = z.object({
	disputeServiceResult: z.object({ success: z.boolean(), errorMessage: z.string().optional() }),
});

const reasonsSchema = z.object({
	defenseReasons: z
		.array(
			z.object({
				defenseReasonCode: z.string(),
				satisfied: z.boolean().optional(),
				defenseDocumentTypes: z
					.array(
						z.object({
							defenseDocumentTypeCode: z.string(),
							requirementLevel: z.string(),
							available: z.boolean().optional(),
						}),
					)
					.default([]),
			}),
		)
		.default([]),
});

/** @throws DisputeRefused when Adyen takes no answer any more */
export async function acceptDispute(disputeId: string, api: AdyenApi): Promise<void> {
	const request = { disputePspReference: disputeId, merchantAccountCode: api.merchantAccount };
	await answered(() => api.disputes.acceptDispute(request, { idempotencyKey: `accept-${disputeId}` }));
}

/**
 * Chooses a defence that text can prove, and sends the text as its document:
 * https://docs.adyen.com/risk-management/disputes-api/disputes-api-reference
 *
 * @throws DisputeRefused when there is no such defence, or Adyen takes no answer any more
 */
export async function sendEvidence(disputeId: string, evidence: DisputeEvidence, api: AdyenApi): Promise<void> {
	const dispute = { disputePspReference: disputeId, merchantAccountCode: api.merchantAccount };
	const told = await answered(() => api.disputes.retrieveApplicableDefenseReasons(dispute));
	const reason = reasonOf(reasonsSchema.parse(told).defenseReasons);
	if (reason === undefined) throw new DisputeRefused("Adyen takes no written defence of this dispute.");
	const content = evidencePdf(evidence).toString("base64");
	const defenseDocuments = documentTypesOf(reason).map((defenseDocumentTypeCode) => ({
		defenseDocumentTypeCode,
		contentType: "application/pdf",
		content,
	}));
	await answered(() => api.disputes.supplyDefenseDocument({ ...dispute, defenseDocuments }));
	const { defenseReasonCode } = reason;
	await answered(() =>
		api.disputes.defendDispute({ ...dispute, defenseReasonCode }, { idempotencyKey: `defend-${disputeId}` }),
	);
}

type Reason = z.infer<typeof reasonsSchema>["defenseReasons"][number];

/** The general defence, or the one with the fewest documents. */
function reasonOf(reasons: Reason[]): Reason | undefined {
	const byDocuments = reasons
		.filter((reason) => documentTypesOf(reason).length > 0)
		.toSorted((one, other) => documentTypesOf(one).length - documentTypesOf(other).length);
	return byDocuments.find(({ defenseReasonCode }) => defenseReasonCode === "SupplyDefenseMaterial") ?? byDocuments[0];
}

/** All required documents, or the first of several that may be supplied. */
function documentTypesOf({ defenseDocumentTypes: types }: Reason): string[] {
	const required = types.filter(({ requirementLevel }) => requirementLevel === "Required");
	const chosen = required.length > 0 ? required : types.slice(0, 1);
	return chosen.map(({ defenseDocumentTypeCode }) => defenseDocumentTypeCode);
}

async function answered(call: () => Promise<unknown>): Promise<unknown> {
	const answer = await call().catch((error: unknown) => {
		if (!(error instanceof Refusal)) throw error;
		if (error.isAboutAccount) throw new DisputeRefused(`${rolesMissing} (${error.errorCode})`);
		throw new DisputeRefused(`Adyen refuses the answer: ${error.reason ?? error.errorCode}.`);
	});
	const read = resultSchema.safeParse(answer);
	if (!read.success) throw new Error("Adyen's answer is not understood.");
	const { success, errorMessage = "no reason is given" } = read.data.disputeServiceResult;
	if (!success) throw new DisputeRefused(`Adyen refuses the answer: ${errorMessage.slice(0, 200)}.`);
	return answer;
}

const rolesMissing = 'The API credential lacks the role "API dispute management".';
