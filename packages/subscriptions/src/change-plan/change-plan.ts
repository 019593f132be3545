import { getLockedCustomer, withCustomerLock } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import {
	type Initiator,
	lockOriginal,
	type Original,
	type Refundable,
	refundableOf,
	takenBackCents,
	writeRefund,
} from "@cardseal/payments";
import { fieldProblem, notFound, Problem } from "@cardseal/platform";
import { type Caller, givenFields, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import { getLockedSubscription, type SubscriptionPath } from "../change/change.ts";
import { emitSubscription } from "../emit-subscriptions.ts";
import { type PlannedChange, paidLeftCents, paidPeriodOf, planChangeProblem, planPlanChange } from "../plan-change.ts";
import { lockPlanInProcess } from "../plans/lock-plan-in-process.ts";
import { changeCounts, lockPlans } from "../plans/subscribed-plans.store.ts";
import { findLastPayment } from "../renewal/attempt-list.store.ts";
import { renewalReference } from "../renewal/renew.ts";
import { isCurrent } from "../status.ts";
import { updateSubscription } from "../subscriptions.store.ts";
import type { Subscriptions } from "../subscriptions.ts";
import type { Plan, Subscription } from "../tables.ts";

export interface ChangePlanRequest {
	plan_lookup_id: string;
	/** By default as before. */
	quantity?: number | undefined;
	when: "now" | "renewal";
	prorate: boolean;
}

export interface ChangePlanCommand {
	initiator: Initiator;
	path: SubscriptionPath;
	request: ChangePlanRequest;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

/** Responses show the customer's current state. */
export interface ChangedPlanResponse {
	status: 200;
	/** `period` begins now, or follows. */
	body: { subscription_lookup_id: string; period: number; when: "now" | "renewal" };
}

/**
 * Writes the new terms and a refund in one database transaction. The new period is charged as every period is: under its
 * own key, by this request or by the job.
 *
 * @throws Problem 400, 404, 409, 503; nothing is changed then
 */
export async function changePlan(
	subscriptions: Subscriptions,
	{ initiator, path, request, keyed, caller }: ChangePlanCommand,
): Promise<ChangedPlanResponse> {
	const { merchant } = initiator;
	const { response, id, submitRefund } = await lockPlanInProcess(`${merchant.id} ${request.plan_lookup_id}`, () =>
		withCustomerLock(subscriptions.database, merchant.id, path.customerLookupId, async (transaction) => {
			await claimKey(transaction, keyed);
			const customer = await getLockedCustomer(transaction, merchant, path.customerLookupId);
			const locked = await getLockedSubscription(transaction, customer, path.subscriptionLookupId);
			const { before, planned, payment, now } = await planLocked(subscriptions, transaction, {
				merchant,
				request,
				locked,
			});
			const { columns, period, payBackCents: amountCents } = planned;
			const refund = { initiator, caller, amountCents, transactionId: refundReference(before.lookup_id, period) };
			const submitRefund =
				amountCents > 0 ? await writeRefundOf(subscriptions, transaction, payment, refund) : undefined;
			await updateSubscription(transaction, before.id, { ...paidColumns(locked, before), ...columns });
			await moveCounts(transaction, before, { ...before, ...columns });
			const { plan_lookup_id, quantity } = request;
			await recordEvent(transaction, subscriptions.clocks, {
				type: "subscription.changed",
				object: before.lookup_id,
				details: { customer: customer.lookup_id, fields: givenFields({ plan_lookup_id, quantity }) },
				merchantId: merchant.id,
				caller,
			});
			await emitSubscription(transaction, { id: before.id, now, type: "subscription.updated" });
			if (columns.status === "EXPIRED") {
				await emitSubscription(transaction, { id: before.id, now, type: "subscription.expired" });
			}
			const body = { subscription_lookup_id: before.lookup_id, period, when: request.when };
			const response = await storeResponse<ChangedPlanResponse>(transaction, keyed, { status: 200, body });
			return { response, id: before.id, submitRefund };
		}),
	);
	await submitRefund?.();
	if (request.when === "now") await subscriptions.renewNow(id);
	return response;
}

/** Charges count their attempts from 1. */
export function refundReference(subscriptionLookupId: string, period: number): string {
	return renewalReference(subscriptionLookupId, { period, attempt: 0 });
}

/** Locks what the change needs, and plans it. */
async function planLocked(
	{ followClock, clocks }: Subscriptions,
	transaction: Database,
	{ merchant, request, locked }: { merchant: Merchant; request: ChangePlanRequest; locked: Subscription },
) {
	const plan = await getLockedPlan(transaction, locked, request.plan_lookup_id);
	// Runs after the locks: due dates passed while waiting count.
	await followClock?.(transaction);
	const now = clocks.business.now();
	const readPayment = (id: string) => lockOriginal(transaction, merchant, id);
	return { ...(await planFor(transaction, locked, { plan, request, readPayment, now })), now };
}

interface WantedChange {
	plan: Plan;
	request: ChangePlanRequest;
	/** Reads the payment of the last paid period. */
	readPayment: (transactionId: string) => Promise<Original>;
	now: number;
}

/** @throws Problem 400, 409 */
export async function planFor(
	database: Database,
	subscription: Subscription,
	{ plan, request, readPayment, now }: WantedChange,
): Promise<{ before: Subscription; planned: PlannedChange; payment: Refundable | undefined }> {
	const before = await withPaidPeriod(database, subscription);
	const { when, prorate, quantity = before.quantity } = request;
	const change = { plan, quantity, when, prorate };
	const problem = planChangeProblem(before, change, now);
	if (problem !== undefined) throw problem;
	const { paid_transaction_id: paidBy } = before;
	// Without a payment, a credit paid the period.
	const payment = prorate && paidBy !== null ? await refundableOf(database, await readPayment(paidBy)) : undefined;
	const leftCents = paidLeftCents(before, payment === undefined ? 0 : takenBackCents(payment));
	return { before, planned: planPlanChange(before, change, { leftCents, now }), payment };
}

/** Locks the former plan as well, by id, to avoid deadlocks. @throws Problem 404 */
async function getLockedPlan(
	transaction: Database,
	{ merchant_id: merchantId, plan_id: formerId }: Subscription,
	lookupId: string,
): Promise<Plan> {
	const plans = await lockPlans(transaction, merchantId, { lookupId, id: formerId });
	const plan = plans.find(({ lookup_id }) => lookup_id === lookupId);
	if (plan === undefined) throw notFound("plan");
	return plan;
}

/** Finds the paid period of a row that an earlier version wrote. */
async function withPaidPeriod(database: Database, subscription: Subscription): Promise<Subscription> {
	const { id, paid_from, completed_cycles } = subscription;
	if (paid_from !== null || completed_cycles === 0) return subscription;
	const last = await findLastPayment(database, id);
	return last === undefined ? subscription : { ...subscription, ...paidPeriodOf(subscription, last) };
}

/** @throws Problem 400 where the payment cannot be refunded that much */
async function writeRefundOf(
	subscriptions: Subscriptions,
	transaction: Database,
	payment: Refundable | undefined,
	refund: Omit<Parameters<typeof writeRefund>[2], "original">,
) {
	if (payment === undefined) throw new Error("A credit has no payment.");
	try {
		return await writeRefund(subscriptions, transaction, { ...refund, original: payment });
	} catch (error) {
		if (!(error instanceof Problem && error.code === "BAD_REQUEST")) throw error;
		const message = `The unused days are worth more than the new period, and the last payment cannot be refunded that much: ${error.message} Send prorate: false, or when: renewal.`;
		throw fieldProblem([{ field: "prorate", reason: error.reason, message }]);
	}
}

/** Only rows of earlier versions lack them. */
function paidColumns(locked: Subscription, before: Subscription): Partial<Subscription> {
	if (locked.paid_from === before.paid_from) return {};
	const { paid_from, paid_until, paid_cents, paid_transaction_id } = before;
	return { paid_from, paid_until, paid_cents, paid_transaction_id };
}

/** Moves the subscription between the plans' counts (rule S-19). */
async function moveCounts(transaction: Database, before: Subscription, after: Subscription): Promise<void> {
	const [was, is] = [before, after].map(({ status }) => Number(isCurrent(status))) as [number, number];
	if (before.plan_id === after.plan_id) {
		return changeCounts(transaction, before.plan_id, { total: 0, current: is - was });
	}
	await changeCounts(transaction, before.plan_id, { total: -1, current: -was });
	await changeCounts(transaction, after.plan_id, { total: 1, current: is });
}
