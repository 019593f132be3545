import type { Merchant } from "@cardseal/merchants";
import { getOriginal } from "@cardseal/payments";
import { isLookupId, notFound } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { currentPeriod } from "../lifecycle.ts";
import { planChangeProblem, planPlanChange } from "../plan-change.ts";
import { findAnyPlan } from "../plans/subscribed-plans.store.ts";
import { type PaymentLine, paymentLines } from "../pricing.ts";
import type { Subscription } from "../tables.ts";
import { type ChangePlanRequest, leftOf, withPaidPeriod } from "./change-plan.ts";

export interface PaymentPreview {
	/** ms since 1970; `null` without a next payment. */
	at: number | null;
	/** The plan's name. */
	name: string;
	lines: PaymentLine[];
}

export function previewPayment(subscription: Subscription): PaymentPreview {
	const { name, next_run: at } = subscription;
	return { at, name, lines: at === null ? [] : paymentLines(subscription, currentPeriod(subscription)) };
}

/**
 * Plans a change of plan without making it.
 *
 * @throws Problem 400, 404, 409, as the change
 */
export async function previewChange(
	database: Database,
	merchant: Merchant,
	subscription: Subscription,
	{ request, now }: { request: ChangePlanRequest; now: number },
): Promise<PaymentPreview> {
	const { plan_lookup_id: lookupId, when, prorate } = request;
	const plan = isLookupId(lookupId) ? await findAnyPlan(database, merchant.id, lookupId) : undefined;
	if (plan === undefined) throw notFound("plan");
	const before = await withPaidPeriod(database, subscription);
	const change = { plan, quantity: request.quantity ?? before.quantity, when, prorate };
	const problem = planChangeProblem(before, change, now);
	if (problem !== undefined) throw problem;
	const { paid_transaction_id: paidBy } = before;
	const payment = prorate && paidBy !== null ? await getOriginal(database, merchant, paidBy) : undefined;
	const { lines } = planPlanChange(before, change, { leftCents: leftOf(before, payment), now });
	return { at: when === "now" ? now : before.next_run, name: plan.name, lines };
}
