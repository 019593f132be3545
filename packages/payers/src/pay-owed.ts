import type { Merchant } from "@cardseal/merchants";
import { findByReference, nextActionOf } from "@cardseal/payments";
import type { Caller } from "@cardseal/platform/audit";
import { createNetworkLimit, type NetworkLimit } from "@cardseal/platform/network";
import {
	amountDue,
	changeSubscription,
	currentStatuses,
	findByLookupId,
	type PresentPayer,
	type Subscription,
} from "@cardseal/subscriptions";
import type { LinkPayers, SubscribingPayers } from "./payers.ts";

/** A payer needs a few, a card tester thousands. */
const triesPerNetwork = [20, 100, 600] as const;
const windowMs = 10 * 60_000;

/** New cards, and charges of stored ones, on the portal's pages and the pages of card links together. */
export function createCardTries({ payments: { database, clocks } }: LinkPayers): NetworkLimit {
	return createNetworkLimit({ database, clock: clocks.real, name: "payer_card", limits: triesPerNetwork, windowMs });
}

/** Returns the bank's page, while the payer may authenticate. */
export async function bankPageOf({ payments }: LinkPayers, transactionId: string): Promise<string | undefined> {
	const payment = await findByReference(payments.database, transactionId);
	return payment && (await nextActionOf(payments, payment))?.url;
}

/** With `inFlight`, a transaction, the payer goes to the bank, or waits. */
export type CardChanged = "changed" | "paid" | "card_refused" | "declined" | "outcome_pending" | { inFlight: string };

/** Returns cents; `undefined` when nothing is owed. */
export function owedCentsOf(subscription: Subscription): number | undefined {
	const { open_period: openPeriod, status } = subscription;
	const isOwed = openPeriod !== null && (status === "RETRY" || status === "SUSPENDED");
	return isOwed ? amountDue(subscription, openPeriod) : undefined;
}

export interface Owing {
	merchant: Merchant;
	subscription: Subscription;
	customerLookupId: string;
	/** As the payer saw it. */
	owedCents: number | undefined;
}

interface GivenCard {
	/** Absent for the subscription's own card. */
	cardLookupId: string | undefined;
	payer: PresentPayer;
	caller: Caller;
}

/**
 * Charges what is owed by the subscription's own period and key, so that this page, staff and the renewal job cannot pay
 * twice. The payer may have to authenticate: then the charge is in flight.
 *
 * @throws Problem 400 for a subscription that has ended since, 404 for another customer's card
 */
export async function giveCard(
	{ payments, subscriptions }: SubscribingPayers,
	{ merchant, subscription, customerLookupId, owedCents }: Owing,
	{ cardLookupId, payer, caller }: GivenCard,
): Promise<CardChanged> {
	const isOwed = owedCents !== undefined;
	const { failure } = await changeSubscription(
		subscriptions,
		merchant,
		{
			customerLookupId,
			subscriptionLookupId: subscription.lookup_id,
			from: isOwed ? ["RETRY", "SUSPENDED"] : currentStatuses,
		},
		{ card_lookup_id: cardLookupId, ...(isOwed && { status: "ACTIVE" as const }) },
		caller,
		isOwed ? payer : undefined,
	);
	if (failure === "outcome_pending") {
		const inFlight = (await findByLookupId(payments.database, subscription.lookup_id))?.charging_transaction_id;
		if (inFlight) return { inFlight };
	}
	return failure ?? (isOwed ? "paid" : "changed");
}
