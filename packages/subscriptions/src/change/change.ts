import { isDeepStrictEqual } from "node:util";
import { type Customer, getLockedCustomer, requireCard, withCustomerLock } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { giveUp, waitingTimes } from "@cardseal/payments";
import { fieldProblem, getFound, type Problem, pollUntil } from "@cardseal/platform";
import { type AuditEventFacts, type Caller, givenFields, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { mergeMetadata } from "@cardseal/platform/metadata";
import { emitSubscription, type SubscriptionEvent } from "../emit-subscriptions.ts";
import {
	afterRequest,
	isCancelled,
	type LifecycleChange,
	type RequestableStatus,
	statusProblem,
	withPrice,
} from "../lifecycle.ts";
import { requireRoom } from "../limits.ts";
import { changeCounts } from "../plans/subscribed-plans.store.ts";
import { amountProblem } from "../start-terms.ts";
import { isCurrent, type SubscriptionStatus } from "../status.ts";
import { getSubscription, isAttemptInFlight, lockSubscription, updateSubscription } from "../subscriptions.store.ts";
import { claimUntil, type PresentPayer, type SubscriptionDetails, type Subscriptions } from "../subscriptions.ts";
import type { Subscription } from "../tables.ts";

export interface SubscriptionPath {
	customerLookupId: string;
	subscriptionLookupId: string;
	/** Refuses another status than these. */
	from?: readonly SubscriptionStatus[] | undefined;
}

/** Omitted fields stay; `null` clears. */
export interface SubscriptionChanges extends SubscriptionDetails {
	status?: RequestableStatus | undefined;
	card_lookup_id?: string | undefined;
	/** Whole cents, from the next period. */
	amount?: number | undefined;
	/** From the next period. */
	quantity?: number | undefined;
}

export interface Changed {
	customer: Customer;
	failure: "declined" | "outcome_pending" | undefined;
}

/**
 * A stop returns once nothing is in flight (rule S-13); a reactivation once an open period was tried, or its payer is to
 * authenticate.
 *
 * @param payer asks for ACTIVE, and pays the open period
 * @throws Problem 400, 404
 */
export async function changeSubscription(
	subscriptions: Subscriptions,
	merchant: Merchant,
	path: SubscriptionPath,
	changes: SubscriptionChanges,
	caller: Caller,
	payer?: PresentPayer,
): Promise<Changed> {
	const { customer, subscription } = await withCustomerLock(
		subscriptions.database,
		merchant.id,
		path.customerLookupId,
		async (transaction) => {
			const customer = await getLockedCustomer(transaction, merchant, path.customerLookupId);
			const before = await getLockedSubscription(transaction, customer, path.subscriptionLookupId);
			if (changes.card_lookup_id !== undefined) await requireCard(transaction, customer, changes.card_lookup_id);
			// Runs after the lock: due dates passed while waiting would be charged.
			await subscriptions.followClock?.(transaction);
			const now = subscriptions.clocks.business.now();
			if (path.from?.includes(before.status) === false) throw statusRefusal("The subscription has changed since.");
			const columns = { ...planChange(before, changes, now), ...(payer && claimFor(subscriptions, before)) };
			const subscription = { ...before, ...columns };
			const counts = countChange(before, subscription);
			if (counts.current > 0) await requireRoom(transaction, customer);
			await updateSubscription(transaction, before.id, columns);
			await changeCounts(transaction, before.plan_id, counts);
			const event = eventOf(customer, subscription, changes);
			if (event !== undefined) {
				await recordEvent(transaction, subscriptions.clocks, { ...event, merchantId: merchant.id, caller });
			}
			const type = changeType(before, subscription);
			if (type !== undefined) await emitSubscription(transaction, { id: before.id, type, now });
			return { customer, subscription };
		},
	);
	return { customer, failure: await finishAttempt(subscriptions, subscription, changes.status, payer) };
}

/** Renewal jobs, which have no payer, leave the attempt alone. An attempt in flight stays theirs. */
function claimFor(subscriptions: Subscriptions, { charging_transaction_id: inFlight }: Subscription) {
	return inFlight === null ? { claimed_until: claimUntil(subscriptions), renewal_failures: 0 } : {};
}

/** A started attempt has its own event. */
function changeType(before: Subscription, after: Subscription): SubscriptionEvent["type"] | undefined {
	const { is_reactivating, planned_run, next_run } = before;
	if (isDeepStrictEqual(before, after.is_reactivating ? { ...after, is_reactivating, planned_run, next_run } : after))
		return undefined;
	if (isCancelled(after.status) && !isCancelled(before.status)) return "subscription.canceled";
	if (after.status === "ACTIVE" && before.status !== "ACTIVE") return "subscription.resumed";
	return "subscription.updated";
}

function eventOf(
	customer: Customer,
	{ lookup_id: object }: Subscription,
	changes: SubscriptionChanges,
): AuditEventFacts | undefined {
	const fields = givenFields(changes);
	if (fields.length === 0) return undefined;
	const { status } = changes;
	const details = { customer: customer.lookup_id, fields };
	if (status === undefined) return { type: "subscription.changed", object, details };
	const type = isCancelled(status) ? "subscription.canceled" : "subscription.changed";
	return { type, object, details: { ...details, status } };
}

/** @throws Problem 404 */
export function getLockedSubscription(
	transaction: Database,
	customer: Customer,
	lookupId: string,
): Promise<Subscription> {
	return getFound("subscription", lookupId, () => lockSubscription(transaction, customer.id, lookupId));
}

/** @throws Problem 400 for a status that cannot be set, or too large an amount */
function planChange(
	subscription: Subscription,
	changes: SubscriptionChanges,
	now: number,
): LifecycleChange & Partial<Subscription> {
	const { status, card_lookup_id, amount, quantity, email, bcc_emails, description, metadata } = changes;
	const price = { amount_cents: amount ?? subscription.amount_cents, quantity: quantity ?? subscription.quantity };
	const isPriceGiven = amount !== undefined || quantity !== undefined;
	const tooLarge =
		isPriceGiven && amountProblem({ ...subscription, ...price }, amount === undefined ? "quantity" : "amount");
	if (tooLarge) throw fieldProblem([tooLarge]);
	const problem = status && statusProblem(subscription, status);
	if (problem !== undefined) throw statusRefusal(problem);
	return {
		...(card_lookup_id !== undefined && { card_lookup_id }),
		...(isPriceGiven && withPrice(subscription, price)),
		...(email !== undefined && { email }),
		...(bcc_emails !== undefined && { bcc_emails }),
		...(description !== undefined && { description }),
		...(metadata !== undefined && { metadata: mergeMetadata(subscription.metadata, metadata) }),
		...(status !== undefined && afterRequest(subscription, status, now)),
	};
}

function statusRefusal(message: string): Problem {
	return fieldProblem([{ field: "status", reason: "status_change_not_allowed", message }]);
}

/** Returns the change of the plan's counts (rule S-19). */
function countChange(before: Subscription, after: Subscription): { total: number; current: number } {
	return { total: 0, current: Number(isCurrent(after.status)) - Number(isCurrent(before.status)) };
}

async function finishAttempt(
	subscriptions: Subscriptions,
	subscription: Subscription,
	wanted: RequestableStatus | undefined,
	payer: PresentPayer | undefined,
): Promise<Changed["failure"]> {
	if (wanted === undefined) return undefined;
	if (wanted !== "ACTIVE") {
		await waitForAttempt(subscriptions, subscription);
		return undefined;
	}
	const { id, next_run: nextRun, open_period: openPeriod, claimed_until: claimedUntil } = subscription;
	const now = subscriptions.clocks.business.now();
	if (nextRun !== null && nextRun <= now) await subscriptions.renewNow(id, payer && { ...payer, claimedUntil });
	if (openPeriod === null) return undefined;
	const after = await getSubscription(subscriptions.database, id);
	if (after.open_period !== openPeriod) return undefined;
	return after.next_run !== null && after.next_run <= now ? "outcome_pending" : "declined";
}

/** The attempt is not sent any more after the time limit. A payer at the bank goes no further. */
async function waitForAttempt(
	subscriptions: Subscriptions,
	{ id, charging_transaction_id: transactionId }: Subscription,
): Promise<void> {
	if (transactionId === null) return;
	const { database, clocks } = subscriptions;
	const { inquiryFrom } = waitingTimes(subscriptions);
	await pollUntil(clocks.real, inquiryFrom, async () => {
		await giveUp(subscriptions, transactionId);
		return !(await isAttemptInFlight(database, id, transactionId));
	});
}
