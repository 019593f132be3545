import { emitEvent } from "@cardseal/events";
import { type Merchant, requireCurrency } from "@cardseal/merchants";
import { type Clocks, fieldProblem, getFound, newLookupId } from "@cardseal/platform";
import { type AuditEvent, type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { mergeMetadata } from "@cardseal/platform/metadata";
import { amountProblem } from "../start-terms.ts";
import type { Plan } from "../tables.ts";
import { planRecordOf } from "./plan-record.ts";
import type { PlanRequest } from "./plan-request.ts";
import { findPlan, insertPlan, type PlanTerms, updatePlan } from "./plans.store.ts";
import { lockPlan } from "./subscribed-plans.store.ts";

export interface PlansContext {
	database: Database;
	clocks: Clocks;
}

/** @throws Problem 400 */
export async function createPlan(
	{ database, clocks }: PlansContext,
	merchant: Merchant,
	request: PlanRequest,
	caller: Caller,
): Promise<Plan> {
	const plan = {
		...planTerms(merchant, request),
		metadata: mergeMetadata(null, request.metadata),
		lookup_id: newLookupId(),
		merchant_id: merchant.id,
		created_at: clocks.business.now(),
	};
	return database.transaction().execute(async (transaction: Database) => {
		const created = await insertPlan(transaction, plan);
		await recordEvent(transaction, clocks, eventOf("plan.created", created, caller));
		await emitPlan(transaction, clocks, "plan.created", created);
		return created;
	});
}

/** @throws Problem 404, the same for an unknown, malformed, deleted and foreign id */
export async function getPlan(database: Database, merchant: Merchant, lookupId: string): Promise<Plan> {
	return getFound("plan", lookupId, () => findPlan(database, { merchantId: merchant.id, lookupId }));
}

/**
 * Replaces the terms of a plan. Existing subscriptions keep theirs (rule S-15).
 *
 * @throws Problem 400, 404
 */
export async function changePlan(
	{ database, clocks }: PlansContext,
	merchant: Merchant,
	lookupId: string,
	request: PlanRequest,
	caller: Caller,
): Promise<Plan> {
	const terms = planTerms(merchant, request);
	return database.transaction().execute(async (transaction: Database) => {
		const key = { merchantId: merchant.id, lookupId };
		const changed = await getFound("plan", lookupId, async () => {
			const before = await lockPlan(transaction, merchant.id, lookupId);
			if (before === undefined) return undefined;
			return updatePlan(transaction, key, { ...terms, metadata: mergeMetadata(before.metadata, request.metadata) });
		});
		await recordEvent(transaction, clocks, eventOf("plan.changed", changed, caller));
		await emitPlan(transaction, clocks, "plan.updated", changed);
		return changed;
	});
}

/**
 * Hides a plan. Its row stays for existing subscriptions (rule S-15).
 *
 * @throws Problem 404
 */
export async function deletePlan(
	{ database, clocks }: PlansContext,
	merchant: Merchant,
	lookupId: string,
	caller: Caller,
): Promise<void> {
	const deletion = { deleted_at: clocks.business.now() };
	await database.transaction().execute(async (transaction: Database) => {
		const key = { merchantId: merchant.id, lookupId };
		const deleted = await getFound("plan", lookupId, () => updatePlan(transaction, key, deletion));
		await recordEvent(transaction, clocks, eventOf("plan.deleted", deleted, caller));
		await emitPlan(transaction, clocks, "plan.deleted", deleted);
	});
}

function emitPlan(
	transaction: Database,
	{ business }: Clocks,
	type: "plan.created" | "plan.updated" | "plan.deleted",
	plan: Plan,
): Promise<void> {
	const data = planRecordOf(plan);
	return emitEvent(transaction, { type, merchantId: plan.merchant_id, created: business.now(), data });
}

function eventOf(
	type: "plan.created" | "plan.changed" | "plan.deleted",
	{ lookup_id: object, merchant_id: merchantId }: Plan,
	caller: Caller,
): AuditEvent {
	return { type, object, merchantId, caller };
}

/** @throws Problem 400 */
function planTerms(merchant: Pick<Merchant, "currencies">, request: PlanRequest): PlanTerms {
	requireCurrency(merchant, request.currency);
	const price = { amount_cents: request.amount, quantity: request.quantity, setup_fee_cents: request.setup_fee };
	const problem = amountProblem({ ...price, completed_cycles: 0 }, request.quantity > 1 ? "quantity" : "amount");
	if (problem !== undefined) throw fieldProblem([problem]);
	return {
		...price,
		name: request.name,
		trial_days: request.trial_days,
		currency: request.currency,
		frequency: request.frequency,
		number_of_payments: request.number_of_payments ?? null,
		send_receipt: request.send_receipt,
	};
}
