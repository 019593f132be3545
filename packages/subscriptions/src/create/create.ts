import {
	type Customer,
	findCardHolder,
	getCustomer,
	getLockedCustomer,
	requireCard,
	withCustomerLock,
} from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import { fieldProblem, getFound, newLookupId, notFound } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import { mergeMetadata } from "@cardseal/platform/metadata";
import { daysLater } from "../calendar.ts";
import { emitSubscription } from "../emit-subscriptions.ts";
import { requireRoom } from "../limits.ts";
import { lockPlanInProcess } from "../plans/lock-plan-in-process.ts";
import { changeCounts, lockPlan } from "../plans/subscribed-plans.store.ts";
import { amountProblem } from "../start-terms.ts";
import { insertSubscription } from "../subscriptions.store.ts";
import type { SubscriptionDetails, Subscriptions } from "../subscriptions.ts";
import type { Plan } from "../tables.ts";
import { startDateProblem } from "./start-date.ts";

export interface SubscriptionRequest extends SubscriptionDetails {
	plan_lookup_id: string;
	card_lookup_id: string;
	/** ms since 1970; `now` for a payer who subscribes. */
	start_date: number | "now";
	/** Whole cents; by default the amount of the plan. */
	amount?: number | null | undefined;
	/** By default the plan's, as are the next two. */
	quantity?: number | null | undefined;
	trial_days?: number | null | undefined;
	/** Whole cents. */
	setup_fee?: number | null | undefined;
	/** The customer in the path, if it has one. */
	customer_lookup_id?: string | undefined;
}

const planDeleted = () =>
	fieldProblem([
		{ field: "plan_lookup_id", reason: "plan_deleted", message: "This plan was deleted. Choose another plan." },
	]);

/** Responses show the customer's current state. */
export interface CreatedResponse {
	status: 200;
	body: { customer_lookup_id: string; subscription_lookup_id: string };
}

export interface CreateCommand {
	merchant: Merchant;
	request: SubscriptionRequest;
	keyed: KeyedRequest | undefined;
	caller: Caller;
	/** Real time, ms since 1970, until which no renewal job takes the first payment. */
	claimedUntil?: number | undefined;
	/** Joins the transaction: an error takes the subscription back. */
	onCreated?(transaction: Database, subscription: NewSubscription): Promise<void>;
}

export type NewSubscription = ReturnType<typeof planSubscription>;

/**
 * Locks card and plan against deletion and change.
 *
 * @throws Problem 400, 404
 */
export async function createSubscription(
	{ database, clocks }: Subscriptions,
	{ merchant, request, keyed, caller, claimedUntil = 0, onCreated }: CreateCommand,
): Promise<CreatedResponse> {
	const now = clocks.business.now();
	const problem = request.start_date === "now" ? undefined : startDateProblem(request.start_date, now);
	if (problem !== undefined)
		throw fieldProblem([{ field: "start_date", reason: "start_date_invalid", message: problem }]);
	const holderLookupId = await getCardHolder(database, merchant, request);
	return lockPlanInProcess(`${merchant.id} ${request.plan_lookup_id}`, () =>
		withCustomerLock(database, merchant.id, holderLookupId, async (transaction) => {
			await claimKey(transaction, keyed);
			const customer = await getLockedCustomer(transaction, merchant, holderLookupId);
			await requireCard(transaction, customer, request.card_lookup_id);
			await requireRoom(transaction, customer);
			const plan = await getLockedPlan(transaction, merchant, request.plan_lookup_id);
			const subscription = planSubscription(merchant, customer, plan, request, now);
			const { id } = await insertSubscription(transaction, { ...subscription, claimed_until: claimedUntil });
			await changeCounts(transaction, plan.id, { total: 1, current: 1 });
			await recordEvent(transaction, clocks, {
				type: "subscription.created",
				object: subscription.lookup_id,
				details: { customer: customer.lookup_id, plan: plan.lookup_id, card: request.card_lookup_id },
				merchantId: merchant.id,
				caller,
			});
			await emitSubscription(transaction, { id, type: "subscription.created", now });
			await onCreated?.(transaction, subscription);
			const made = { customer_lookup_id: customer.lookup_id, subscription_lookup_id: subscription.lookup_id };
			return storeResponse(transaction, keyed, { status: 200, body: made });
		}),
	);
}

/** @throws Problem 404 */
async function getCardHolder(
	database: Database,
	merchant: Merchant,
	{ card_lookup_id: cardLookupId, customer_lookup_id: named }: SubscriptionRequest,
): Promise<string> {
	if (named !== undefined) await getCustomer(database, merchant, named);
	const holder = await getFound("card", cardLookupId, () => findCardHolder(database, merchant.id, cardLookupId));
	if (named !== undefined && holder !== named) throw notFound("card");
	return holder;
}

/** @throws Problem 400 for a deleted plan, 404 */
async function getLockedPlan(transaction: Database, merchant: Merchant, lookupId: string): Promise<Plan> {
	const plan = await getFound("plan", lookupId, () => lockPlan(transaction, merchant.id, lookupId));
	if (plan.deleted_at !== null) throw planDeleted();
	return plan;
}

/**
 * Copies the terms of the plan (rule S-15).
 *
 * @throws Problem 400 for too large an amount
 */
function planSubscription(
	merchant: Merchant,
	customer: Customer,
	plan: Plan,
	request: SubscriptionRequest,
	now: number,
) {
	const start_date = request.start_date === "now" ? now : request.start_date;
	const price = {
		amount_cents: request.amount ?? plan.amount_cents,
		quantity: request.quantity ?? plan.quantity,
		setup_fee_cents: request.setup_fee ?? plan.setup_fee_cents,
	};
	const problem = amountProblem({ ...price, completed_cycles: 0 }, price.quantity > 1 ? "quantity" : "amount");
	if (problem !== undefined) throw fieldProblem([problem]);
	const trial_days = request.trial_days ?? plan.trial_days;
	const billing_anchor = trial_days === 0 ? null : daysLater({ time_zone: merchant.timeZone }, start_date, trial_days);
	return {
		...price,
		trial_days,
		billing_anchor,
		lookup_id: newLookupId(),
		merchant_id: merchant.id,
		customer_id: customer.id,
		plan_id: plan.id,
		card_lookup_id: request.card_lookup_id,
		name: plan.name,
		currency: plan.currency,
		frequency: plan.frequency,
		number_of_payments: plan.number_of_payments,
		send_receipt: plan.send_receipt,
		time_zone: merchant.timeZone,
		email: request.email ?? null,
		bcc_emails: request.bcc_emails ?? null,
		description: request.description ?? null,
		metadata: mergeMetadata(null, request.metadata),
		status: "ACTIVE" as const,
		start_date,
		next_run: billing_anchor ?? start_date,
		created_at: now,
	};
}
