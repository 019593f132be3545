import { hash } from "node:crypto";
import type { ProcessorEvent, ProcessorEventPage } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { disputeEventSchema } from "../disputes/apply-dispute.ts";
import type { InvalidProcessorEvent } from "../processor-events/processor-events.store.ts";
import { reportedId as id, reportedOutcome, wrongFieldsOf } from "../processor-events/reported.ts";
import { refundEventSchema } from "../refund/apply-refund.ts";
import { settlementEventSchema } from "../settlements/apply-settlement.ts";

const outcomeEventSchema = z.object({
	id,
	kind: z.literal("outcome"),
	reference: id,
	operation: z.enum(["charge", "capture", "refund", "void"]),
	outcome: reportedOutcome,
});

const schemas = [outcomeEventSchema, settlementEventSchema, disputeEventSchema, refundEventSchema] as const;

const processorEventSchema: z.ZodType<ProcessorEvent> = z.discriminatedUnion("kind", schemas);

const kinds = schemas.map(({ shape }) => shape.kind.value);

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

const namesSchema = z.object({
	id: id.optional().catch(undefined),
	kind: z.enum(kinds).optional().catch(undefined),
});

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
