import { type Customer, customerRecordOf, findCardsOf, getCustomer, type PersonalLists } from "@cardseal/customers";
import { eftRecordOf, listEftTransactions } from "@cardseal/eft/gateway";
import type { Merchant } from "@cardseal/merchants";
import { listTransactions, recordOf } from "@cardseal/payments";
import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import { type Database, outsideDeadline, type PageRequest } from "@cardseal/platform/db";
import { findSubscriptionsOf, subscriptionRecordOf, subscriptionStatuses } from "@cardseal/subscriptions/gateway";
import { joined, partsOf } from "../services.ts";

const sliceRows = 500;

/** The lists that services add, in the order of the document. */
export const otherLists: PersonalLists = joined(partsOf("personalLists"));

interface Row {
	id: number;
	created_at: number;
}

type ReadSlice<One extends Row> = (page: PageRequest) => Promise<One[]>;

/**
 * Returns all data about a customer, as parts of one JSON document. Reads lists as the parts are taken, so that a
 * customer may have any number of payments.
 *
 * @throws Problem 404
 */
export async function exportCustomer(
	{ database, clocks }: { database: Database; clocks: Clocks },
	merchant: Merchant,
	lookupId: string,
	caller: Caller,
): Promise<AsyncIterable<string>> {
	const customer = await getCustomer(database, merchant, lookupId);
	const about = { object: customer.lookup_id, merchantId: merchant.id, caller };
	await recordEvent(database, clocks, { ...about, type: "customer.exported" });
	return documentOf(database, customer, clocks.business.now());
}

async function* documentOf(database: Database, customer: Customer, now: number): AsyncGenerator<string> {
	const { merchant_id: merchantId, lookup_id: customerLookupId } = customer;
	yield `{"exported_at":${now},`;
	yield `"customer":${JSON.stringify(await wholeProfile(database, customer, now))}`;
	const filters = { merchantId, customerLookupId, timeZone: "UTC", textMatch: "whole" } as const;
	yield* list("transactions", (page) => listTransactions(database, filters, page), recordOf);
	yield* list("eft_transactions", (page) => listEftTransactions(database, filters, page), eftRecordOf);
	const owner = { merchantId, lookupId: customerLookupId };
	for (const [name, list] of Object.entries(otherLists)) {
		const { rows } = await outsideDeadline(() => list.rows(owner).execute(database));
		yield `,"${name}":${JSON.stringify(rows)}`;
	}
	yield "}";
}

/** Includes every subscription, also those that lists leave out. */
async function wholeProfile(database: Database, customer: Customer, now: number) {
	const all = { statuses: subscriptionStatuses, maximumOthers: 0 };
	const [cards, subscriptions] = await Promise.all([
		findCardsOf(database, [customer.id]),
		findSubscriptionsOf(database, customer.merchant_id, [customer.id], all),
	]);
	const records = subscriptions.map((one) => subscriptionRecordOf(one, now));
	return { ...customerRecordOf(customer, cards, records), created_at: customer.created_at };
}

async function* list<One extends Row>(
	name: string,
	read: ReadSlice<One>,
	show: (row: One) => object,
): AsyncGenerator<string> {
	yield `,"${name}":[`;
	let beyond: PageRequest["beyond"];
	for (;;) {
		const slice = { limit: sliceRows, beyond };
		// The caller decides how long the file takes.
		const found = await outsideDeadline(() => read(slice));
		const rows = found.slice(0, sliceRows);
		if (rows.length > 0) {
			yield `${beyond === undefined ? "" : ","}${rows.map((row) => JSON.stringify(show(row))).join(",\n")}`;
		}
		const last = rows.at(-1);
		// One row more than the limit shows that there are more.
		if (found.length <= sliceRows || last === undefined) break;
		beyond = { direction: "after", position: { createdAt: last.created_at, id: last.id } };
	}
	yield "]";
}
