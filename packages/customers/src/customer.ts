import { isDeepStrictEqual } from "node:util";
import { createKeyedLock } from "@cardseal/batch";
import { emitEvent } from "@cardseal/events";
import type { Merchant } from "@cardseal/merchants";
import {
	type Clock,
	type FieldError,
	fieldProblem,
	isLookupId,
	newLookupId,
	notFound,
	refuseFields,
} from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type GivenMetadata, mergeMetadata } from "@cardseal/platform/metadata";
import { type CustomerDetails, detailsProblems, type GivenDetails, mergeDetails } from "./customer-details.ts";
import type { CustomerRecord } from "./customer-record.ts";
import { findCustomer, insertCustomer, lockCustomer, updateCustomer } from "./customers.store.ts";
import type { Customer } from "./tables.ts";

const emailMissing: FieldError = {
	field: "email",
	reason: "field_required",
	message: "Send the customer's email address.",
};

/** @throws Problem 404, the same for an unknown, malformed and foreign id */
export async function getCustomer(database: Database, merchant: Merchant, lookupId: string): Promise<Customer> {
	const customer = isLookupId(lookupId) ? await findCustomer(database, merchant.id, lookupId) : undefined;
	if (customer === undefined) throw notFound("customer");
	return customer;
}

const lockOfCustomer = createKeyedLock();

/**
 * Runs one database transaction at a time per customer. Others wait without a connection. A merchant who names
 * another's customer delays only itself.
 */
export function withCustomerLock<Result>(
	database: Database,
	merchantId: number,
	lookupId: string,
	work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
	return lockOfCustomer(`${merchantId} ${lookupId}`, () => database.transaction().execute(work));
}

/**
 * Returns a customer, locked until the transaction ends.
 *
 * @throws Problem 404
 */
export async function getLockedCustomer(
	transaction: Database,
	merchant: Merchant,
	lookupId: string,
): Promise<Customer> {
	const customer = isLookupId(lookupId) ? await lockCustomer(transaction, merchant.id, lookupId) : undefined;
	if (customer === undefined) throw notFound("customer");
	return customer;
}

export interface CustomersContext {
	database: Database;
	/** The business clock. */
	clock: Clock;
	recordOf(customer: Customer, transaction?: Database): Promise<CustomerRecord>;
}

type GivenCustomer = GivenDetails & { metadata?: GivenMetadata | null | undefined };

/** @throws Problem 400 */
export async function createCustomer(
	{ database, clock, recordOf }: CustomersContext,
	merchant: Merchant,
	{ metadata, ...given }: GivenCustomer,
): Promise<Customer> {
	const details = planDetails(undefined, given);
	const now = clock.now();
	return database.transaction().execute(async (transaction: Database) => {
		const customer = await insertCustomer(transaction, {
			...details,
			metadata: mergeMetadata(null, metadata),
			lookup_id: newLookupId(),
			merchant_id: merchant.id,
			created_at: now,
		});
		const data = await recordOf(customer, transaction);
		await emitEvent(transaction, { type: "customer.created", merchantId: merchant.id, created: now, data });
		return customer;
	});
}

/**
 * Changes the given fields; `null` clears a field, except the email address.
 *
 * @throws Problem 400, 404
 */
export async function changeCustomer(
	{ database, clock, recordOf }: CustomersContext,
	merchant: Merchant,
	lookupId: string,
	{ metadata, ...given }: GivenCustomer,
): Promise<Customer> {
	return withCustomerLock(database, merchant.id, lookupId, async (transaction) => {
		const customer = await getLockedCustomer(transaction, merchant, lookupId);
		const changes = {
			...planDetails(customer, { ...given, email: given.email ?? undefined }),
			metadata: mergeMetadata(customer.metadata, metadata),
		};
		const changed = { ...customer, ...changes };
		if (isDeepStrictEqual(changed, customer)) return customer;
		await updateCustomer(transaction, customer.id, changes);
		const data = await recordOf(changed, transaction);
		await emitEvent(transaction, { type: "customer.updated", merchantId: merchant.id, created: clock.now(), data });
		return changed;
	});
}

export function planDetails(
	before: CustomerDetails | undefined,
	given: GivenDetails,
): CustomerDetails & { email: string } {
	const details = mergeDetails(before, given);
	const { email } = details;
	const problems = detailsProblems(details);
	if (email === null) throw fieldProblem([emailMissing, ...problems]);
	refuseFields(problems);
	return { ...details, email };
}
