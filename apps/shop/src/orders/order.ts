import { z } from "zod";
import { orderNumber } from "./order-id.ts";

/**
 * An order and the attempts to pay it, as they follow from the events in the order book.
 *
 *     open ──► paying ──► paid
 *      ▲         │  ├───► declined ──► paying (another card, a new attempt)
 *      └─────────┘  └───► unknown  ──► paid | declined | open
 *
 * Nothing leaves `paid`, and no attempt starts while another one may still take money: that is what makes an order
 * impossible to pay twice.
 */
export interface Order {
	readonly id: string;
	/** ms since 1970 */
	readonly placedAt: number;
	readonly slug: string;
	readonly quantity: number;
	/** Fixed when the order is placed: a later change of price does not change what was agreed. */
	readonly amountCents: number;
	readonly attempts: readonly Attempt[];
}

/** One try to pay. Card data and card tokens are never part of it. */
export interface Attempt {
	/** Also the invoice id and the idempotency key at the gateway, so that each attempt can be found there by name. */
	readonly id: string;
	/** ms since 1970 */
	readonly startedAt: number;
	readonly name: string;
	readonly email: string;
	/** `undefined` while the answer is awaited. */
	readonly outcome: Outcome | undefined;
}

export type OrderState = "open" | "paying" | "paid" | "declined" | "unknown";

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

const outcome = z.discriminatedUnion("kind", [
	/** `at` is the gateway's time of the payment, ms since 1970. */
	z.object({ kind: z.literal("paid"), transactionId: z.string(), card: maskedCard, at: z.number() }),
	z.object({
		kind: z.literal("declined"),
		transactionId: z.string(),
		card: maskedCard.nullable(),
		reason: z.enum(declineReasons),
	}),
	/** Without a transaction id the answer itself was lost; the payment is then looked for by its invoice id. */
	z.object({ kind: z.literal("unknown"), transactionId: z.string().nullable() }),
	/** No money moved and none will: refused before the processor, never sent, or never received. */
	z.object({ kind: z.literal("not_charged"), why: z.enum(["refused", "not_sent", "not_received"]) }),
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
	}),
	z.object({
		type: z.literal("attempt_started"),
		order: z.string(),
		attempt: z.string(),
		at: z.number(),
		name: z.string(),
		email: z.string(),
	}),
	z.object({ type: z.literal("attempt_ended"), order: z.string(), attempt: z.string(), at: z.number(), outcome }),
]);

export type OrderEvent = z.infer<typeof orderEvent>;

/** The order after the event; `before` is `undefined` for an order not seen yet. Throws when the event cannot follow. */
export function applyEvent(before: Order | undefined, event: OrderEvent): Order {
	if (event.type === "placed") {
		if (before !== undefined) throw new Error(`Order ${orderNumber(event.order)} was placed twice.`);
		const { order: id, at: placedAt, slug, quantity, amountCents } = event;
		return { id, placedAt, slug, quantity, amountCents, attempts: [] };
	}
	if (before === undefined) throw new Error(`Order ${orderNumber(event.order)} was never placed.`);
	if (event.type === "attempt_started") return startAttempt(before, event);
	return endAttempt(before, event);
}

function startAttempt(order: Order, event: OrderEvent & { type: "attempt_started" }): Order {
	if (!canBePaid(order))
		throw new Error(`Order ${orderNumber(order.id)} is ${orderState(order)}: no attempt may start.`);
	const { attempt: id, at: startedAt, name, email } = event;
	return { ...order, attempts: [...order.attempts, { id, startedAt, name, email, outcome: undefined }] };
}

function endAttempt(order: Order, event: OrderEvent & { type: "attempt_ended" }): Order {
	const last = lastAttempt(order);
	const mayEnd = last?.id === event.attempt && (last.outcome === undefined || last.outcome.kind === "unknown");
	if (!mayEnd) throw new Error(`Order ${orderNumber(order.id)}: the attempt that ended is not under way.`);
	return { ...order, attempts: [...order.attempts.slice(0, -1), { ...last, outcome: event.outcome }] };
}

/** The newest attempt, which alone decides the order's state. */
export function lastAttempt(order: Order): Attempt | undefined {
	return order.attempts.at(-1);
}

export function orderState(order: Order): OrderState {
	const attempt = lastAttempt(order);
	if (attempt === undefined) return "open";
	if (attempt.outcome === undefined) return "paying";
	return attempt.outcome.kind === "not_charged" ? "open" : attempt.outcome.kind;
}

/** Whether a new attempt may start: never while an earlier one has taken money, or still may. */
export function canBePaid(order: Order): boolean {
	const state = orderState(order);
	return state === "open" || state === "declined";
}

/** The id of the attempt that would come next. */
export function nextAttemptId(order: Order): string {
	return `${order.id}-${order.attempts.length + 1}`;
}
