import { hash } from "node:crypto";
import {
	disputeStates,
	type ProcessorEvent,
	type ProcessorEventPage,
	refundStates,
	settlementItemKinds,
} from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { InvalidProcessorEvent } from "../processor-events/processor-events.store.ts";
import {
	reportedCents as cents,
	reportedCurrency as currency,
	reportedId as id,
	reportedOutcome,
	reportedText as text,
	reportedTime as time,
	wrongFieldsOf,
} from "./outcome-schema.ts";

const item = z.object({
	id,
	kind: z.enum(settlementItemKinds),
	reference: id.nullable(),
	amountCents: cents,
	feeCents: cents.min(0),
	happenedAt: time,
});

const processorEventSchema: z.ZodType<ProcessorEvent> = z.discriminatedUnion("kind", [
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
	z.object({
		id,
		kind: z.literal("dispute"),
		disputeId: id,
		reference: id,
		state: z.enum(disputeStates),
		amountCents: cents.min(0),
		currency,
		reasonCode: text,
		evidenceDueAt: time.nullable(),
		happenedAt: time,
	}),
	z.object({
		id,
		kind: z.literal("refund"),
		processorTransactionId: id,
		originalReference: id,
		amountCents: cents.min(0),
		currency,
		state: z.enum(refundStates),
		happenedAt: time,
	}),
]);

const pageSchema = z.object({
	events: z.array(z.unknown()),
	cursor: z.string().max(4_000),
	hasMore: z.boolean().optional(),
});

/** @throws Error for an invalid page: without a cursor, reading cannot continue */
export function readPage(given: ProcessorEventPage): z.infer<typeof pageSchema> {
	const read = pageSchema.safeParse(given);
	if (!read.success) throw new Error(`The processor gave no page of processor events: ${problemOf(read.error)}.`);
	return read.data;
}

/** Adapters are third-party code. */
export function readProcessorEvents(given: readonly unknown[]): {
	events: ProcessorEvent[];
	invalid: InvalidProcessorEvent[];
} {
	const events: ProcessorEvent[] = [];
	const invalid: InvalidProcessorEvent[] = [];
	for (const one of given) {
		const read = processorEventSchema.safeParse(one);
		if (read.success) events.push(read.data);
		else invalid.push({ ...namesOf(one), problem: problemOf(read.error) });
	}
	return { events, invalid };
}

const kind = z.enum(["outcome", "settlement", "dispute", "refund"]);

const namesSchema = z.object({ id: id.optional().catch(undefined), kind: kind.optional().catch(undefined) });

/** Identifies a processor event without an id by its content. */
function namesOf(given: unknown): Pick<InvalidProcessorEvent, "id" | "kind"> {
	const names = namesSchema.safeParse(given).data;
	return { id: names?.id ?? `content ${hash("sha256", contentOf(given))}`, kind: names?.kind ?? "unknown" };
}

function contentOf(given: unknown): string {
	try {
		return JSON.stringify(given) ?? "";
	} catch {
		// An endless number, or an object that contains itself.
		return "";
	}
}

function problemOf(error: z.ZodError): string {
	return `Invalid: ${wrongFieldsOf(error, "processor event")}`.slice(0, 500);
}
