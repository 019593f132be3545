import {
	type AccountSecrets,
	type DisputeNotice,
	type DisputeState,
	type Notice,
	type NoticePage,
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
import { ask, type Client, read, Unreadable } from "./client.ts";
import { retrieveIntent } from "./find.ts";
import { idempotencyPrefixes, metadataNames, voidReferenceOf } from "./requests.ts";
import { payoutSchema, settlementOf } from "./settlements.ts";

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
): Promise<Notice[]> {
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
	return readableNoticesOf(client, event);
}

/** Stripe keeps events for 30 days; an account's first reading needs the newest only. */
const firstDays = 1;

const pageSize = 100;
const maximumPages = 50;

/**
 * Reads on after the event of the cursor, or from a time before the first event.
 * https://docs.stripe.com/webhooks/process-undelivered-events
 */
export async function readEvents(client: Client, cursor: string | undefined): Promise<NoticePage> {
	let place = cursor ?? `since:${Math.floor(Date.now() / 1000) - firstDays * 24 * 60 * 60}`;
	for (let pages = 0; pages < maximumPages; pages++) {
		const { events, isLast } = await readEventPage(client, place);
		const notices: Notice[] = [];
		// The answer of a request of ours told its outcome, or an inquiry does.
		for (const event of events) if (!isOfOurRequest(event)) notices.push(...(await readableNoticesOf(client, event)));
		place = events.at(-1)?.id ?? place;
		// An empty page ends the reading.
		if (notices.length > 0 || isLast) return { notices, cursor: place };
	}
	return { notices: [], cursor: place };
}

const eventPageSchema = z.object({ data: z.array(eventSchema), has_more: z.boolean() });

/** Returns the oldest events after the place, oldest first. */
async function readEventPage(client: Client, place: string): Promise<{ events: Event[]; isLast: boolean }> {
	if (place.startsWith("since:")) return readOldest(client, Number(place.slice("since:".length)));
	const page = await listEvents(client, { ending_before: place });
	// Stripe keeps events for 30 days: the cursor's is gone.
	if (page === undefined) return readOldest(client, 0);
	return { events: page.data.reverse(), isLast: !page.has_more };
}

/** @param since s since 1970 */
async function readOldest(client: Client, since: number): Promise<{ events: Event[]; isLast: boolean }> {
	let after: string | undefined;
	for (let pages = 0; ; pages++) {
		const page = await listEvents(client, {
			created: { gte: since },
			...(after !== undefined && { starting_after: after }),
		});
		if (page === undefined) throw new Error("Stripe's events changed while they were read.");
		after = page.data.at(-1)?.id;
		if (!page.has_more) return { events: page.data.reverse(), isLast: pages === 0 };
	}
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

/** An event that cannot be read does not stop the others: the gateway keeps a notice of no kind for the operator. */
async function readableNoticesOf(client: Client, event: Event): Promise<Notice[]> {
	try {
		return await noticesOf(client, event);
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		return [{ id: event.id, kind: "unreadable" } as unknown as Notice];
	}
}

/** Events of other types, and of objects that no request of ours made, are no notices. */
async function noticesOf(client: Client, event: Event): Promise<Notice[]> {
	if (!types.some((type) => type === event.type)) return [];
	if (event.type.startsWith("payment_intent.")) return noticesOfIntent(client, event);
	if (event.type.startsWith("charge.dispute.")) return noticesOfDispute(client, event);
	if (event.type.startsWith("payout.")) return noticesOfPayout(client, event);
	return noticesOfRefund(client, event);
}

/** The event only points to the intent: its own copy may be of an older version, without the charge. */
async function noticesOfIntent(client: Client, { id, type, request, data }: Event): Promise<Notice[]> {
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
	if (outcome.result === "accepted" || outcome.result === "open") return [];
	return [{ id, kind: "outcome", reference, operation: "charge", outcome }];
}

const refundStateOf: Record<string, RefundState> = {
	pending: "pending",
	requires_action: "pending",
	succeeded: "succeeded",
	failed: "failed",
	canceled: "failed",
};

async function noticesOfRefund(client: Client, { id, created, data }: Event): Promise<Notice[]> {
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

export function readDispute(body: unknown): Dispute {
	const dispute = disputeSchema.safeParse(body);
	if (!dispute.success) throw new Unreadable("Stripe's dispute is not understood.");
	return dispute.data;
}

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

async function noticesOfDispute(client: Client, { id, created, data }: Event): Promise<Notice[]> {
	const dispute = readDispute(data.object);
	if (dispute.payment_intent == null) return [];
	const reference = moneyReferenceOf(await retrieveIntent(client, dispute.payment_intent));
	if (reference === undefined) return [];
	const { evidence_details: details, reason } = dispute;
	const dueBy = details?.due_by || null;
	const notice: DisputeNotice = {
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
	return [{ id, ...notice }];
}

/** Only its acceptance ends a dispute without evidence before evidence is due. */
function disputeStateOf({ status, evidence_details: details }: Dispute, at: number): DisputeState {
	const state = disputeStates[status];
	if (state === undefined) throw new Unreadable("Stripe's dispute has a status that is not known here.");
	const isAccepted = state === "lost" && details?.submission_count === 0 && at < (details.due_by ?? 0);
	return isAccepted ? "accepted" : state;
}

/** `reconciliation_status` tells when the payout's transactions can be listed, which may be before or after it is paid. */
async function noticesOfPayout(client: Client, { data }: Event): Promise<Notice[]> {
	const payout = payoutSchema.safeParse(data.object);
	if (!payout.success) throw new Unreadable("Stripe's payout is not understood.");
	const { automatic, status, reconciliation_status: listed } = payout.data;
	// Nothing tells what a manual payout pays.
	if (!automatic || status !== "paid" || listed !== "completed") return [];
	return [{ id: `${payout.data.id}/paid`, ...(await settlementOf(client, payout.data)) }];
}
