import type { Database } from "@cardseal/platform/db";
import { type ProcessorEvent, settlementItemKinds } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { applyDispute, disputeEventSchema } from "../disputes/apply-dispute.ts";
import type { Applied, WaitingProcessorEvent } from "../processor-events/processor-events.store.ts";
import { applyRefund, refundEventSchema } from "../refund/apply-refund.ts";
import { applySettlement } from "../settlements/apply-settlement.ts";
import type { OutcomeContext } from "../submission/late-outcome.ts";
import {
	reportedCents as cents,
	reportedCurrency as currency,
	reportedId as id,
	reportedOutcome,
	reportedTime as time,
} from "../submission/outcome-schema.ts";

export const processorEventKinds = [
	"outcome",
	"settlement",
	"dispute",
	"refund",
] as const satisfies ProcessorEvent["kind"][];

export const kindsInWords = "late outcomes, settlements, disputes and refunds";

const item = z.object({
	id,
	kind: z.enum(settlementItemKinds),
	reference: id.nullable(),
	amountCents: cents,
	feeCents: cents.min(0),
	happenedAt: time,
});

export const processorEventSchema: z.ZodType<ProcessorEvent> = z.discriminatedUnion("kind", [
	z.object({
		id,
		kind: z.literal("outcome"),
		reference: id,
		operation: z.enum(["charge", "capture", "refund", "void"]),
		outcome: reportedOutcome,
	}),
	z.object({
		id,
		kind: z.literal("settlement"),
		settlementId: id,
		currency,
		netCents: cents,
		paidAt: time,
		items: z.array(item).refine((items) => new Set(items.map((one) => one.id)).size === items.length),
	}),
	disputeEventSchema,
	refundEventSchema,
]);

/** Writes what an event reports, unless it is an outcome, which `applyOutcome` records. */
export function applyRows(
	context: OutcomeContext,
	transaction: Database,
	{ body, ...feed }: WaitingProcessorEvent,
): Promise<Applied> {
	if (body.kind === "settlement") return applySettlement(transaction, feed, body, context.clocks.business.now());
	if (body.kind === "dispute") return applyDispute(transaction, feed, body, context.clocks.business.now());
	if (body.kind === "refund") return applyRefund(transaction, context.clocks, feed, body);
	throw new Error("This kind of processor event has no rows.");
}
