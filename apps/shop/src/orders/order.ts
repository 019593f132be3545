import { randomBytes } from "node:crypto";
import { isMonthly, type Slug } from "../catalogue.ts";
import type { CheckoutWay } from "../checkout/page-protocol.ts";
import type { pageWords } from "../locale/en/pages.ts";

/**
 * An order and the attempts to pay it. The gateway's records have the captures, voids and refunds of its payment.
 *
 * open ──► paying ──► paid | held | requested (by bank) | declined | unknown
 * declined, returned ──► paying (a new attempt)          unknown ──► paid | held | declined | open
 * requested ──► clearing ──► paid | returned;            requested ──► open
 *
 * No attempt starts while another one may still take money.
 */
export interface Order {
	id: string;
	/** ms since 1970, as all times here. */
	placedAt: number;
	slug: Slug;
	quantity: number;
	amountCents: number;
	hold: boolean;
	way?: CheckoutWay;
	attempts: Attempt[];
	isSubscribed?: boolean;
}

/** Never holds a card number or a card token. */
export interface Attempt {
	id: string;
	startedAt: number;
	/** A saved card's holder is shown on no page: another person may sit at the browser. */
	method: "card" | "saved_card" | "bank";
	name: string;
	email: string;
	/** Charged, or the owner of the stored card. */
	customerId: string | null;
	/** SHA-256 of the card token, to recognise a repetition. */
	tokenHash?: string;
	outcome?: Outcome;
	endedAt?: number;
}

export interface MaskedCard {
	brand: string;
	suffix: string;
}

export interface SavedCard extends MaskedCard {
	/** Useless without the shop's credentials. */
	id: string;
	month: string;
	year: string;
}

/** A payer can act on these; every other decline is `general`. */
export type DeclineReason = keyof typeof pageWords.declined.reasons;
type NotChargedReason = keyof typeof pageWords.checkout.notCharged;

/** `card` is null for a bank payment. */
export type Payment = { kind: "paid" | "held"; transactionId: string; card: MaskedCard | null; at: number };
export type Outcome =
	| Payment
	| { kind: "requested" | "clearing" | "returned"; transactionId: string }
	| { kind: "declined"; transactionId: string; card: MaskedCard; reason: DeclineReason }
	/** `bankUrl`: the gateway's page on which the payer confirms the payment with the bank. */
	| { kind: "unknown"; transactionId: string | null; bankUrl?: string }
	| { kind: "not_charged"; why: NotChargedReason };

export type OrderState = "open" | "paying" | Exclude<Outcome["kind"], "not_charged">;

/** Without I, L, O, U, since people read it out. 32 letters: every random byte counts evenly. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 120 random bits: the id opens the order's page. */
export function newOrderId(): string {
	return Array.from(randomBytes(24), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** The start of the id, which opens no page. */
export function orderNumber({ id }: Pick<Order, "id">): string {
	return `${id.slice(0, 4)}-${id.slice(4, 8)}`;
}

export function orderState({ attempts }: Order): OrderState {
	const last = attempts.at(-1);
	if (last === undefined || last.outcome?.kind === "not_charged") return "open";
	return last.outcome?.kind ?? "paying";
}

export function bankUrlOf({ attempts }: Pick<Order, "attempts">): string | undefined {
	const outcome = attempts.at(-1)?.outcome;
	return outcome?.kind === "unknown" ? outcome.bankUrl : undefined;
}

export function canBePaid(order: Order): boolean {
	return ["open", "declined", "returned"].includes(orderState(order));
}

export function canBePaidByBank(order: Order): boolean {
	return !order.hold && !isMonthly(order);
}

export function paymentOf({ attempts }: Order): Payment | undefined {
	const outcome = attempts.at(-1)?.outcome;
	return outcome?.kind === "paid" || outcome?.kind === "held" ? outcome : undefined;
}

export function subscriberOf(order: Order): string | undefined {
	return isMonthly(order) && paymentOf(order) ? (order.attempts.at(-1)?.customerId ?? undefined) : undefined;
}

/** An event may bring another outcome, or none will come. */
export function isUnsettled(order: Order): boolean {
	const last = order.attempts.at(-1);
	return (last !== undefined && mayChange(last.outcome)) || needsRecovery(order);
}

/** True when no event will bring the outcome. */
export function needsRecovery(order: Order): boolean {
	const outcome = order.attempts.at(-1)?.outcome;
	const isUnanswered =
		orderState(order) === "paying" || (outcome?.kind === "unknown" && outcome.transactionId === null);
	return isUnanswered || (subscriberOf(order) !== undefined && !order.isSubscribed);
}

/** @throws when an earlier attempt has taken money, or still may */
export function startAttempt(order: Order, attempt: Omit<Attempt, "id">): Order {
	if (!canBePaid(order)) throw new Error(`Order ${orderNumber(order)} is ${orderState(order)}: no attempt may start.`);
	const id = `${order.id}-${order.attempts.length + 1}`;
	return { ...order, attempts: [...order.attempts, { id, ...attempt }] };
}

/** @throws when the attempt has a final outcome */
export function endAttempt(order: Order, id: string, outcome: Outcome, endedAt: number): Order {
	const last = order.attempts.at(-1);
	if (last?.id !== id || !mayChange(last.outcome))
		throw new Error(`Order ${orderNumber(order)}: attempt ${id} is not in flight.`);
	return { ...order, attempts: [...order.attempts.slice(0, -1), { ...last, outcome, endedAt }] };
}

/** Only a bank takes back a payment. */
export function mayChange(outcome: Outcome | undefined): boolean {
	if (outcome?.kind === "paid") return outcome.card === null;
	return outcome === undefined || ["unknown", "requested", "clearing"].includes(outcome.kind);
}
