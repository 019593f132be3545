import type { Merchant } from "@cardseal/merchants";
import { getOriginal } from "@cardseal/payments";
import { getFound } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { currentPeriod } from "../lifecycle.ts";
import { findAnyPlan } from "../plans/subscribed-plans.store.ts";
import { type PaymentLine, paymentLines } from "../pricing.ts";
import type { Subscription } from "../tables.ts";
import { type ChangePlanRequest, planFor } from "./change-plan.ts";

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
	const { plan_lookup_id: lookupId, when } = request;
	const plan = await getFound("plan", lookupId, () => findAnyPlan(database, merchant.id, lookupId));
	const readPayment = (id: string) => getOriginal(database, merchant, id);
	const { before, planned } = await planFor(database, subscription, { plan, request, readPayment, now });
	return { at: when === "now" ? now : before.next_run, name: plan.name, lines: planned.lines };
}
