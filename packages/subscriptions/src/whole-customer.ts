import {
	type Customer,
	type CustomerRecord,
	customerRecordOf,
	findCardsOf,
	type StoredCard,
} from "@cardseal/customers";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { shownSubscriptions } from "./limits.ts";
import { subscriptionRecordOf } from "./subscription-record.ts";
import { findSubscriptionsOf, type SubscriptionWithPlan } from "./subscriptions.store.ts";

/**
 * Reads the cards and subscriptions of a merchant's customers. Returns records in the order given.
 *
 * @param clock the business clock
 */
export async function wholeCustomers(
	database: Database,
	clock: Clock,
	customers: Customer[],
): Promise<CustomerRecord[]> {
	const [first] = customers;
	if (first === undefined) return [];
	const ids = customers.map(({ id }) => id);
	const [cards, subscriptions] = await Promise.all([
		findCardsOf(database, ids),
		findSubscriptionsOf(database, first.merchant_id, ids, shownSubscriptions),
	]);
	const cardsOf = Map.groupBy<number, StoredCard>(cards, (card) => card.customer_id);
	const subscriptionsOf = Map.groupBy<number, SubscriptionWithPlan>(subscriptions, (one) => one.customer_id);
	const now = clock.now();
	return customers.map((customer) => {
		const records = (subscriptionsOf.get(customer.id) ?? []).map((one) => subscriptionRecordOf(one, now));
		return customerRecordOf(customer, cardsOf.get(customer.id) ?? [], records);
	});
}

export async function wholeCustomer(database: Database, clock: Clock, customer: Customer): Promise<CustomerRecord> {
	const [record] = await wholeCustomers(database, clock, [customer]);
	if (record === undefined) throw new Error("A customer has one record.");
	return record;
}
