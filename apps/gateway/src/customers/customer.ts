import { createKeyedLock } from "@cardseal/batch";
import type { Database } from "../db/database.ts";
import { isLookupId, newLookupId } from "../ids.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { type GivenMetadata, mergeMetadata } from "../metadata/metadata.ts";
import { type FieldError, fieldProblem, notFound } from "../problem.ts";
import { type CustomerDetails, detailsProblems, type GivenDetails, mergeDetails } from "./customer-details.ts";
import { findCustomer, insertCustomer, lockCustomer, updateCustomer } from "./customers.store.ts";
import type { Customer } from "./tables.ts";

const emailMissing: FieldError = {
	field: "email",
	reason: "field_required",
	message: "Send the customer's email address.",
};

/**
 * Returns a merchant's customer.
 *
 * @throws Problem 404, the same for an unknown id, a malformed one and another merchant's
 */
export async function getCustomer(database: Database, merchant: Merchant, lookupId: string): Promise<Customer> {
	const customer = isLookupId(lookupId) ? await findCustomer(database, merchant.id, lookupId) : undefined;
	if (customer === undefined) throw notFound("customer");
	return customer;
}

/**
 * Runs one database transaction at a time per customer. Others wait here without a connection, which they would hold
 * while waiting for the customer's row lock.
 */
export function withCustomerLock<Result>(
	database: Database,
	customerLookupId: string,
	work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
	return lockOfCustomer(customerLookupId, () =>
		database.transaction().execute((transaction: Database) => work(transaction)),
	);
}

const lockOfCustomer = createKeyedLock();

/**
 * Returns a merchant's customer, locked until the transaction ends.
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

type GivenCustomer = GivenDetails & { metadata?: GivenMetadata | null | undefined };

/** @throws Problem 400 */
export async function createCustomer(
	database: Database,
	merchant: Merchant,
	{ metadata, ...given }: GivenCustomer,
	now: number,
): Promise<Customer> {
	const details = planDetails(undefined, given);
	return insertCustomer(database, {
		...details,
		metadata: mergeMetadata(null, metadata),
		lookup_id: newLookupId(),
		merchant_id: merchant.id,
		created_at: now,
	});
}

/**
 * Changes the given fields; `null` clears a field, except the email address, which a customer needs.
 *
 * @throws Problem 400, 404
 */
export async function changeCustomer(
	database: Database,
	merchant: Merchant,
	lookupId: string,
	{ metadata, ...given }: GivenCustomer,
): Promise<Customer> {
	return withCustomerLock(database, lookupId, async (transaction) => {
		const customer = await getLockedCustomer(transaction, merchant, lookupId);
		const changes = {
			...planDetails(customer, { ...given, email: given.email ?? undefined }),
			metadata: mergeMetadata(customer.metadata, metadata),
		};
		await updateCustomer(transaction, customer.id, changes);
		return { ...customer, ...changes };
	});
}

/** Plans a customer's details after a request, and checks the rules that join them. Pure. */
export function planDetails(
	before: CustomerDetails | undefined,
	given: GivenDetails,
): CustomerDetails & { email: string } {
	const details = mergeDetails(before, given);
	const { email } = details;
	const problems = detailsProblems(details);
	if (email === null) throw fieldProblem([emailMissing, ...problems]);
	const [first, ...others] = problems;
	if (first !== undefined) throw fieldProblem([first, ...others]);
	return { ...details, email };
}
