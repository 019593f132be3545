import { type CustomerRecord, customerRecordOf } from "../customers/customer-record.ts";
import type { Database } from "../db/database.ts";
import type { Customer, StoredCard } from "../db/schema.ts";
import { findCardsOf } from "./cards.store.ts";

/** Customers as answers show them, with their cards, in the order given. */
export async function customerRecords(database: Database, customers: Customer[]): Promise<CustomerRecord[]> {
	const cards = await findCardsOf(
		database,
		customers.map(({ id }) => id),
	);
	const byCustomer = Map.groupBy<number, StoredCard>(cards, (card) => card.customer_id);
	return customers.map((customer) => customerRecordOf(customer, byCustomer.get(customer.id) ?? []));
}

export async function customerRecord(database: Database, customer: Customer): Promise<CustomerRecord> {
	return customerRecordOf(customer, await findCardsOf(database, [customer.id]));
}
