import { inBatches, wasRefused } from "@cardseal/batch";
import type { Card } from "@cardseal/vault";
import { system } from "../../audit/event.ts";
import { auditRow } from "../../audit/record.ts";
import { newLookupId } from "../../ids.ts";
import type { Payments } from "../../payments/payments.ts";
import { submit, waitingTimes } from "../../payments/submit.ts";
import { nextStep, type RenewalStep } from "../lifecycle.ts";
import { planRenewalCharge } from "./attempt.ts";
import { type DeclineLimit, type NewAttempt, type Opened, openAttempts } from "./attempts.store.ts";
import type { Due } from "./due-renewals.store.ts";
import { type SettledAs, settling } from "./record-outcomes.ts";

/** What the card networks allow: 15 declined tries of one number in 30 days (rule S-09), whatever it is stored as. */
const declineLimit: DeclineLimit = { maximumDeclines: 15, windowMs: 30 * 24 * 60 * 60 * 1000 };

/** Attempts that are written down in one statement at most. */
const maximumAttempts = 200;

/** What came of a claimed subscription. `held_back`: too many tries of its number are still without an outcome. */
export type BilledAs = SettledAs | "held_back";

/** Does what is to be done for a claimed subscription, as of `now`, business time in ms since 1970. */
export type Bill = (due: Due, now: number) => Promise<BilledAs>;

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
		run: (attempts: NewAttempt[]) => openAttempts(database, attempts, declineLimit),
		maximumItems: maximumAttempts,
		isItemsFault: wasRefused,
	});
	const settle = settling(database);

	return async (due, now) => {
		const { id: subscriptionId, charging_transaction_id: leftUnderWay } = due.subscription;
		if (leftUnderWay !== null) return settle({ subscriptionId });
		const step = nextStep(due.subscription, now);
		if (step === undefined) throw new Error("This subscription has its turn, but nothing to be charged.");
		const card = await cardOf(payments, due);
		const begun = card === undefined ? "card_gone" : await charge(payments, open, { due, step, card, now });
		switch (begun) {
			case "charged":
				return settle({ subscriptionId });
			case "card_gone":
			case "card_declined_too_often":
				return settle({
					subscriptionId,
					untried: { reason: begun, period: step.period, version: due.version, now },
				});
			default:
				return begun;
		}
	};
}

/** The card with its number; `undefined` when it is gone. */
async function cardOf({ vault }: Payments, { subscription, card }: Due): Promise<Card | undefined> {
	if (card === null) return undefined;
	const { lookup_id: cardId, card_type: brand, expiry_month: expiryMonth, expiry_year: expiryYear } = card;
	const owner = { merchantId: subscription.merchant_id, customerId: subscription.customer_id };
	return vault.findStoredCard({ cardId, owner, details: { brand, expiryMonth, expiryYear } });
}

/**
 * What declines are counted by: the number, whichever of the merchant's customers stored it. The sandbox's published numbers are
 * everybody's, so there it is the stored card.
 */
function markOf({ vault }: Payments, { subscription, merchant }: Due, card: Card): Buffer {
	if (merchant.mode === "live") return vault.cardMarks(card, merchant).cardOfMerchant;
	return vault.mac("guard", ["stored card", subscription.card_lookup_id].join("|"));
}

/** Charges a period, whatever comes of it. Nothing was begun when the answer is not `charged`. */
async function charge(
	payments: Payments,
	open: (attempt: NewAttempt) => Promise<Opened>,
	{ due, step, card, now }: { due: Due; step: RenewalStep; card: Card; now: number },
): Promise<"charged" | "nothing" | "held_back" | "card_declined_too_often"> {
	// Before anything is written down: a charge that no processor takes would stay PENDING for ever.
	const processor = payments.processorFor(due.merchant);
	const transactionId = newLookupId();
	const transaction = planRenewalCharge(due, step, card, { transactionId, processor: processor.name, now });
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
	const opened = await open({
		subscriptionId: due.subscription.id,
		version: due.version,
		period: step.period,
		attempt: step.attempt,
		cardMark: markOf(payments, due, card),
		transaction,
		waitsUntil,
		auditEvent,
	});
	if (opened === "changed") return "nothing";
	if (opened === "declined_too_often") return "card_declined_too_often";
	if (opened === "held_back") return opened;
	await submit(payments, opened, {
		processor,
		request: { operation: "sale", initiatedBy: "merchant", card },
		givesUpAt,
		isKeyed: false,
	});
	return "charged";
}
