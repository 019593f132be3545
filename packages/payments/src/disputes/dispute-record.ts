import { dollars } from "@cardseal/platform";
import { disputeReasonOf, disputeReasons, disputeStates } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { AnsweredDispute } from "./disputes.store.ts";

export const disputeRecordSchema = z
	.object({
		id: z.int().openapi({ example: 100001 }),
		dispute_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		transaction_id: z.string().openapi({ description: "The disputed charge", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		status: z.enum(disputeStates).openapi({
			description:
				"`open` waits for an answer, `under_review` has the merchant's evidence; `won`, `lost` and `accepted` are decided",
		}),
		amount: z.number().openapi({ description: "The disputed amount, in dollars", example: 31 }),
		currency: z.string().openapi({ example: "CAD" }),
		reason_code: z.string().openapi({ description: "The card network's reason code", example: "10.4" }),
		reason: z.enum(disputeReasons).nullable().openapi({
			description: "What the reason code means, in words that all networks share; null for a code that is not known",
		}),
		evidence_due_at: z.int().nullable().openapi({
			description: "The end of the time for evidence, ms since 1970; null when none is taken",
		}),
		opened_at: z.int().openapi({ description: "ms since 1970" }),
		status_at: z.int().openapi({ description: "When the status began, ms since 1970" }),
		processor: z.string().openapi({ description: "The processor that reported the dispute", example: "demo" }),
		processor_dispute_id: z.string().openapi({ description: "The processor's id of the dispute" }),
		answer: z
			.object({
				kind: z.enum(["accept", "evidence"]),
				asked_at: z.int().openapi({ description: "ms since 1970" }),
				sent_at: z.int().nullable().openapi({ description: "When the processor got it, ms since 1970" }),
				refusal: z.string().nullable().openapi({ description: "Why the processor refused it" }),
			})
			.nullable()
			.openapi("DisputeAnswer", { description: "The merchant's answer; null without one" }),
	})
	.openapi("DisputeRecord");

export type DisputeRecord = z.infer<typeof disputeRecordSchema>;

export function disputeRecordOf(dispute: AnsweredDispute): DisputeRecord {
	const { answer } = dispute;
	return {
		id: dispute.id,
		dispute_id: dispute.dispute_id,
		transaction_id: dispute.transaction_id,
		status: dispute.state,
		amount: dollars(dispute.amount_cents),
		currency: dispute.currency,
		reason_code: dispute.reason_code,
		reason: disputeReasonOf(dispute.reason_code) ?? null,
		evidence_due_at: dispute.evidence_due_at,
		opened_at: dispute.created_at,
		status_at: dispute.state_at,
		processor: dispute.processor,
		processor_dispute_id: dispute.processor_dispute_id,
		answer,
	};
}
