import type { Order } from "./order.ts";
import type { OrderBook } from "./order-book.ts";

/** Works under way, at most one for each order. */
export interface UnderWay<Result> {
	/** What is under way for an order. */
	find(orderId: string): Promise<Result> | undefined;
	/** Begins `work`, unless one is under way for the order already: then its result is this one's too. */
	once(orderId: string, work: () => Promise<Result>): Promise<Result>;
	/** Resolves when nothing is under way any more, whatever came of it. */
	idle(): Promise<void>;
}

export function keepUnderWay<Result>(): UnderWay<Result> {
	const running = new Map<string, Promise<Result>>();

	function begin(orderId: string, work: () => Promise<Result>): Promise<Result> {
		const result = work().finally(() => running.delete(orderId));
		running.set(orderId, result);
		return result;
	}

	return {
		find: (orderId) => running.get(orderId),
		once: (orderId, work) => running.get(orderId) ?? begin(orderId, work),
		async idle() {
			await Promise.allSettled(running.values());
		},
	};
}

/**
 * Settles every order of the book, but begins with no further one once the shop is closing. One after the other: after an
 * outage there may be many that wait, and the gateway has customers to serve.
 */
export async function settleEach(
	book: OrderBook,
	settle: (order: Order) => Promise<Order>,
	closing?: AbortSignal,
): Promise<void> {
	for (const order of book.list()) {
		if (closing?.aborted) return;
		await settle(order);
	}
}

/** Works on orders, one after the other for each order. */
export interface Turns {
	/** Does `work` once nothing else of the same order is under way. */
	take<Result>(orderId: string, work: () => Promise<Result>): Promise<Result>;
	/** Resolves when nothing is under way any more, whatever came of it. */
	idle(): Promise<void>;
}

export function keepTurns(): Turns {
	const last = new Map<string, Promise<unknown>>();
	return {
		take(orderId, work) {
			const turn = Promise.resolve(last.get(orderId)).then(work);
			const ended = turn
				.catch(() => undefined)
				.finally(() => {
					if (last.get(orderId) === ended) last.delete(orderId);
				});
			last.set(orderId, ended);
			return turn;
		},
		async idle() {
			while (last.size > 0) await Promise.all(last.values());
		},
	};
}
