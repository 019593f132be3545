import { join } from "node:path";
import { openJournal } from "../journal.ts";
import type { FollowUpKind, FollowUpOutcome } from "./follow-up.ts";
import {
	type Attempt,
	applyEvent,
	nextAttemptId,
	nextFollowUpId,
	type Order,
	type OrderEvent,
	type Outcome,
	orderEvent,
} from "./order.ts";
import { newOrderId, orderNumber } from "./order-id.ts";

/** What is known of an attempt before it starts. */
export type NewAttempt = Pick<Attempt, "name" | "email" | "customerId" | "onFile"> & Partial<Pick<Attempt, "byBank">>;

/** All orders, kept in memory and in a file of their own. */
export interface OrderBook {
	find(id: string): Order | undefined;
	/** Throws when it is not in the book. */
	get(id: string): Order;
	/** Every order, oldest first. */
	list(): Order[];
	place(purchase: { slug: string; quantity: number; amountCents: number; hold: boolean }): Promise<Order>;
	/** Writes down that an attempt starts, before anyone hears of it. Throws when the order cannot be paid. */
	startAttempt(order: Order, attempt: NewAttempt): Promise<Order>;
	/** Writes down how the last attempt ended. Throws when it has ended for good already. */
	endAttempt(order: Order, attemptId: string, outcome: Outcome): Promise<Order>;
	/** Writes down that a step starts, before anyone hears of it. Throws when it may not be taken now. */
	startFollowUp(order: Order, step: { kind: FollowUpKind; amountCents: number }): Promise<Order>;
	/** Writes down how the last step ended. */
	endFollowUp(order: Order, followUpId: string, outcome: FollowUpOutcome): Promise<Order>;
	close(): Promise<void>;
}

/** Opens `orders.jsonl` in `directory` and replays it. `now` gives ms since 1970. Throws when the file is damaged. */
export async function openOrderBook(directory: string, now: () => number): Promise<OrderBook> {
	const orders = new Map<string, Order>();
	const journal = await openJournal(join(directory, "orders.jsonl"), (line) => {
		const event = orderEvent.parse(line);
		orders.set(event.order, applyEvent(orders.get(event.order), event));
	});

	async function record(event: OrderEvent): Promise<Order> {
		const before = orders.get(event.order);
		const after = applyEvent(before, event);
		// In memory first and without waiting: a second attempt that comes while the disk is busy is refused by the order itself.
		orders.set(event.order, after);
		try {
			await journal.append(event);
			return after;
		} catch (error) {
			if (before === undefined) orders.delete(event.order);
			else orders.set(event.order, before);
			throw error;
		}
	}

	return {
		find: (id) => orders.get(id),
		get(id) {
			const order = orders.get(id);
			if (order === undefined) throw new Error(`Order ${orderNumber(id)} is not in the book.`);
			return order;
		},
		list: () => [...orders.values()],
		place: (purchase) => record({ type: "placed", order: newOrderId(), at: now(), ...purchase }),
		startAttempt: (order, { customerId: customer, byBank = false, ...payer }) => {
			const attempt = nextAttemptId(order);
			return record({ type: "attempt_started", order: order.id, attempt, at: now(), ...payer, customer, byBank });
		},
		endAttempt: (order, attempt, outcome) =>
			record({ type: "attempt_ended", order: order.id, attempt, at: now(), outcome }),
		startFollowUp: (order, step) =>
			record({ type: "follow_up_started", order: order.id, followUp: nextFollowUpId(order), at: now(), ...step }),
		endFollowUp: (order, followUp, outcome) =>
			record({ type: "follow_up_ended", order: order.id, followUp, at: now(), outcome }),
		close: () => journal.close(),
	};
}
