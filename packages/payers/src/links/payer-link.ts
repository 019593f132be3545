import { type RequestState, readRequestState } from "@cardseal/eft";
import { findMerchant, type Merchant } from "@cardseal/merchants";
import { findByReference, type Transaction } from "@cardseal/payments";
import { Problem } from "@cardseal/platform";
import type { Plan } from "@cardseal/subscriptions";
import type { LinkPayers, SubscribingPayers } from "../payers.ts";
import type { LinkMethod, PaymentLink } from "../tables.ts";
import { readLink } from "./link-page.ts";
import { type LinkState, stateOf } from "./link-state.ts";
import { findLink, noteOpened } from "./links.store.ts";
import { endSubscribed, findFirstInFlight, findPlanOf } from "./subscription/subscribe.ts";

/** A link as its payer finds it. */
export interface PayerLink {
	link: PaymentLink;
	merchant: Merchant;
	/** Undefined without a plan, or once the link ended. */
	plan: Plan | undefined;
	/** The last attempt by card, or the first payment of a subscription. */
	payment: Transaction | undefined;
	/** The request on the bank's page. */
	bank: RequestState | undefined;
	state: LinkState;
	/** Business time of the state. */
	now: number;
}

/** @throws Problem 404 when the address was never given */
export async function getPayerLink({ payments }: LinkPayers, token: string): Promise<PayerLink> {
	const { database, vault, clocks } = payments;
	const lookupId = readLink(vault, token);
	const link = lookupId === undefined ? undefined : await findLink(database, lookupId);
	const merchant = link && (await findMerchant(database, { id: link.merchant_id }));
	if (link === undefined || merchant === undefined) {
		throw new Problem("link_invalid", "This link is incomplete or invalid.");
	}
	const isOpen = link.status === "OPEN";
	const plan = isOpen ? await findPlanOf({ payments }, link) : undefined;
	const now = clocks.business.now();
	const { eft_transaction_id: requestId } = link;
	const bank = requestId === null ? undefined : await readRequestState(database, requestId, now);
	const isByBank = bank === "accepted" || bank === "paid" || (link.status === "PAID" && requestId !== null);
	const first = isOpen ? await findFirstInFlight({ payments }, link.subscription_lookup_id) : undefined;
	const transactionId = first?.inFlight ?? link.transaction_id;
	const payment = transactionId === null || isByBank ? undefined : await findByReference(database, transactionId);
	const isPlanGone = link.plan_lookup_id !== null && plan === undefined;
	const state = stateOf({ link, payment, bank, isPlanGone, now });
	return { link, merchant, plan, payment, bank, state, now };
}

/**
 * Notes that the link was opened.
 * @throws Problem 404 when the address was never given
 */
export async function openLink(payers: SubscribingPayers, token: string): Promise<PayerLink> {
	const found = await getPayerLink(payers, token);
	const opened = (await followFirstPayment(payers, found)) ? await getPayerLink(payers, token) : found;
	const { database, clocks } = payers.payments;
	await noteOpened(database, opened.link.lookup_id, clocks.business.now());
	return opened;
}

/**
 * The first payment of a subscription may be decided, and the link not follow yet.
 * @returns whether the link is to be read again
 */
async function followFirstPayment(payers: SubscribingPayers, { link, payment }: PayerLink): Promise<boolean> {
	if (link.status !== "OPEN" || link.subscription_lookup_id === null) return false;
	if (payment === undefined || payment.status === "PENDING") return false;
	const first = await findFirstInFlight(payers, link.subscription_lookup_id);
	if (first !== undefined) await payers.subscriptions.renewNow(first.subscriptionId);
	await endSubscribed(payers, link);
	return true;
}

export function mayPay({ state, link }: PayerLink, method: LinkMethod): boolean {
	return state === "payable" && link.methods.includes(method);
}

/** Returns the payment of this link's merchant with which the payer went to the bank. */
export async function findTried(
	{ payments: { database } }: LinkPayers,
	{ merchant_id: merchantId }: PaymentLink,
	transactionId: string | undefined,
): Promise<Transaction | undefined> {
	const tried = transactionId ? await findByReference(database, transactionId) : undefined;
	return tried?.merchant_id === merchantId ? tried : undefined;
}
