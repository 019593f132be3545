import type { Database } from "../db/database.ts";
import type { Plan } from "../db/schema.ts";
import { isLookupId, newLookupId } from "../ids.ts";
import { requireCurrency } from "../merchants/currency.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { notFound } from "../problem.ts";
import type { PlanRequest } from "./plan-request.ts";
import { findPlan, insertPlan, type PlanTerms, updatePlan } from "./plans.store.ts";

/**
 * @param now business time
 * @throws Problem 400
 */
export async function createPlan(
	database: Database,
	merchant: Merchant,
	request: PlanRequest,
	now: number,
): Promise<Plan> {
	return insertPlan(database, {
		...planTerms(merchant, request),
		lookup_id: newLookupId(),
		merchant_id: merchant.id,
		created_at: now,
	});
}

/**
 * A merchant's plan.
 *
 * @throws Problem 404 for an id that does not exist, is malformed, deleted, or another merchant's: all the same to see
 */
export async function getPlan(database: Database, merchant: Merchant, lookupId: string): Promise<Plan> {
	return ifThere(lookupId, () => findPlan(database, { merchantId: merchant.id, lookupId }));
}

/**
 * Gives a plan other terms. Subscriptions keep those they began with (rule S-15).
 *
 * @throws Problem 400, 404
 */
export async function changePlan(
	database: Database,
	merchant: Merchant,
	lookupId: string,
	request: PlanRequest,
): Promise<Plan> {
	const terms = planTerms(merchant, request);
	return ifThere(lookupId, () => updatePlan(database, { merchantId: merchant.id, lookupId }, terms));
}

/**
 * Takes a plan out of every answer. Its row stays for the subscriptions that there are, which go on (rule S-15).
 *
 * @param now business time
 * @throws Problem 404
 */
export async function deletePlan(database: Database, merchant: Merchant, lookupId: string, now: number): Promise<void> {
	await ifThere(lookupId, () => updatePlan(database, { merchantId: merchant.id, lookupId }, { deleted_at: now }));
}

async function ifThere(lookupId: string, find: () => Promise<Plan | undefined>): Promise<Plan> {
	const plan = isLookupId(lookupId) ? await find() : undefined;
	if (plan === undefined) throw notFound("plan");
	return plan;
}

function planTerms(merchant: Pick<Merchant, "currencies">, request: PlanRequest): PlanTerms {
	requireCurrency(merchant, request.currency);
	return {
		name: request.name,
		amount_cents: request.amount,
		currency: request.currency,
		frequency: request.frequency,
		number_of_payments: request.number_of_payments ?? null,
		send_receipt: request.send_receipt,
	};
}
