import {
	type AccountSecrets,
	type DisputeEvent,
	type DisputeState,
	type ProcessorEvent,
	type ProcessorEventPage,
	type RefundState,
	WebhookRefused,
	type WebhookRequest,
} from "@cardseal/vault";
import { z } from "zod";
import {
	moneyReferenceOf,
	outcomeOfCapture,
	outcomeOfIntent,
	outcomeOfRefund,
	outcomeOfVoid,
	readRefund,
	referenceOf,
} from "./answers.ts";
import { ask, type Client, parse, read, Unreadable } from "./client.ts";
import { retrieveIntent } from "./find.ts";
import { idempotencyPrefixes, metadataNames, voidReferenceOf } from "./requests.ts";
import { firstPart, type PartPlace, type Payout, readPayout, requestsPerPart, settlementOf } from "./settlements.ts";

/** https://docs.stripe.com/api/events/object. The object has the version of the webhook's endpoint. */
export const eventSchema = z.object({
	id: z.string().min(1),
	/** s since 1970. */
	created: z.int(),
	type: z.string(),
	request: z.object({ idempotency_key: z.string().nullish() }).nullish(),
	data: z.object({
		object: z.looseObject({ id: z.string().min(1), metadata: z.record(z.string(), z.string()).nullish() }),
	}),
});

type Event = z.infer<typeof eventSchema>;

/** https://docs.stripe.com/api/events/types; at most 20 for a list. */
const types = [
	"payment_intent.succeeded",
	"payment_intent.payment_failed",
	"payment_intent.amount_capturable_updated",
	"payment_intent.canceled",
	"refund.created",
	"refund.updated",
	"refund.failed",
	"charge.refund.updated",
	"charge.dispute.created",
	"charge.dispute.updated",
	"charge.dispute.closed",
	"charge.dispute.funds_withdrawn",
	"charge.dispute.funds_reinstated",
	"payout.paid",
	"payout.reconciliation_completed",
] as const;

const toleranceSeconds = 300;

/** @throws WebhookRefused without the signature of the endpoint, or when it is too old */
export async function readWebhook(
	client: Client,
	{ headers, body }: WebhookRequest,
	{ webhook_secret: secret = "" }: AccountSecrets,
): Promise<ProcessorEvent[]> {
	if (secret === "") throw new WebhookRefused("The account has no webhook signing secret.");
	let event: Event;
	try {
		const signature = headers["stripe-signature"] ?? "";
		const { webhooks } = client.stripe;
		const signed: unknown = await webhooks.constructEventAsync(Buffer.from(body), signature, secret, toleranceSeconds);
		event = eventSchema.parse(signed);
	} catch {
		// The SDK's error repeats the body.
		throw new WebhookRefused("The signature, its time or the form is wrong.");
	}
	// The list tells the rest of a large payout.
	const { processorEvents } = await tellEvent(client, event);
	return processorEvents;
}

/** Stripe keeps events for 30 days; an account's first reading needs the newest only. */
const firstDays = 1;

const pageSize = 100;

/** Each may take 2 s of the gateway's 20 s for a page. */
const maximumRequests = 10;

const mostRequestsOf = ({ type }: Event) => (type.startsWith("payout.") ? requestsPerPart : 2);

/**
 * Reads on after the cursor's place, or from a time before the first event. A place is one of
 *
 * - `since:TIME`, s since 1970, or `since:TIME:EVENT`, the way back to the oldest event
 * - `EVENT`, which was told, or `EVENT:PAYOUT:PART:TRANSACTION:CENTS`, of whose payout a part was told
 *
 * https://docs.stripe.com/webhooks/process-undelivered-events
 */
export async function readEvents(client: Client, cursor: string | undefined): Promise<ProcessorEventPage> {
	let place = cursor ?? `since:${Math.floor(Date.now() / 1000) - firstDays * 24 * 60 * 60}`;
	if (isInPayout(place)) return readOnInPayout(client, place);
	let left = maximumRequests;
	while (left > 0) {
		const { events, next, isLast } = await readEventPage(client, place);
		const told = await tellEvents(client, events, { place: next, left: left - 1 });
		if (told.processorEvents.length > 0 || told.hasMore || isLast) {
			return { events: told.processorEvents, cursor: told.place, hasMore: told.hasMore };
		}
		[place, left] = [told.place, told.left];
	}
	return { events: [], cursor: place, hasMore: true };
}

/** Stops before an event that may need more requests than are left. */
async function tellEvents(client: Client, events: Event[], { place, left }: { place: string; left: number }) {
	const processorEvents: ProcessorEvent[] = [];
	for (const event of events) {
		// The answer of a request of ours told its outcome, or an inquiry does.
		if (!isOfOurRequest(event)) {
			left -= mostRequestsOf(event);
			if (left < 0) return { processorEvents, place, left, hasMore: true };
			const { processorEvents: told, rest } = await tellEvent(client, event);
			processorEvents.push(...told);
			if (rest !== undefined) return { processorEvents, place: `${event.id}:${rest}`, left, hasMore: true };
		}
		place = event.id;
	}
	return { processorEvents, place, left, hasMore: false };
}

const eventPageSchema = z.object({ data: z.array(eventSchema), has_more: z.boolean() });

interface EventPage {
	events: Event[];
	next: string;
	isLast: boolean;
}

async function readEventPage(client: Client, place: string): Promise<EventPage> {
	const [name, since, after] = place.split(":");
	if (name === "since") return readBack(client, Number(since), after);
	const page = await listEvents(client, { ending_before: place });
	// Stripe keeps events for 30 days: the cursor's is gone.
	if (page === undefined) return { events: [], next: "since:0", isLast: false };
	return { events: page.data.reverse(), next: place, isLast: !page.has_more };
}

/**
 * Lists begin with the newest event, so the oldest is on the last page.
 *
 * @param since s since 1970
 * @param after the oldest event of the pages before
 */
async function readBack(client: Client, since: number, after: string | undefined): Promise<EventPage> {
	const paging = after !== undefined && { starting_after: after };
	const page = await listEvents(client, { created: { gte: since }, ...paging });
	const begin = `since:${since}`;
	const oldest = page?.data.at(-1)?.id;
	// Events expired on the way.
	if (oldest === undefined) return { events: [], next: begin, isLast: after === undefined };
	if (page?.has_more) return { events: [], next: `${begin}:${oldest}`, isLast: false };
	const next = after === undefined ? begin : `${begin}:${after}`;
	return { events: page?.data.reverse() ?? [], next, isLast: after === undefined };
}

const isInPayout = (place: string) => place.includes(":") && !place.startsWith("since:");

async function readOnInPayout(client: Client, place: string): Promise<ProcessorEventPage> {
	const [event = "", id = "", part, after, toldCents] = place.split(":");
	const { processorEvents, rest } = await readable(`${event}/${part}`, async () => {
		const payout = readPayout(await read(client.stripe.payouts.retrieve(id)));
		return toldPayout(client, payout, { part: Number(part), after, toldCents: Number(toldCents) });
	});
	return { events: processorEvents, cursor: rest === undefined ? event : `${event}:${rest}`, hasMore: true };
}

/** @returns `undefined` when Stripe does not have the cursor's event */
async function listEvents({ stripe }: Client, place: object) {
	const asked = await ask(stripe.events.list({ types: [...types], limit: pageSize, ...place }));
	if ("refusal" in asked) {
		if (asked.refusal.code === "resource_missing") return undefined;
		throw new Error(`Stripe refuses to list events (${asked.refusal.status}).`);
	}
	const page = eventPageSchema.safeParse(asked.answer);
	if (!page.success) throw new Error("Stripe's events are not understood.");
	return page.data;
}

function isOfOurRequest({ request }: Event): boolean {
	return idempotencyPrefixes.some((prefix) => request?.idempotency_key?.startsWith(prefix));
}

interface Told {
	processorEvents: ProcessorEvent[];
	rest?: string | undefined;
}

/** An unreadable event does not stop the others: the gateway keeps it for the operator. */
async function readable(id: string, tell: () => Promise<Told>): Promise<Told> {
	try {
		return await tell();
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		return { processorEvents: [{ id, kind: "unreadable" } as unknown as ProcessorEvent] };
	}
}

/** Events of other types, and of objects that no request of ours made, are no processor events. */
function tellEvent(client: Client, event: Event): Promise<Told> {
	return readable(event.id, async () => {
		if (!types.some((type) => type === event.type)) return { processorEvents: [] };
		if (event.type.startsWith("payout.")) return tellPayout(client, event);
		if (event.type.startsWith("payment_intent."))
			return { processorEvents: await processorEventsOfIntent(client, event) };
		if (event.type.startsWith("charge.dispute."))
			return { processorEvents: await processorEventsOfDispute(client, event) };
		return { processorEvents: await processorEventsOfRefund(client, event) };
	});
}

/** The event only points to the intent: its own copy may be of an older version, without the charge. */
async function processorEventsOfIntent(client: Client, { id, type, request, data }: Event): Promise<ProcessorEvent[]> {
	const reference = referenceOf(data.object);
	if (reference === undefined) return [];
	const intent = await retrieveIntent(client, data.object.id);
	const capture = intent.metadata?.[metadataNames.capture];
	if (type === "payment_intent.succeeded" && intent.capture_method === "manual") {
		// Without our reference, it was captured in the dashboard.
		if (capture === undefined || intent.status !== "succeeded") return [];
		return [{ id, kind: "outcome", reference: capture, operation: "capture", outcome: outcomeOfCapture(intent) }];
	}
	const wasHeld = intent.latest_charge?.status === "succeeded";
	if (type === "payment_intent.canceled" && wasHeld) {
		const voided = voidReferenceOf(request?.idempotency_key);
		if (voided === undefined) return [];
		return [{ id, kind: "outcome", reference: voided, operation: "void", outcome: outcomeOfVoid(intent) }];
	}
	const outcome = outcomeOfIntent(intent);
	// After a failed authentication, the payer may try again until we cancel.
	if (outcome.result === "accepted" || outcome.result === "open" || outcome.result === "action") return [];
	return [{ id, kind: "outcome", reference, operation: "charge", outcome }];
}

const refundStateOf: Record<string, RefundState> = {
	pending: "pending",
	requires_action: "pending",
	succeeded: "succeeded",
	failed: "failed",
	canceled: "failed",
};

async function processorEventsOfRefund(client: Client, { id, created, data }: Event): Promise<ProcessorEvent[]> {
	const refund = readRefund(await read(client.stripe.refunds.retrieve(data.object.id)));
	const reference = referenceOf(refund);
	if (reference !== undefined) {
		const outcome = outcomeOfRefund(refund);
		return outcome.result === "accepted" ? [] : [{ id, kind: "outcome", reference, operation: "refund", outcome }];
	}
	// Made in the dashboard, or by another program: ours only if its charge is.
	if (refund.payment_intent == null) return [];
	const intent = await retrieveIntent(client, refund.payment_intent);
	const originalReference = moneyReferenceOf(intent);
	// The release of an authorization looks like a refund.
	if (originalReference === undefined || intent.status !== "succeeded") return [];
	return [
		{
			// Two events tell each change.
			id: `${refund.id}/${refund.status}`,
			kind: "refund",
			processorTransactionId: refund.id,
			originalReference,
			amountCents: refund.amount,
			currency: refund.currency.toUpperCase(),
			state: refundStateOf[refund.status] ?? "pending",
			happenedAt: created * 1000,
		},
	];
}

/** https://docs.stripe.com/api/disputes/object; these fields are the same in all versions. */
const disputeSchema = z.object({
	id: z.string().min(1),
	amount: z.int().nonnegative(),
	currency: z.string().length(3),
	status: z.string(),
	reason: z.string(),
	payment_intent: z.string().nullish(),
	evidence: z.object({ uncategorized_text: z.string().nullish() }).nullish(),
	evidence_details: z.object({ due_by: z.int().nullish(), submission_count: z.int().nullish() }).nullish(),
	payment_method_details: z
		.object({ card: z.object({ network_reason_code: z.string().nullish() }).nullish() })
		.nullish(),
});

export type Dispute = z.infer<typeof disputeSchema>;

export const readDispute = (body: unknown): Dispute => parse(disputeSchema, body, "dispute");

/** `warning` statuses are inquiries of the bank. A dispute is `prevented` when a refund came first. */
const disputeStates: Record<string, DisputeState> = {
	warning_needs_response: "open",
	needs_response: "open",
	appeal_needs_response: "open",
	warning_under_review: "under_review",
	under_review: "under_review",
	appeal_under_review: "under_review",
	warning_closed: "won",
	prevented: "won",
	won: "won",
	lost: "lost",
};

async function processorEventsOfDispute(client: Client, { id, created, data }: Event): Promise<ProcessorEvent[]> {
	const dispute = readDispute(data.object);
	if (dispute.payment_intent == null) return [];
	const reference = moneyReferenceOf(await retrieveIntent(client, dispute.payment_intent));
	if (reference === undefined) return [];
	const { evidence_details: details, reason } = dispute;
	const dueBy = details?.due_by || null;
	const processorEvent: DisputeEvent = {
		kind: "dispute",
		disputeId: dispute.id,
		reference,
		state: disputeStateOf(dispute, created),
		amountCents: dispute.amount,
		currency: dispute.currency.toUpperCase(),
		reasonCode: dispute.payment_method_details?.card?.network_reason_code || reason,
		evidenceDueAt: dueBy && dueBy * 1000,
		happenedAt: created * 1000,
	};
	return [{ id, ...processorEvent }];
}

/** Only its acceptance ends a dispute without evidence before evidence is due. */
function disputeStateOf({ status, evidence_details: details }: Dispute, at: number): DisputeState {
	const state = disputeStates[status];
	if (state === undefined) throw new Unreadable("Stripe's dispute has a status that is not known here.");
	const isAccepted = state === "lost" && details?.submission_count === 0 && at < (details.due_by ?? 0);
	return isAccepted ? "accepted" : state;
}

/** `reconciliation_status` tells when the payout's transactions can be listed, which may be before or after it is paid. */
async function tellPayout(client: Client, { data }: Event): Promise<Told> {
	const payout = readPayout(data.object);
	const { automatic, status, reconciliation_status: listed } = payout;
	// Nothing tells what a manual payout pays.
	if (!automatic || status !== "paid" || listed !== "completed") return { processorEvents: [] };
	return toldPayout(client, payout, firstPart);
}

async function toldPayout(client: Client, payout: Payout, place: PartPlace): Promise<Told> {
	const { processorEvents, rest } = await settlementOf(client, payout, place);
	return { processorEvents, rest: rest && [payout.id, rest.part, rest.after, rest.toldCents].join(":") };
}
