import { isExpired } from "@cardseal/card";
import type { Client } from "@cardseal/client";
import { type CardOnFile, createCustomer, deleteCard, readCards } from "../gateway/customers.ts";
import type { Log } from "../log.ts";
import type { OrderBook } from "../orders/order-book.ts";
import type { CardBook } from "./card-book.ts";
import { hashCardKey, newCardKey } from "./card-key.ts";
import type { Holder } from "./holder.ts";

/** What the keeper works with. `now` gives ms since 1970. */
export interface KeeperTools {
	readonly cardBook: CardBook;
	readonly book: OrderBook;
	readonly client: Client;
	readonly now: () => number;
	readonly log: Log;
	/** How long a page or a payment waits for what the gateway says about cards, in ms; both go on without. */
	readonly patienceMs: number;
}

/** A card as it is offered. An expired one is shown, so that it can be forgotten, and not charged. */
export interface OfferedCard extends CardOnFile {
	readonly expired: boolean;
}

/** Has cards kept at the gateway for whoever wants it, and deleted again. */
export interface CardKeeper {
	/** Whose key this is; `undefined` when it is none that is good. */
	find(key: string | undefined): Holder | undefined;
	/** The cards to offer to their holder, newest first; none while the gateway does not tell. */
	offer(holder: Holder): Promise<readonly OfferedCard[]>;
	/** Why this card cannot be charged, as far as the gateway says so. */
	refuse(holder: Holder, cardId: string): Promise<"card_gone" | "card_expired" | undefined>;
	/**
	 * The customer to keep a payer's next card for: the holder's, or a new one. `undefined` when there is none to be had: then
	 * the payment goes on without, since it is what the payer came for.
	 */
	prepare(
		holder: Holder | undefined,
		payer: { readonly name: string; readonly email: string },
	): Promise<string | undefined>;
	/** A key for the browser that paid with this attempt; `undefined` when the cards have been given up meanwhile. */
	giveKey(customerId: string, attemptId: string): Promise<string | undefined>;
	/** Gives the cards up: the keys are dead at once, and the gateway deletes the cards, now or as soon as it can be reached. */
	forget(holder: Holder): Promise<void>;
	/** Deletes what was given up or is too old, but begins with nothing further once the shop is closing. */
	settleAll(closing?: AbortSignal): Promise<void>;
	/** Resolves when nothing is under way any more. */
	idle(): Promise<void>;
}

/** How long a card is remembered after it was last added. */
export const rememberedForMs = 365 * 86_400_000;

/**
 * How long after the last payment that may have added a card the gateway is asked once more for cards to delete: it shows a
 * card a moment after it has approved the sale.
 */
export const lastLookAfterMs = 5 * 60_000;

export function openCardKeeper(tools: KeeperTools): CardKeeper {
	const { cardBook, client, now, patienceMs } = tools;
	const underWay = new Set<Promise<unknown>>();

	function track<T>(work: Promise<T>): Promise<T> {
		const tracked = work.finally(() => underWay.delete(tracked));
		underWay.add(tracked);
		return tracked;
	}

	async function offer({ customerId }: Holder): Promise<readonly OfferedCard[]> {
		const cards = await readCards(client, customerId, patienceMs);
		if (cards === "unreadable") return [];
		if (cards !== "gone") return cards.toReversed().map((card) => withExpiry(card, now()));
		// Else the next card would be remembered for a customer who is not there.
		await recordErased(cardBook, customerId);
		return [];
	}

	async function refuse({ customerId }: Holder, cardId: string) {
		const cards = await readCards(client, customerId, patienceMs);
		// The gateway decides then: it knows whether the card is still there.
		if (cards === "unreadable") return undefined;
		const card = cards === "gone" ? undefined : cards.find(({ id }) => id === cardId);
		if (card === undefined) return "card_gone";
		return withExpiry(card, now()).expired ? "card_expired" : undefined;
	}

	async function giveKey(customer: string, attempt: string): Promise<string | undefined> {
		const holder = cardBook.find(customer);
		if (holder === undefined || holder.forgottenAt !== undefined) return undefined;
		const key = newCardKey();
		await cardBook.record({ type: "key_given", customer, attempt, keyHash: hashCardKey(key) });
		return key;
	}

	async function forget({ customerId: customer }: Holder): Promise<void> {
		if (cardBook.find(customer)?.forgottenAt === undefined) await cardBook.record({ type: "forgotten", customer });
		await erase(tools, customer);
	}

	return {
		find(key) {
			const holder = key === undefined ? undefined : cardBook.findByKey(hashCardKey(key));
			return holder === undefined || isTooOld(holder, now()) ? undefined : holder;
		},
		offer: (holder) => track(offer(holder)),
		refuse: (holder, cardId) => track(refuse(holder, cardId)),
		prepare: (holder, payer) => track(prepare(tools, holder, payer)),
		giveKey: (customerId, attemptId) => track(giveKey(customerId, attemptId)),
		forget: (holder) => track(forget(holder)),
		async settleAll(closing) {
			for (const holder of cardBook.list()) {
				if (closing?.aborted) return;
				if (holder.forgottenAt !== undefined || isTooOld(holder, now())) await track(forget(holder));
			}
		},
		async idle() {
			await Promise.allSettled([...underWay]);
		},
	};
}

function withExpiry(card: CardOnFile, nowMs: number): OfferedCard {
	return { ...card, expired: isExpired(card.expiry.month, card.expiry.year, nowMs) };
}

function isTooOld({ rememberedAt }: Holder, nowMs: number): boolean {
	return nowMs - rememberedAt >= rememberedForMs;
}

async function prepare(
	{ cardBook, client, log, patienceMs }: KeeperTools,
	holder: Holder | undefined,
	{ name, email }: { readonly name: string; readonly email: string },
): Promise<string | undefined> {
	const made = holder ?? (await createCustomer(client, { name, email }, patienceMs));
	if ("why" in made) {
		log({ level: "error", message: `A card will not be remembered, for want of a customer: ${made.why}.` });
		return undefined;
	}
	const customer = made.customerId;
	// Given up while the payer typed.
	if (cardBook.find(customer)?.forgottenAt !== undefined) return undefined;
	await cardBook.record({ type: "remembered", customer, name, email });
	return customer;
}

/** Deletes the cards of a customer who was given up, and forgets the customer once no other card can come. */
async function erase({ cardBook, book, client, now, log, patienceMs }: KeeperTools, customerId: string): Promise<void> {
	// Before the cards are read: a payment that ends between the two may have added one.
	const last = isLastLook(book, cardBook.find(customerId), now());
	const cards = await readCards(client, customerId, patienceMs);
	if (cards === "unreadable") return log({ level: "error", message: "Cards to delete could not be read yet." });
	if (cards === "gone") return recordErased(cardBook, customerId);
	for (const { id } of cards) {
		const deleted = await deleteCard(client, customerId, id, patienceMs);
		if (!deleted) return log({ level: "error", message: "A card could not be deleted yet." });
	}
	if (last) await recordErased(cardBook, customerId);
}

/** Whether all payments that may add a card to this customer have ended long enough ago; one may be about to start. */
function isLastLook(book: OrderBook, holder: Holder | undefined, nowMs: number): boolean {
	if (holder === undefined || nowMs - holder.rememberedAt < lastLookAfterMs) return false;
	const attempts = book.list().flatMap((order) => order.attempts);
	return attempts
		.filter(({ customerId, onFile }) => customerId === holder.customerId && !onFile)
		.every(({ outcome, endedAt }) => {
			const open = outcome === undefined || outcome.kind === "unknown";
			return !open && endedAt !== undefined && nowMs - endedAt >= lastLookAfterMs;
		});
}

async function recordErased(cardBook: CardBook, customer: string): Promise<void> {
	if (cardBook.find(customer) !== undefined) await cardBook.record({ type: "erased", customer });
}
