import type { Client } from "@cardseal/client";
import { type FollowUpRequest, findFollowUp, sendFollowUp } from "../gateway/follow-up.ts";
import type { Log } from "../log.ts";
import { type FollowUp, type FollowUpKind, type FollowUpOutcome, isOpen } from "./follow-up.ts";
import { canFollow, type Order, transactionFor } from "./order.ts";
import type { OrderBook } from "./order-book.ts";
import { orderNumber } from "./order-id.ts";
import { keepUnderWay, settleEach } from "./under-way.ts";

/** What the desk works with. `now` gives ms since 1970. */
export interface DeskTools {
	readonly book: OrderBook;
	readonly client: Client;
	readonly now: () => number;
	readonly log: Log;
}

/** A step as somebody asked for it on an order's page. */
export interface WantedStep {
	readonly kind: FollowUpKind;
	readonly amountCents: number;
	/** How many steps the page showed. Another number by now means that the page is old, or the button was pressed twice. */
	readonly after: number;
}

/** Collects, releases and refunds payments, one step of an order at a time. */
export interface Desk {
	/** Takes the step. Hands the order back as it stands when the step may not follow now. */
	take(order: Order, step: WantedStep): Promise<Order>;
	/** Asks about a step whose outcome is not known, and hands back the order as it stands then. */
	settle(order: Order): Promise<Order>;
	settleAll(closing?: AbortSignal): Promise<void>;
	/** Resolves when nothing is under way any more. */
	idle(): Promise<void>;
}

/** How long a step may be sent again under its key. The gateway remembers keys for a day; beyond that it would be a new step. */
const askAgainForMs = 12 * 3_600_000;

/** How long a step that the gateway turns down now may still have been on its way before. */
const onItsWayMs = 5 * 60_000;

export function openDesk(tools: DeskTools): Desk {
	const { book } = tools;
	/** Orders with a step under way. */
	const running = keepUnderWay<Order>();

	async function settle({ id }: Order): Promise<Order> {
		const order = book.get(id);
		const step = order.followUps.at(-1);
		if (step === undefined || !isOpen(step)) return order;
		return running.once(id, () => settleStep(tools, order, step));
	}

	return {
		async take({ id }, step) {
			const underWay = running.find(id);
			if (underWay !== undefined) return underWay;
			const order = book.get(id);
			const fits = order.followUps.length === step.after && canFollow(order, step.kind, step.amountCents);
			return fits ? running.once(id, () => takeStep(tools, order, step)) : order;
		},
		settle,
		settleAll: (closing) => settleEach(book, settle, closing),
		idle: running.idle,
	};
}

async function takeStep(tools: DeskTools, order: Order, { kind, amountCents }: WantedStep): Promise<Order> {
	const started = await tools.book.startFollowUp(order, { kind, amountCents });
	const step = started.followUps.at(-1);
	if (step === undefined) return started;
	return end(tools, started, step, await sendFollowUp(tools.client, requestOf(started, step)));
}

async function settleStep(tools: DeskTools, order: Order, step: FollowUp): Promise<Order> {
	const { client, now } = tools;
	const request = requestOf(order, step);
	const ageMs = now() - step.startedAt;
	if (step.outcome?.kind === "unknown" && step.outcome.transactionId !== null) {
		const found = await findFollowUp(client, request, step.outcome.transactionId);
		return found.kind === "unknown" ? order : end(tools, order, step, found);
	}
	if (ageMs >= askAgainForMs) return order;
	const answered = await sendFollowUp(client, request);
	// That this request did nothing says nothing about the one before it, unless the bank answered under its key.
	const certain = answered.kind !== "not_done" || answered.why === "declined";
	const turnedDown = answered.kind === "not_done" && answered.why === "refused" && ageMs >= onItsWayMs;
	const news = answered.kind !== "unknown" || answered.transactionId !== null;
	return (certain && news) || turnedDown ? end(tools, order, step, answered) : order;
}

async function end({ book, log }: DeskTools, order: Order, step: FollowUp, outcome: FollowUpOutcome): Promise<Order> {
	const why = outcome.kind === "not_done" ? ` (${outcome.why})` : "";
	log({ level: "info", message: `Order ${orderNumber(order.id)}, ${step.kind}: ${outcome.kind}${why}.` });
	return book.endFollowUp(order, step.id, outcome);
}

function requestOf(order: Order, { id, kind, amountCents }: FollowUp): FollowUpRequest {
	const transactionId = transactionFor(order, kind);
	if (transactionId === undefined) throw new Error(`Order ${orderNumber(order.id)} was never paid.`);
	return { id, kind, amountCents, transactionId };
}
