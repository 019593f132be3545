import { createHash } from "node:crypto";
import type { Client } from "@cardseal/client";
import type { CardKeeper } from "../cards-on-file/card-keeper.ts";
import type { Holder } from "../cards-on-file/holder.ts";
import { isMonthly } from "../catalogue.ts";
import { createCustomer } from "../gateway/customers.ts";
import { type Finding, findPayment } from "../gateway/find-payment.ts";
import { chargeSale, type Refusal, type SaleAnswer, type SoldCard } from "../gateway/sale.ts";
import type { Log } from "../log.ts";
import { canPayByBank, findOutByBank, requestByBank } from "./by-bank.ts";
import { type Attempt, canBePaid, lastAttempt, nextAttemptId, type Order, type Outcome, orderState } from "./order.ts";
import type { NewAttempt, OrderBook } from "./order-book.ts";
import { orderNumber } from "./order-id.ts";
import { keepUnderWay, settleEach } from "./under-way.ts";

/** What the cashier works with. `now` gives ms since 1970. */
export interface Counter {
	readonly book: OrderBook;
	readonly keeper: CardKeeper;
	readonly client: Client;
	readonly now: () => number;
	readonly log: Log;
}

/** Who pays, and the sealed card. */
export interface Payer {
	readonly name: string;
	readonly email: string;
	readonly token: string;
	/** Has the card kept, among those of the holder that the browser is known as, if it is. */
	readonly remember?: { readonly holder: Holder | undefined };
}

/** A card on file that is to pay. */
export interface PayingHolder {
	readonly holder: Holder;
	readonly cardId: string;
	/** How many attempts the page knew of. Another number by now means that it is old, or the button was pressed twice. */
	readonly after: number;
}

/** Who is asked to pay from a bank account. */
export interface BankPayer {
	readonly name: string;
	readonly email: string;
	/** How many attempts the page knew of, as for a card on file. */
	readonly after: number;
}

/** Where the order stands after a try to pay; `refusal` when the gateway turned the request down. */
export interface PayResult {
	readonly order: Order;
	readonly refusal?: Refusal;
}

/** Takes payments, each order at most once, and settles those whose outcome was not known. */
export interface Cashier {
	/**
	 * Pays an order. Whoever asks while a payment of the same order is under way (a double click, a second tab) gets that
	 * one's result, and an order that cannot be paid is handed back as it stands: neither charges anything.
	 */
	pay(order: Order, payer: Payer): Promise<PayResult>;
	/** Pays an order with a card on file, at most once, as `pay` does. */
	payOnFile(order: Order, payer: PayingHolder): Promise<PayResult>;
	/** Has the payer asked by mail to pay from a bank account. Until they answer, the order can be paid in no other way. */
	payByBank(order: Order, payer: BankPayer): Promise<PayResult>;
	/**
	 * The attempt that this token paid with, if its card is to be remembered: whoever has the token has had the card, and may
	 * have a key to it.
	 */
	findRemembering(order: Order, token: string): (Attempt & { readonly customerId: string }) | undefined;
	/** Asks the gateway about an order whose outcome is not known, and hands back the order as it stands then. */
	settle(order: Order): Promise<Order>;
	/** Settles every order that waits for it, but begins with no further one once the shop is closing. */
	settleAll(closing?: AbortSignal): Promise<void>;
	/** Resolves when nothing is under way any more. */
	idle(): Promise<void>;
}

/**
 * How long after its start an attempt that the gateway's books do not know counts as never received. Far longer than a request
 * can be on its way, because a new attempt before the old one has arrived could take the money twice.
 */
export const absentAfterMs = 5 * 60_000;

export function openCashier(counter: Counter): Cashier {
	const paying = keepUnderWay<PayResult>();
	const settling = keepUnderWay<Order>();
	/** Hash of the last token that went out for each order, and for which attempt. The token itself is kept nowhere. */
	const spent = new Map<string, { tokenHash: string; attemptId: string }>();

	async function pay({ id }: Order, payer: Payer): Promise<PayResult> {
		const underWay = paying.find(id);
		if (underWay !== undefined) return underWay;
		const order = counter.book.get(id);
		const tokenHash = hashToken(payer.token);
		// A page that lost our answer asks again with the same token: a decline that it has not seen yet is its answer.
		const seenBefore = orderState(order) === "declined" && spent.get(id)?.tokenHash === tokenHash;
		if (seenBefore || !canBePaid(order)) return { order };
		spent.set(id, { tokenHash, attemptId: nextAttemptId(order) });
		return paying.once(id, () => takeToken(counter, order, payer));
	}

	async function payOnFile({ id }: Order, payer: PayingHolder): Promise<PayResult> {
		const underWay = paying.find(id);
		if (underWay !== undefined) return underWay;
		const order = counter.book.get(id);
		// A card on file can be forgotten at any time; what bills a subscription cannot.
		if (order.attempts.length !== payer.after || !canBePaid(order) || isMonthly(order)) return { order };
		return paying.once(id, () => takeCardOnFile(counter, order, payer));
	}

	async function payByBank({ id }: Order, payer: BankPayer): Promise<PayResult> {
		const underWay = paying.find(id);
		if (underWay !== undefined) return underWay;
		const order = counter.book.get(id);
		if (order.attempts.length !== payer.after || !canBePaid(order) || !canPayByBank(order)) return { order };
		return paying.once(id, () => takeBankRequest(counter, order, payer));
	}

	function findRemembering({ id }: Order, token: string): (Attempt & { customerId: string }) | undefined {
		const last = spent.get(id);
		if (last?.tokenHash !== hashToken(token)) return undefined;
		const attempt = counter.book.get(id).attempts.find((one) => one.id === last.attemptId);
		if (attempt === undefined || attempt.onFile || attempt.customerId === null) return undefined;
		return { ...attempt, customerId: attempt.customerId };
	}

	async function settle({ id }: Order): Promise<Order> {
		const order = counter.book.get(id);
		const state = orderState(order);
		const waits = state === "unknown" || state === "paying" || state === "asked" || state === "clearing";
		return waits && paying.find(id) === undefined ? settling.once(id, () => settleOrder(counter, order)) : order;
	}

	return {
		pay,
		payOnFile,
		payByBank,
		findRemembering,
		settle,
		settleAll: (closing) => settleEach(counter.book, settle, closing),
		async idle() {
			await Promise.all([paying.idle(), settling.idle()]);
		},
	};
}

async function takeToken(counter: Counter, order: Order, payer: Payer): Promise<PayResult> {
	if (isMonthly(order)) return takeFirstMonth(counter, order, payer);
	const { name, email, token, remember } = payer;
	const customerId = remember && (await counter.keeper.prepare(remember.holder, { name, email }));
	const card: SoldCard =
		customerId === undefined ? { kind: "token", token } : { kind: "token_to_keep", token, customerId };
	const attempt = { name, email, customerId: customerId ?? null, onFile: false };
	return takePayment(counter, order, attempt, (started) => charge(counter, order, started, card));
}

/**
 * The first month of what is paid every month. Its card is kept for a customer of its own, whom the subscription bills; without
 * one there could be no next month, so nothing is charged then.
 */
async function takeFirstMonth(counter: Counter, order: Order, { name, email, token }: Payer): Promise<PayResult> {
	const customerId = lastAttempt(order)?.customerId ?? (await makeCustomer(counter, { name, email }));
	return takePayment(counter, order, { name, email, customerId, onFile: false }, async (started) => {
		if (customerId === null) return { outcome: { kind: "not_charged", why: "not_sent" } };
		return charge(counter, order, started, { kind: "token_to_keep", token, customerId });
	});
}

/** Asks for the whole amount; the gateway asks a customer, so there has to be one. */
async function takeBankRequest(counter: Counter, order: Order, { name, email }: BankPayer): Promise<PayResult> {
	// The gateway mails to the customer's address, which has to be the one just typed.
	const earlier = order.attempts.findLast((one) => one.byBank && one.name === name && one.email === email);
	const customerId = earlier?.customerId ?? (await makeCustomer(counter, { name, email }));
	const attempt = { name, email, customerId, onFile: false, byBank: true };
	return takePayment(counter, order, attempt, (started) => requestByBank(counter.client, order, started));
}

async function makeCustomer(
	{ client, log }: Counter,
	payer: { readonly name: string; readonly email: string },
): Promise<string | null> {
	const made = await createCustomer(client, payer);
	if ("customerId" in made) return made.customerId;
	log({ level: "error", message: `An order cannot be paid, for want of a customer: ${made.why}.` });
	return null;
}

async function takeCardOnFile(counter: Counter, order: Order, { holder, cardId }: PayingHolder): Promise<PayResult> {
	const { name, email, customerId } = holder;
	return takePayment(counter, order, { name, email, customerId, onFile: true }, async (started) => {
		const why = await counter.keeper.refuse(holder, cardId);
		if (why !== undefined) return { outcome: { kind: "not_charged", why } };
		return charge(counter, order, started, { kind: "on_file", customerId, cardId });
	});
}

function charge({ client }: Counter, { amountCents, hold }: Order, attempt: Attempt, card: SoldCard) {
	const { id: attemptId, name, email } = attempt;
	return chargeSale(client, { attemptId, amountCents, hold, card, name, email });
}

async function takePayment(
	{ book, log }: Counter,
	order: Order,
	attempt: NewAttempt,
	charge: (started: Attempt) => Promise<SaleAnswer>,
): Promise<PayResult> {
	const started = await book.startAttempt(order, attempt);
	const { id } = getLastAttempt(started);
	const { outcome, refusal } = await charge(getLastAttempt(started));
	log({ level: "info", message: `Order ${orderNumber(order.id)}: ${describe(outcome)}.` });
	try {
		const ended = await book.endAttempt(started, id, outcome);
		return refusal === undefined ? { order: ended } : { order: ended, refusal };
	} catch {
		// The card may have been charged: the order stays under way, and is settled from the gateway's books.
		log({ level: "error", message: `Order ${orderNumber(order.id)}: the outcome could not be written down.` });
		return { order: started };
	}
}

async function settleOrder({ book, client, now, log }: Counter, order: Order): Promise<Order> {
	const attempt = getLastAttempt(order);
	if (attempt.byBank) return settleByBank({ book, client, now, log }, order, attempt);
	const transactionId = attempt.outcome?.kind === "unknown" ? attempt.outcome.transactionId : null;
	const finding = await findPayment(client, { ...order, attempt }, transactionId);
	if (finding.kind === "unreadable") {
		log({ level: "error", message: `Order ${orderNumber(order.id)} could not be asked about: ${finding.why}.` });
	}
	const outcome = planSettlement(attempt, finding, now());
	if (outcome === undefined) return order;
	log({ level: "info", message: `Order ${orderNumber(order.id)}, settled by asking: ${describe(outcome)}.` });
	return book.endAttempt(order, attempt.id, outcome);
}

async function settleByBank(
	{ book, client, now, log }: Pick<Counter, "book" | "client" | "now" | "log">,
	order: Order,
	attempt: Attempt,
): Promise<Order> {
	const outcome = await findOutByBank(client, order, attempt, now());
	if (outcome === undefined) return order;
	log({ level: "info", message: `Order ${orderNumber(order.id)}, to be paid by bank: ${describe(outcome)}.` });
	return book.endAttempt(order, attempt.id, outcome);
}

/** How an attempt ends after what was found; `undefined` while it has to stay as it is. */
function planSettlement(attempt: Attempt, finding: Finding, nowMs: number): Outcome | undefined {
	switch (finding.kind) {
		case "paid":
		case "held":
		case "declined":
			return finding;
		case "unknown": {
			const known = attempt.outcome?.kind === "unknown" && attempt.outcome.transactionId === finding.transactionId;
			return known ? undefined : finding;
		}
		case "absent": {
			const certain = nowMs - attempt.startedAt >= absentAfterMs;
			return certain ? { kind: "not_charged", why: "not_received" } : undefined;
		}
		case "unreadable":
			return undefined;
	}
}

function getLastAttempt(order: Order): Attempt {
	const attempt = lastAttempt(order);
	if (attempt === undefined) throw new Error(`Order ${orderNumber(order.id)} has no attempt.`);
	return attempt;
}

function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

function describe(outcome: Outcome): string {
	return outcome.kind === "not_charged" ? `not charged (${outcome.why})` : outcome.kind;
}
