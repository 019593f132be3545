import { portalPath } from "@cardseal/merchants";
import { type Language, Problem } from "@cardseal/platform";
import { inLanguage } from "@cardseal/platform/pages";
import { changeSubscription, currentStatuses, type PresentPayer, type Subscription } from "@cardseal/subscriptions";
import { type CardChanged, giveCard, owedCentsOf } from "../pay-owed.ts";
import type { LinkPayers, PayerCaller, Payers } from "../payers.ts";
import { findOwnPayment, getCard, getSubscription } from "./own-records.ts";
import type { ShownPortal, ShownSubscription } from "./portal-pages.ts";

/** A payer in arrears cannot pause: that would drop what is owed. */
const statusChanges = {
	pause: { setting: "pause", from: ["ACTIVE"], to: "PAUSED", done: "paused" },
	resume: { setting: "pause", from: ["PAUSED"], to: "ACTIVE", done: "resumed" },
	cancel: { setting: "cancel", from: currentStatuses, to: "CANCELED", done: "canceled" },
} as const;

/** `changedSince`: another page, staff or a job came before. */
type OwnChange =
	| CardChanged
	| (typeof statusChanges)[keyof typeof statusChanges]["done"]
	| "notOffered"
	| "noCard"
	| "changedSince"
	| "unavailable";

const done = ["changed", "paid", "paused", "resumed", "canceled"] as const;

export function isDone(end: OwnChange): end is (typeof done)[number] {
	return done.some((one) => one === end);
}

/**
 * Gives a subscription of the session's customer another card, which pays what is owed; or pauses, resumes or cancels
 * it, as the merchant allows.
 *
 * @throws Problem 404 for another customer's card
 */
export async function changeOwnSubscription(
	payers: Payers,
	visit: ShownPortal & Pick<ShownSubscription, "subscription" | "portal">,
	{ action, cardLookupId }: { action: "card" | keyof typeof statusChanges; cardLookupId: string | undefined },
	caller: PayerCaller,
): Promise<OwnChange> {
	const { merchant, customer, subscription } = visit;
	try {
		if (action === "card") {
			if (cardLookupId === undefined) return "noCard";
			const card = await getCard(payers, visit, cardLookupId);
			const owing = {
				merchant,
				subscription,
				customerLookupId: customer.lookup_id,
				owedCents: owedCentsOf(subscription),
			};
			const payer = presentPayer(payers, visit, null, caller);
			return await giveCard(payers, owing, { cardLookupId: card.lookup_id, payer, caller });
		}
		const { setting, from, to, done } = statusChanges[action];
		if (!visit.portal[setting]) return "notOffered";
		const named = { customerLookupId: customer.lookup_id, subscriptionLookupId: subscription.lookup_id, from };
		await changeSubscription(payers.subscriptions, merchant, named, { status: to }, caller);
		return done;
	} catch (error) {
		if (!(error instanceof Problem) || error.code === "NOT_FOUND") throw error;
		return error.reason === "status_change_not_allowed" ? "changedSince" : "unavailable";
	}
}

/**
 * A charge that its payer's bank has decided may still be in flight for the subscription.
 *
 * @throws Problem 404 for another customer's
 */
export async function getFollowedSubscription(
	payers: Payers,
	shown: ShownPortal,
	lookupId: string,
): Promise<Subscription> {
	const subscription = await getSubscription(payers, shown, lookupId);
	const { id, charging_transaction_id: inFlight } = subscription;
	const payment = inFlight === null ? undefined : await findOwnPayment(payers, shown, inFlight);
	if (payment === undefined || payment.status === "PENDING") return subscription;
	await payers.subscriptions.renewNow(id);
	return getSubscription(payers, shown, lookupId);
}

/** Comes back from the bank to the subscription's page. */
export function presentPayer(
	{ payments: { publicUrl } }: LinkPayers,
	{ subscription, language }: { subscription: Subscription; language: Language },
	browser: PresentPayer["browser"],
	{ clientAddress }: PayerCaller,
): PresentPayer {
	const address = `${publicUrl}${portalPath}/subscription/${subscription.lookup_id}`;
	return { browser, clientAddress, returnUrl: inLanguage(address, language) };
}
