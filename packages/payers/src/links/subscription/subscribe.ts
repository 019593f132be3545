import { addCard, changeCustomer, createCustomer, findCardsOf, findCustomer, readCard } from "@cardseal/customers";
import { findMerchant, type Merchant } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import {
	changeSubscription,
	claimUntil,
	createSubscription,
	findByLookupId,
	findPlan,
	isCurrent,
	type NewSubscription,
	type Plan,
	readWithOwners,
	wholeCustomer,
} from "@cardseal/subscriptions";
import type { DeclineCode } from "@cardseal/vault";
import { nameOfLink } from "../../own-pages.ts";
import type { PayerCaller, SubscribingPayers } from "../../payers.ts";
import type { PaymentLink } from "../../tables.ts";
import { beingPaid, claimLink, linkEnded } from "../claim-link.ts";
import { emitLink, endPaidLink } from "../end-link.ts";
import {
	endAsPaid,
	keepSubscriber,
	keepSubscription,
	readFirstPayment,
	releaseAttempt,
	releaseSubscription,
} from "../links.store.ts";
import { type Consent, consentOf } from "./consent.ts";

export interface Subscriber {
	/** The card form made it. */
	token: string;
	/** `undefined` for a link of a customer. */
	details: { email: string; first_name: string; last_name: string } | undefined;
	/** As the page showed it. */
	consent: Consent;
	/** The bank is to authenticate the payer, where the processor can ask it to. */
	isChallenged: boolean;
	caller: PayerCaller;
}

export type Subscribed = "subscribed" | "pending" | { declined: DeclineCode | null };

/** A transaction whose payer goes to the bank, or waits. */
export interface FirstInFlight {
	inFlight: string;
}

const changedTerms = () => new Problem("link_terms_changed", "The terms have changed since the page was shown.");

/** Returns `undefined` once the plan was deleted. */
export function findPlanOf(
	{ payments }: Pick<SubscribingPayers, "payments">,
	link: PaymentLink,
): Promise<Plan | undefined> {
	const { merchant_id: merchantId, plan_lookup_id: lookupId } = link;
	return lookupId === null ? Promise.resolve(undefined) : findPlan(payments.database, { merchantId, lookupId });
}

/**
 * Subscribes the payer of an open link: customer, card, and subscription with consent, which one transaction writes
 * beside the link. A declined first payment cancels it, for another card.
 *
 * @throws Problem 400 for the card, 409 when the link ended, is being paid, or its terms changed
 */
export async function subscribe(
	payers: SubscribingPayers,
	link: PaymentLink,
	subscriber: Subscriber,
): Promise<Subscribed | FirstInFlight> {
	const { payments } = payers;
	const { database } = payments;
	const merchant = await findMerchant(database, { id: link.merchant_id });
	const plan = await findPlanOf(payers, link);
	if (merchant === undefined || plan === undefined || link.status !== "OPEN") throw linkEnded();
	// Runs first: a subscription without a processor would wait, and the link with it.
	await payments.processorFor(merchant, plan.currency);
	await readCard(payments, merchant, { token: subscriber.token }, subscriber.caller);
	const attempts = link.attempts + 1;
	await claimLink(payers, link, { attempts, transactionId: null });
	const claimed = { ...link, attempts };
	// A claim that is left here would only make the payer wait: the subscription itself keeps the link.
	const made = await makeSubscription(payers, { merchant, plan, link: claimed, subscriber }).finally(() =>
		releaseAttempt(database, claimed),
	);
	if ("declined" in made) return made;
	const end = await endSubscribed(payers, link);
	return (end === "pending" ? await findFirstInFlight(payers, made.subscriptionLookupId) : undefined) ?? end;
}

interface Agreed {
	merchant: Merchant;
	plan: Plan;
	/** As it was claimed. */
	link: PaymentLink;
	subscriber: Subscriber;
}

/** Charges the first payment, unless a trial comes before. */
async function makeSubscription(
	payers: SubscribingPayers,
	{ merchant, plan, link, subscriber }: Agreed,
): Promise<{ declined: DeclineCode | null } | { subscriptionLookupId: string }> {
	const { payments, subscriptions } = payers;
	const customerLookupId = await subscriberOf(payers, merchant, link, subscriber);
	const { token, caller } = subscriber;
	const source = { token, ip_address: caller.clientAddress, currency: plan.currency };
	const card = await addCard(payments, { merchant, channel: "INVOICE" }, customerLookupId, source, caller);
	if ("refusal" in card) return { declined: card.refusal.declineCode };
	// The payer is there, whom the renewal job could not ask to authenticate.
	const claimedUntil = plan.trial_days === 0 ? claimUntil(payments) : 0;
	const { body } = await createSubscription(subscriptions, {
		merchant,
		request: {
			plan_lookup_id: plan.lookup_id,
			card_lookup_id: card.cardLookupId,
			customer_lookup_id: customerLookupId,
			start_date: "now",
			description: link.description,
			metadata: link.metadata,
		},
		keyed: undefined,
		caller,
		claimedUntil,
		onCreated: (transaction, subscription) =>
			writeBesideLink(transaction, { link, merchant, subscription, consent: subscriber.consent }),
	});
	const { subscription_lookup_id: subscriptionLookupId } = body;
	const made = await findByLookupId(payments.database, subscriptionLookupId);
	if (made !== undefined && made.trial_days === 0) {
		const { isChallenged: mustAuthenticate } = subscriber;
		const { clientAddress } = caller;
		const payer = { browser: card.browser, clientAddress, returnUrl: nameOfLink(link), mustAuthenticate };
		await subscriptions.renewNow(made.id, { ...payer, claimedUntil });
	}
	return { subscriptionLookupId };
}

/** Returns the first payment of a link's subscription while it is in flight. */
export async function findFirstInFlight(
	{ payments: { database } }: Pick<SubscribingPayers, "payments">,
	subscriptionLookupId: string | null,
): Promise<(FirstInFlight & { subscriptionId: number }) | undefined> {
	const subscription = subscriptionLookupId === null ? undefined : await findByLookupId(database, subscriptionLookupId);
	const inFlight = subscription?.charging_transaction_id;
	return subscription && inFlight ? { inFlight, subscriptionId: subscription.id } : undefined;
}

/** Returns the customer of the link; otherwise makes one, and changes it for a later attempt while it has no card. */
async function subscriberOf(
	{ payments: { database, clocks } }: SubscribingPayers,
	merchant: Merchant,
	link: PaymentLink,
	{ details, consent: { language } }: Subscriber,
): Promise<string> {
	if (link.customer_lookup_id !== null) return link.customer_lookup_id;
	const clock = clocks.business;
	const context = {
		database,
		clock,
		recordOf: (customer: Parameters<typeof wholeCustomer>[2], transaction: Database = database) =>
			wholeCustomer(transaction, clock, customer),
	};
	const given = { ...details, language };
	const { subscriber_lookup_id: known } = link;
	const before = known === null ? undefined : await findCustomer(database, merchant.id, known);
	if (before !== undefined) {
		const isSame = before.email.toLowerCase() === details?.email.toLowerCase();
		if (isSame || (await findCardsOf(database, [before.id])).length === 0) {
			return (await changeCustomer(context, merchant, before.lookup_id, given)).lookup_id;
		}
	}
	const { lookup_id: lookupId } = await createCustomer(context, merchant, given);
	await keepSubscriber(database, link, lookupId);
	return lookupId;
}

interface Beside {
	link: PaymentLink;
	merchant: Merchant;
	subscription: NewSubscription;
	consent: Consent;
}

/** @throws Problem 409 when the plan changed meanwhile, or the link was lost */
async function writeBesideLink(
	transaction: Database,
	{ link, merchant, subscription, consent }: Beside,
): Promise<void> {
	const now = subscription.start_date;
	const agreed = consentOf(merchant, subscription, now, consent.language);
	if (!agreed.sha256.equals(consent.sha256)) throw changedTerms();
	const kept = await keepSubscription(transaction, link, { subscription: subscription.lookup_id, consent, now });
	if (!kept) throw beingPaid();
	// A trial ends it here.
	const ended = await endAsPaid(transaction, link.id, now);
	if (ended !== undefined) await emitLink(transaction, "payment_link.paid", ended);
}

/** Ends a link whose subscription is paid, or takes back a subscription whose first payment failed. */
export async function endSubscribed(
	payers: SubscribingPayers,
	{ id, merchant_id: merchantId }: Pick<PaymentLink, "id" | "merchant_id">,
): Promise<Subscribed> {
	const { payments, subscriptions } = payers;
	const { database } = payments;
	const first = await readFirstPayment(database, id);
	if (first.status === "PAID") return "subscribed";
	// The job took the subscription back.
	if (first.subscription_id === null) return { declined: null };
	if (first.is_paid === true) {
		await endPaidLink(payers, id);
		return "subscribed";
	}
	if (first.has_failed !== true) return "pending";
	const merchant = await findMerchant(database, { id: merchantId });
	const [owned] = await readWithOwners(database, [first.subscription_id]);
	if (merchant === undefined || owned === undefined) throw new Error("A subscription has no owner.");
	if (isCurrent(owned.status)) {
		const path = { customerLookupId: owned.customer_lookup_id, subscriptionLookupId: owned.lookup_id };
		await changeSubscription(subscriptions, merchant, path, { status: "CANCELED" }, system("gateway"));
	}
	if (await releaseSubscription(database, id, owned.lookup_id)) return { declined: first.decline_code };
	// A renewal was quicker than the cancel. The job looks again.
	await endPaidLink(payers, id);
	return "pending";
}
