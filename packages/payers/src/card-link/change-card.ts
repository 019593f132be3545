import { addCard, findCardsOf, type StoredCard } from "@cardseal/customers";
import { findMerchant, type Merchant } from "@cardseal/merchants";
import { unauthenticated } from "@cardseal/platform/audit";
import {
	amountDue,
	changeSubscription,
	currentStatuses,
	findByCard,
	findByLookupId,
	isCardLinkFor,
	isCurrent,
	lookupIdOfCardLink,
	readWithOwners,
	type Subscription,
} from "@cardseal/subscriptions";
import type { SubscribingPayers } from "../payers.ts";

/** What the payer of a subscription may see and do. */
export interface CardLink {
	merchant: Merchant;
	subscription: Subscription;
	customerLookupId: string;
	/** `undefined` once it was deleted. */
	card: StoredCard | undefined;
	/** Cents; `undefined` when nothing is owed. */
	owedCents: number | undefined;
	/** `false` for a subscription that charges nothing any more. */
	isOpen: boolean;
}

/** Returns `undefined` for a forged, used or expired link. */
export async function findCardLink({ payments }: SubscribingPayers, token: string): Promise<CardLink | undefined> {
	const { database, vault, clocks } = payments;
	const lookupId = lookupIdOfCardLink(token);
	const subscription = lookupId === undefined ? undefined : await findByLookupId(database, lookupId);
	if (subscription === undefined) return undefined;
	if (!isCardLinkFor({ vault }, token, subscription, clocks.business.now())) return undefined;
	const merchant = await findMerchant(database, { id: subscription.merchant_id });
	const [owned] = await readWithOwners(database, [subscription.id]);
	if (merchant === undefined || owned === undefined) return undefined;
	const cards = await findCardsOf(database, [subscription.customer_id]);
	const { open_period: openPeriod, status } = subscription;
	const isOwed = openPeriod !== null && (status === "RETRY" || status === "SUSPENDED");
	return {
		merchant,
		subscription,
		customerLookupId: owned.customer_lookup_id,
		card: cards.find(({ lookup_id }) => lookup_id === subscription.card_lookup_id),
		owedCents: isOwed ? amountDue(subscription, openPeriod) : undefined,
		isOpen: isCurrent(status),
	};
}

export type CardChanged = "changed" | "paid" | "card_refused" | "declined" | "outcome_pending";

/**
 * Stores the payer's card, and charges what is owed: by the subscription's own period and key, so that this page, staff
 * and the renewal job cannot pay twice.
 *
 * @throws Problem 400 for a card that cannot be read
 */
export async function changeCard(
	{ payments, subscriptions }: SubscribingPayers,
	{ merchant, subscription, customerLookupId, owedCents }: CardLink,
	{ token, clientAddress, requestId }: { token: string; clientAddress: string; requestId: string | null },
): Promise<CardChanged> {
	const caller = unauthenticated({ clientAddress, requestId });
	const source = { token, ip_address: clientAddress, currency: subscription.currency };
	const added = await addCard(payments, { merchant, channel: "E_COMMERCE" }, customerLookupId, source, caller);
	if ("refusal" in added) return "card_refused";
	const changes = { card_lookup_id: added.cardLookupId };
	const others = (await findByCard(payments.database, subscription.card_lookup_id, currentStatuses)).filter(
		(lookupId) => lookupId !== subscription.lookup_id,
	);
	const change = (subscriptionLookupId: string, changed: typeof changes & { status?: "ACTIVE" }) =>
		changeSubscription(subscriptions, merchant, { customerLookupId, subscriptionLookupId }, changed, caller);
	const { failure } = await change(
		subscription.lookup_id,
		owedCents === undefined ? changes : { ...changes, status: "ACTIVE" },
	);
	// The payer's other subscriptions by the same card would fail next.
	for (const lookupId of others) {
		await change(lookupId, changes).catch((error: unknown) => {
			payments.log.warn({ err: error }, "could not give a subscription the payer's new card");
		});
	}
	return failure ?? (owedCents === undefined ? "changed" : "paid");
}
