import { findCardsOf, type StoredCard } from "@cardseal/customers";
import { findByReference, type Transaction } from "@cardseal/payments";
import { notFound } from "@cardseal/platform";
import { findSubscriptionsOf, type Subscription, shownSubscriptions } from "@cardseal/subscriptions";
import type { LinkPayers } from "../payers.ts";
import type { PayerSession } from "./portal-session.ts";

type Owner = Pick<PayerSession, "merchant" | "customer">;

/** Returns the customer's subscriptions, oldest first. */
export function listSubscriptions({ payments }: LinkPayers, { merchant, customer }: Owner): Promise<Subscription[]> {
	return findSubscriptionsOf(payments.database, merchant.id, [customer.id], shownSubscriptions);
}

/** @throws Problem 404, the same for another customer's */
export async function getSubscription(payers: LinkPayers, owner: Owner, lookupId: string): Promise<Subscription> {
	const found = (await listSubscriptions(payers, owner)).find(({ lookup_id }) => lookup_id === lookupId);
	if (found === undefined) throw notFound("subscription");
	return found;
}

/** @throws Problem 404, the same for another customer's */
export async function getCard({ payments }: LinkPayers, { customer }: Owner, lookupId: string): Promise<StoredCard> {
	const cards = await findCardsOf(payments.database, [customer.id]);
	const found = cards.find(({ lookup_id }) => lookup_id === lookupId);
	if (found === undefined) throw notFound("card");
	return found;
}

/** Returns `undefined` for another customer's. */
export async function findOwnPayment(
	{ payments }: LinkPayers,
	{ merchant, customer }: Owner,
	transactionId: string,
): Promise<Transaction | undefined> {
	const payment = await findByReference(payments.database, transactionId);
	const isOwn = payment?.merchant_id === merchant.id && payment.customer_lookup_id === customer.lookup_id;
	return isOwn ? payment : undefined;
}
