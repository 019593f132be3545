/* Renews one claimed subscription. Concurrent renewals share SQL statements. */
import { inBatches, wasRefused } from "@cardseal/batch";
import { detailsOf } from "@cardseal/customers";
import {
	bankReturnAddress,
	cardRequest,
	type Payments,
	planTransaction,
	ruleFor,
	submit,
	type TransactionOrigin,
	waitingTimes,
} from "@cardseal/payments";
import { lookupIdOf, Problem } from "@cardseal/platform";
import { auditRow, system } from "@cardseal/platform/audit";
import type { Card } from "@cardseal/vault";
import { nextStep, type RenewalStep } from "../lifecycle.ts";
import type { PresentPayer } from "../subscriptions.ts";
import { type AppliedAs, type ApplyAttempt, createApplyAttempt } from "./apply-attempt.ts";
import {
	adoptAttempt,
	type DeclineLimit,
	type NewAttempt,
	type StartedAttempt,
	startAttempts,
} from "./attempts.store.ts";
import type { Due } from "./due-renewals.store.ts";

/** The card networks' limit: 15 declines of one card number in 30 days (rule S-09). */
const declineLimit: DeclineLimit = { maximumDeclines: 15, windowMs: 30 * 24 * 60 * 60 * 1000 };

const maximumAttempts = 200;

/** `held_back`: too many attempts with this card number are in flight. `no_processor`: the period waits. */
export type RenewalResult = AppliedAs | "held_back" | "no_processor";

export interface Renewals {
	payments: Payments;
	startAttempt: (attempt: NewAttempt) => Promise<StartedAttempt>;
	applyAttempt: ApplyAttempt;
}

export function createRenewals(payments: Payments): Renewals {
	const { database } = payments;
	return {
		payments,
		startAttempt: inBatches({
			run: (attempts: NewAttempt[]) => startAttempts(database, attempts, declineLimit),
			maximumItems: maximumAttempts,
			isItemsFault: wasRefused,
		}),
		applyAttempt: createApplyAttempt(database),
	};
}

/**
 * Renews as of `now`, business time in ms since 1970. After a crash, the next renewal continues with the
 * PENDING attempt.
 *
 * @param payer initiates the charge and may authenticate, where the processor can
 */
export async function renew(renewals: Renewals, due: Due, now: number, payer?: PresentPayer): Promise<RenewalResult> {
	const { payments, startAttempt, applyAttempt } = renewals;
	const { id: subscriptionId, charging_transaction_id: inFlight } = due.subscription;
	if (inFlight !== null) return applyAttempt({ subscriptionId });
	const step = nextStep(due.subscription, now);
	if (step === undefined) throw new Error("A claimed subscription has nothing to charge.");
	const notTried = { period: step.period, version: due.version, now };

	// Runs first: a transaction that no processor takes would stay PENDING.
	const found = await findProcessor(payments, due);
	if (found === undefined) return "no_processor";
	const { processor, accountId } = found;

	const card = await findCard(payments, due);
	if (card === undefined) return applyAttempt({ subscriptionId, notTried: { reason: "card_deleted", ...notTried } });

	const present = processor.authentication === undefined ? undefined : payer;
	const origin = { processor: processor.name, processorAccount: accountId, now, isByPayer: present !== undefined };
	const attempt = newAttempt(payments, due, { step, card, origin });
	const { givesUpAt, inquiryFrom } = waitingTimes(payments);
	const started = await startAttempt({ ...attempt, inquiryFrom }).catch(async (error: unknown): Promise<"adopted"> => {
		if (wasRefused(error) && (await adoptAttempt(payments.database, { ...attempt, inquiryFrom }))) return "adopted";
		throw error;
	});
	if (started === "adopted") return applyAttempt({ subscriptionId });
	if (started === "changed" || started === "held_back") return started;
	if (started === "card_declined_too_often") {
		return applyAttempt({ subscriptionId, notTried: { reason: started, ...notTried } });
	}

	const request = cardRequest(
		{
			operation: "sale",
			initiatedBy: present === undefined ? "merchant" : "cardholder",
			card,
			storedCredential: {
				use: "later",
				purpose: "recurring",
				networkTransactionId: due.card?.network_transaction_id ?? null,
			},
			merchant: due.merchant,
			ipAddress: present?.clientAddress,
			authentication: present && {
				when: whenOf(due, started.amount_cents, present),
				returnAddress: bankReturnAddress(payments, started.transaction_id),
				browser: present.browser,
			},
		},
		started,
	);
	await submit(payments, started, {
		processor,
		request,
		givesUpAt,
		isKeyed: false,
		returnUrl: present?.returnUrl ?? null,
	});
	return applyAttempt({ subscriptionId });
}

async function findProcessor(payments: Payments, { merchant, subscription }: Due) {
	try {
		return await payments.processorFor(merchant, subscription.currency);
	} catch (error) {
		if (error instanceof Problem && error.reason === "no_processor") return undefined;
		throw error;
	}
}

/** The payer is asked for at least by a bank that wants it. */
function whenOf({ merchant, customer }: Due, amountCents: number, { mustAuthenticate }: PresentPayer) {
	const charged = { merchant, commerce: "ecommerce" as const, amountCents, country: customer.country };
	const isAlways = mustAuthenticate === true || ruleFor({ ...charged, isOnOurPage: true }) === "always";
	return isAlways ? "always" : "auto";
}

async function findCard({ vault }: Payments, { subscription, card }: Due): Promise<Card | undefined> {
	if (card === null) return undefined;
	const { lookup_id: cardLookupId, card_type: brand, expiry_month: expiryMonth, expiry_year: expiryYear } = card;
	const owner = { merchantId: subscription.merchant_id, customerId: subscription.customer_id };
	return vault.findStoredCard({ cardId: cardLookupId, owner, details: { brand, expiryMonth, expiryYear } });
}

type ChargeOrigin = Pick<TransactionOrigin, "processor" | "processorAccount" | "now"> & { isByPayer: boolean };

function newAttempt(
	payments: Payments,
	due: Due,
	{ step, card, origin }: { step: RenewalStep; card: Card; origin: ChargeOrigin },
): Omit<NewAttempt, "inquiryFrom"> {
	const transactionId = renewalReference(due.subscription.lookup_id, step);
	const cardRead = {
		type: "card.read",
		object: due.subscription.card_lookup_id,
		details: { transaction: transactionId },
		merchantId: due.merchant.id,
		caller: system("gateway"),
	} as const;
	return {
		subscriptionId: due.subscription.id,
		version: due.version,
		period: step.period,
		attempt: step.attempt,
		cardFingerprint: cardFingerprint(payments, due, card),
		transaction: planCharge(due, step, card, { ...origin, transactionId }),
		auditEvent: auditRow(cardRead, payments.clocks),
	};
}

/** The payer agreed when the card was stored: no security code or card-testing protection (rule S-18). */
function planCharge(
	{ subscription, customer, merchant }: Due,
	{ amountCents }: RenewalStep,
	card: Card,
	{ isByPayer, ...given }: ChargeOrigin & Pick<TransactionOrigin, "transactionId">,
) {
	const initiator = { merchant, channel: "RECURRING", userId: null } as const;
	return planTransaction(
		{ ...given, initiator },
		{
			type: "sale",
			amountCents,
			currency: subscription.currency,
			card,
			customerLookupId: customer.lookup_id,
			cardLookupId: subscription.card_lookup_id,
			subscriptionLookupId: subscription.lookup_id,
			details: {
				...detailsOf(customer),
				email: subscription.email ?? customer.email,
				bcc_emails: subscription.bcc_emails ?? customer.bcc_emails,
			},
			invoiceId: null,
			metadata: null,
			initiated: isByPayer ? { by: "cardholder", purpose: null } : { by: "merchant", purpose: "recurring" },
			isReceiptWanted: subscription.send_receipt,
			isProtected: false,
		},
	);
}

/**
 * Returns the card number's key per merchant. The sandbox, whose users share test numbers, counts per stored
 * card.
 */
function cardFingerprint({ vault }: Payments, { subscription, merchant }: Due, card: Card): Buffer {
	if (merchant.mode === "live") return vault.velocityFingerprints(card, merchant).cardOfMerchant;
	return vault.mac("velocity_fingerprint", ["stored card", subscription.card_lookup_id].join("|"));
}

/**
 * Returns a transaction_id that follows from its arguments: after a restore, a second try has the same one, and
 * the processor does not charge twice.
 */
export function renewalReference(
	subscriptionLookupId: string,
	{ period, attempt }: Omit<RenewalStep, "amountCents">,
): string {
	return lookupIdOf(`renewal|${subscriptionLookupId}|${period}|${attempt}`);
}
