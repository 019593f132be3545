import { randomBytes } from "node:crypto";
import { isMonthly } from "../catalogue.ts";

/**
 * An order, the attempts to pay it, and the captures, voids and refunds of its payment.
 *
 * open ──► paying ──► paid | held | requested (by bank) | declined | unknown
 * declined, returned ──► paying (a new attempt)          unknown ──► paid | held | declined | open
 * held ──► paid (captured) | voided                      requested ──► clearing ──► paid | returned;  requested ──►
 * open
 *
 * No attempt starts while another one may still take money.
 */
export interface Order {
	id: string;
	/** ms since 1970, as all times here. */
	placedAt: number;
	slug: string;
	quantity: number;
	amountCents: number;
	hold: boolean;
	attempts: Attempt[];
	operations: Operation[];
	subscription?: Subscription;
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

export interface Operation {
	id: string;
	kind: OperationKind;
	amountCents: number;
	startedAt: number;
	outcome?: OperationOutcome;
}

export const operationKinds = ["capture", "void", "refund"] as const;
export type OperationKind = (typeof operationKinds)[number];
export type OperationOutcome =
	| { kind: "done"; transactionId: string; at: number }
	| { kind: "unknown"; transactionId: string | null }
	| { kind: "not_done"; why: "declined" | "refused" | "not_sent" };

/** Everything the shop learns of a card. */
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

export interface Subscription {
	id: string;
	status: "ACTIVE" | "RETRY" | "SUSPENDED" | "PAUSED" | "CANCELED" | "CANCELLED" | "EXPIRED";
	/** Of one month. */
	amountCents: number;
	nextPaymentAt: number | null;
	lastPaymentAt: number | null;
	customerId: string;
	card: SavedCard | undefined;
}

/** A payer can act on these; every other decline is `general`. */
export type DeclineReason =
	| "funds"
	| "expired"
	| "security_code"
	| "address"
	| "bank_check"
	| "not_processed"
	| "not_received"
	| "general";
export type NotChargedReason = "refused" | "not_sent" | "not_received" | "card_gone" | "bank_refused";

/** `card` is null for a bank payment. */
export type Payment = { kind: "paid" | "held"; transactionId: string; card: MaskedCard | null; at: number };
export type Outcome =
	| Payment
	| { kind: "requested" | "clearing" | "returned"; transactionId: string }
	| { kind: "declined"; transactionId: string; card: MaskedCard; reason: DeclineReason }
	/** `bankUrl`: the gateway's page on which the payer confirms the payment with the bank. */
	| { kind: "unknown"; transactionId: string | null; bankUrl?: string }
	| { kind: "not_charged"; why: NotChargedReason };

export type OrderState = "open" | "paying" | "voided" | Exclude<Outcome["kind"], "not_charged">;

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

export function orderState({ attempts, operations }: Order): OrderState {
	const last = attempts.at(-1);
	if (last === undefined || last.outcome?.kind === "not_charged") return "open";
	if (last.outcome?.kind !== "held") return last.outcome?.kind ?? "paying";
	return isDone(operations, "void") ? "voided" : isDone(operations, "capture") ? "paid" : "held";
}

/** Where the payer confirms the last attempt with the bank. */
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

export function needsRecovery(order: Order): boolean {
	const isUnstarted = subscriberOf(order) !== undefined && order.subscription === undefined;
	return isUnanswered(order.attempts.at(-1)) || order.operations.some(isUnanswered) || isUnstarted;
}

function isUnanswered(sent: Attempt | Operation | undefined): boolean {
	return (
		sent !== undefined && (!sent.outcome || (sent.outcome.kind === "unknown" && sent.outcome.transactionId === null))
	);
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

export function isPending({ outcome }: Operation): boolean {
	return outcome === undefined || outcome.kind === "unknown";
}

function isDone(operations: Operation[], kind: OperationKind): boolean {
	return operations.some((operation) => operation.kind === kind && operation.outcome?.kind === "done");
}

export function refundedCents({ operations }: Order): number {
	const refunds = operations.filter(({ kind, outcome }) => kind === "refund" && outcome?.kind === "done");
	return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** 0 for a hold that was not captured, or a bank payment. */
export function refundableCents(order: Order): number {
	const payment = paymentOf(order);
	const isTaken = payment?.kind === "paid" || isDone(order.operations, "capture");
	return payment?.card && isTaken ? order.amountCents - refundedCents(order) : 0;
}

/** One operation at a time: a second one could repeat the first. */
export function canOperate(order: Order, kind: OperationKind, amountCents: number): boolean {
	if (order.operations.some(isPending)) return false;
	if (kind === "refund") return amountCents >= 1 && amountCents <= refundableCents(order);
	return orderState(order) === "held" && amountCents === order.amountCents;
}

/** @throws when the operation is not possible now */
export function startOperation(order: Order, operation: Omit<Operation, "id" | "outcome">): Order {
	if (!canOperate(order, operation.kind, operation.amountCents)) {
		throw new Error(`Order ${orderNumber(order)}: no ${operation.kind} is possible.`);
	}
	const id = `${order.id}-f${order.operations.length + 1}`;
	return { ...order, operations: [...order.operations, { id, ...operation }] };
}

export function endOperation(order: Order, outcome: OperationOutcome): Order {
	return { ...order, operations: order.operations.with(-1, { ...order.operations.at(-1), outcome } as Operation) };
}

/** After a capture, refunds refer to the capture. */
export function transactionFor(order: Order, kind: OperationKind): string | undefined {
	const captured = order.operations.find((one) => one.kind === "capture" && one.outcome?.kind === "done")?.outcome;
	return kind === "refund" && captured?.kind === "done" ? captured.transactionId : paymentOf(order)?.transactionId;
}
