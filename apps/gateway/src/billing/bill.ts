import { inBatches, wasRefused } from "@cardseal/batch";
import type { Card } from "@cardseal/vault";
import { system } from "../audit/event.ts";
import { auditRow } from "../audit/record.ts";
import type { Transaction } from "../db/schema.ts";
import { newLookupId } from "../ids.ts";
import type { Payments } from "../payments/payments.ts";
import { submit, waitingTimes } from "../payments/submit.ts";
import { type BillingStep, nextStep } from "../subscriptions/lifecycle.ts";
import { planBillingCharge } from "./attempt.ts";
import { type NewAttempt, openAttempts } from "./attempts.store.ts";
import type { Due } from "./due.store.ts";
import { type SettledAs, settling, type Untried } from "./settlement.ts";

/** Declined tries of one card within `declineWindowMilliseconds`, at most: what the card networks allow (rule S-09). */
const maximumDeclines = 15;

export const declineWindowMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** Attempts that are written down in one statement at most. */
const maximumAttempts = 200;

/** Does what is to be done for a claimed subscription, as of `now`, business time in ms since 1970. */
export type Bill = (due: Due, now: number) => Promise<SettledAs>;

/**
 * The way of a charge: it is written down together with the mark that it is under way, the processor is asked, the outcome is
 * written down, and then the subscription becomes what that makes of it. Whoever finds an attempt that another process left
 * between two of these steps goes on from there, and charges nothing a second time.
 *
 * Subscriptions that are billed at the same time share each statement.
 */
export function billing(payments: Payments): Bill {
	const { database } = payments;
	const open = inBatches({
		run: (attempts: NewAttempt[]) => openAttempts(database, attempts),
		maximumItems: maximumAttempts,
		isItemsFault: wasRefused,
	});
	const settle = settling(database);

	return async (due, now) => {
		const { id: subscriptionId, charging_transaction_id: leftUnderWay } = due.subscription;
		if (leftUnderWay !== null) return settle({ subscriptionId });
		const step = nextStep(due.subscription, now);
		if (step === undefined) throw new Error("This subscription has its turn, but nothing to be charged.");
		const card = due.tries < maximumDeclines ? await cardOf(payments, due) : undefined;
		if (card === undefined) return settle({ subscriptionId, untried: untriedOf(due, step, now) });
		return (await charge(payments, open, { due, step, card, now })) ? settle({ subscriptionId }) : "nothing";
	};
}

/** The card with its number; `undefined` when it was deleted. */
async function cardOf({ vault }: Payments, { subscription, card }: Due): Promise<Card | undefined> {
	if (card === null) return undefined;
	const { lookup_id: cardId, card_type: brand, expiry_month: expiryMonth, expiry_year: expiryYear } = card;
	const owner = { merchantId: subscription.merchant_id, customerId: subscription.customer_id };
	return vault.storedCard({ cardId, owner, details: { brand, expiryMonth, expiryYear } });
}

/** A card that is gone is gone, however often it was declined before. */
function untriedOf({ card, tries, version }: Due, { period, attempt }: BillingStep, now: number): Untried {
	const isDeclinedTooOften = card !== null && tries >= maximumDeclines;
	return { reason: isDeclinedTooOften ? "card_declined_too_often" : "card_gone", period, attempt, version, now };
}

/** Charges a period. `false` when the subscription was changed or stopped meanwhile, so that nothing was begun. */
async function charge(
	payments: Payments,
	open: (attempt: NewAttempt) => Promise<Transaction | undefined>,
	{ due, step, card, now }: { due: Due; step: BillingStep; card: Card; now: number },
): Promise<boolean> {
	// Before anything is written down: a charge that no processor takes would stay PENDING for ever.
	const processor = payments.processorFor(due.merchant);
	const transactionId = newLookupId();
	const transaction = planBillingCharge(due, step, card, { transactionId, processor: processor.name, now });
	const { givesUpAt, waitsUntil } = waitingTimes(payments);
	const auditEvent = auditRow(
		{
			type: "card.read",
			object: due.subscription.card_lookup_id,
			details: { transaction: transactionId },
			merchantId: due.merchant.id,
			caller: system("gateway"),
		},
		payments.clocks,
	);
	const { id: subscriptionId } = due.subscription;
	const pending = await open({ subscriptionId, version: due.version, ...step, transaction, waitsUntil, auditEvent });
	if (pending === undefined) return false;
	await submit(payments, pending, { processor, request: { operation: "sale", card }, givesUpAt, isKeyed: false });
	return true;
}
