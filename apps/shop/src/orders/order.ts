import { z } from "zod";
import {
	type FollowUp,
	type FollowUpKind,
	followUpKinds,
	followUpOutcome,
	isDone,
	isOpen,
	mayFollow,
} from "./follow-up.ts";
import { orderNumber } from "./order-id.ts";

/**
 * An order and the attempts to pay it, as they follow from the events in the order book.
 *
 *     open ──► paying ──► paid | held | asked
 *      ▲         │  ├───► declined ──► paying (another card, a new attempt)
 *      └─────────┘  └───► unknown  ──► paid | held | declined | open
 *
 *     held ──► paid (collected) | released
 *     asked (to pay from a bank account) ──► clearing ──► paid | returned ──► paying (a new attempt)
 *                                    └──► open
 *
 * Nothing goes back from `paid`, since what was bought is sent then: a payment from a bank account is `paid` when the payer's bank
 * has confirmed it, not when the payer has agreed. And no attempt starts while another one may still take money: that is what
 * makes an order impossible to pay twice.
 */
export interface Order {
	readonly id: string;
	/** ms since 1970 */
	readonly placedAt: number;
	readonly slug: string;
	readonly quantity: number;
	/** Fixed when the order is placed: a later change of price does not change what was agreed. */
	readonly amountCents: number;
	/** Whether paying only holds the amount on the card, to be collected or released later. */
	readonly hold: boolean;
	readonly attempts: readonly Attempt[];
	readonly followUps: readonly FollowUp[];
}

/** One try to pay. Card data and card tokens are never part of it. */
export interface Attempt {
	/** Also the invoice id and the idempotency key at the gateway, so that each attempt can be found there by name. */
	readonly id: string;
	/** ms since 1970 */
	readonly startedAt: number;
	readonly name: string;
	readonly email: string;
	/** Whose cards at the gateway this one is among, or will be once it has paid; `null` when nothing is remembered. */
	readonly customerId: string | null;
	/** Paid with a card on file. Name and address are then its holder's, and no page may show them. */
	readonly onFile: boolean;
	/** The payer is asked by mail to pay from a bank account; `customerId` is whom the gateway asks. */
	readonly byBank: boolean;
	/** `undefined` while the answer is awaited. */
	readonly outcome: Outcome | undefined;
	/** When the outcome was written down, ms since 1970. */
	readonly endedAt: number | undefined;
}

export type OrderState =
	| "open"
	| "paying"
	| "asked"
	| "clearing"
	| "paid"
	| "held"
	| "released"
	| "declined"
	| "returned"
	| "unknown";

const maskedCard = z.object({
	brand: z.string().max(40),
	/** The last four digits. */
	suffix: z.string().regex(/^[0-9]{4}$/),
});

/** All of a card that the shop ever learns. */
export type MaskedCard = z.infer<typeof maskedCard>;

/** What the payer can do something about; every other decline is `general`. */
export const declineReasons = [
	"funds",
	"expired",
	"security_code",
	"not_processed",
	"not_received",
	"general",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Two are about a card on file: it is not there any more, or its last month is over; the last about a request to pay by bank. */
const notChargedReasons = [
	"refused",
	"not_sent",
	"not_received",
	"card_gone",
	"card_expired",
	"bank_request_over",
] as const;
export type NotChargedReason = (typeof notChargedReasons)[number];

const outcome = z.discriminatedUnion("kind", [
	/** `at` is the gateway's time of the payment, ms since 1970. */
	z.object({ kind: z.literal("paid"), transactionId: z.string(), card: maskedCard, at: z.number() }),
	z.object({ kind: z.literal("held"), transactionId: z.string(), card: maskedCard, at: z.number() }),
	/** The payer has a mail with a link, and has not answered. */
	z.object({ kind: z.literal("asked"), transactionId: z.string() }),
	/** The payer has agreed; their bank has neither confirmed the payment nor sent it back. */
	z.object({ kind: z.literal("accepted"), transactionId: z.string() }),
	z.object({ kind: z.literal("paid_by_bank"), transactionId: z.string() }),
	/** The payer's bank sent it back: no money came. */
	z.object({ kind: z.literal("returned"), transactionId: z.string() }),
	z.object({
		kind: z.literal("declined"),
		transactionId: z.string(),
		card: maskedCard.nullable(),
		reason: z.enum(declineReasons),
	}),
	/** Without a transaction id the answer itself was lost; the payment is then looked for by its invoice id. */
	z.object({ kind: z.literal("unknown"), transactionId: z.string().nullable() }),
	/** No money moved and none will: refused before the processor, never sent, or never received. */
	z.object({ kind: z.literal("not_charged"), why: z.enum(notChargedReasons) }),
]);

export type Outcome = z.infer<typeof outcome>;

/** What the order book keeps: one of these a line. */
export const orderEvent = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("placed"),
		order: z.string(),
		at: z.number(),
		slug: z.string(),
		quantity: z.int(),
		amountCents: z.int(),
		hold: z.boolean().default(false),
	}),
	z.object({
		type: z.literal("attempt_started"),
		order: z.string(),
		attempt: z.string(),
		at: z.number(),
		name: z.string(),
		email: z.string(),
		customer: z.string().nullable().default(null),
		onFile: z.boolean().default(false),
		byBank: z.boolean().default(false),
	}),
	z.object({ type: z.literal("attempt_ended"), order: z.string(), attempt: z.string(), at: z.number(), outcome }),
	z.object({
		type: z.literal("follow_up_started"),
		order: z.string(),
		followUp: z.string(),
		kind: z.enum(followUpKinds),
		amountCents: z.int(),
		at: z.number(),
	}),
	z.object({
		type: z.literal("follow_up_ended"),
		order: z.string(),
		followUp: z.string(),
		at: z.number(),
		outcome: followUpOutcome,
	}),
]);

export type OrderEvent = z.infer<typeof orderEvent>;

/** The order after the event; `before` is `undefined` for an order not seen yet. Throws when the event cannot follow. */
export function applyEvent(before: Order | undefined, event: OrderEvent): Order {
	if (event.type === "placed") {
		if (before !== undefined) throw new Error(`Order ${orderNumber(event.order)} was placed twice.`);
		const { order: id, at: placedAt, slug, quantity, amountCents, hold } = event;
		return { id, placedAt, slug, quantity, amountCents, hold, attempts: [], followUps: [] };
	}
	if (before === undefined) throw new Error(`Order ${orderNumber(event.order)} was never placed.`);
	switch (event.type) {
		case "attempt_started":
			return startAttempt(before, event);
		case "attempt_ended":
			return endAttempt(before, event);
		case "follow_up_started":
			return startFollowUp(before, event);
		case "follow_up_ended":
			return endFollowUp(before, event);
	}
}

function startAttempt(order: Order, event: OrderEvent & { type: "attempt_started" }): Order {
	if (!canBePaid(order))
		throw new Error(`Order ${orderNumber(order.id)} is ${orderState(order)}: no attempt may start.`);
	const { attempt: id, at: startedAt, name, email, customer: customerId, onFile, byBank } = event;
	const attempt = { id, startedAt, name, email, customerId, onFile, byBank, outcome: undefined, endedAt: undefined };
	return { ...order, attempts: [...order.attempts, attempt] };
}

function endAttempt(order: Order, event: OrderEvent & { type: "attempt_ended" }): Order {
	const last = lastAttempt(order);
	const isOpenEnd = last?.outcome === undefined || last.outcome.kind === "unknown" || isByBankOpen(last.outcome);
	if (last?.id !== event.attempt || !isOpenEnd)
		throw new Error(`Order ${orderNumber(order.id)}: the attempt that ended is not under way.`);
	const ended = { ...last, outcome: event.outcome, endedAt: event.at };
	return { ...order, attempts: [...order.attempts.slice(0, -1), ended] };
}

function startFollowUp(order: Order, event: OrderEvent & { type: "follow_up_started" }): Order {
	const { kind, amountCents, followUp: id, at: startedAt } = event;
	if (!canFollow(order, kind, amountCents)) throw new Error(`Order ${orderNumber(order.id)}: no ${kind} may follow.`);
	return { ...order, followUps: [...order.followUps, { id, kind, amountCents, startedAt, outcome: undefined }] };
}

function endFollowUp(order: Order, event: OrderEvent & { type: "follow_up_ended" }): Order {
	const last = order.followUps.at(-1);
	if (last?.id !== event.followUp || !isOpen(last)) {
		throw new Error(`Order ${orderNumber(order.id)}: the step that ended is not under way.`);
	}
	return { ...order, followUps: [...order.followUps.slice(0, -1), { ...last, outcome: event.outcome }] };
}

/** The newest attempt, which alone decides the order's state. */
export function lastAttempt(order: Order): Attempt | undefined {
	return order.attempts.at(-1);
}

/** The newest attempt whose name and address were typed for this order; only those are shown again. */
export function lastTypedAttempt(order: Order): Attempt | undefined {
	return order.attempts.findLast(({ onFile }) => !onFile);
}

export function orderState(order: Order): OrderState {
	const attempt = lastAttempt(order);
	if (attempt === undefined) return "open";
	if (attempt.outcome === undefined) return "paying";
	if (attempt.outcome.kind === "held") return stateOfHold(order);
	if (attempt.outcome.kind === "accepted") return "clearing";
	if (attempt.outcome.kind === "paid_by_bank") return "paid";
	return attempt.outcome.kind === "not_charged" ? "open" : attempt.outcome.kind;
}

function stateOfHold(order: Order): OrderState {
	const payment = { ...order, held: true };
	if (isDone(payment, "release")) return "released";
	return isDone(payment, "collect") ? "paid" : "held";
}

/** Whether a payer who was asked may still pay from their bank account, or their bank may. */
export function isByBankOpen(outcome: Outcome | undefined): outcome is Outcome & { kind: "asked" | "accepted" } {
	return outcome?.kind === "asked" || outcome?.kind === "accepted";
}

/** What was taken from the card or is held on it; `undefined` while nothing is. */
export function paymentOf(order: Order): (Outcome & { kind: "paid" | "held" }) | undefined {
	const outcome = lastAttempt(order)?.outcome;
	return outcome?.kind === "paid" || outcome?.kind === "held" ? outcome : undefined;
}

/** Whether a step of this kind and amount may be taken now. */
export function canFollow(order: Order, kind: FollowUpKind, amountCents: number): boolean {
	const payment = paymentOf(order);
	return payment !== undefined && mayFollow({ ...order, held: payment.kind === "held" }, kind, amountCents);
}

/** The transaction that a step of this kind is about: what is refunded of a hold is what was collected. */
export function transactionFor(order: Order, kind: FollowUpKind): string | undefined {
	const collected = order.followUps.find((step) => step.kind === "collect" && step.outcome?.kind === "done")?.outcome;
	return kind === "refund" && collected?.kind === "done" ? collected.transactionId : paymentOf(order)?.transactionId;
}

/** The id of the step that would come next. */
export function nextFollowUpId(order: Order): string {
	return `${order.id}-f${order.followUps.length + 1}`;
}

/** Whether a new attempt may start: never while an earlier one has taken money, or still may. */
export function canBePaid(order: Order): boolean {
	const state = orderState(order);
	return state === "open" || state === "declined" || state === "returned";
}

/** The id of the attempt that would come next. */
export function nextAttemptId(order: Order): string {
	return `${order.id}-${order.attempts.length + 1}`;
}
