import { addCard, findCardsOf, type StoredCard } from "@cardseal/customers";
import { findMerchant } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import {
	changeSubscription,
	currentStatuses,
	findByCard,
	findByLookupId,
	isCurrent,
	listPeriodAttempts,
	lookupIdOfCardLink,
	type PeriodAttempt,
	readCardLink,
	readWithOwners,
} from "@cardseal/subscriptions";
import { nameOfCardLink } from "../own-pages.ts";
import { type CardChanged, giveCard, type Owing, owedCentsOf } from "../pay-owed.ts";
import type { PayerCaller, SubscribingPayers } from "../payers.ts";

/** What the payer of a subscription may see and do. */
export interface CardLink extends Owing {
	/** `undefined` once it was deleted. */
	card: StoredCard | undefined;
	/** `false` for a subscription that charges nothing any more. */
	isOpen: boolean;
	/** The charge in flight. */
	inFlight: string | null;
	/** The newest attempt of the period that the link is for. */
	lastAttempt: PeriodAttempt | undefined;
	/** The attempt that the payer comes back from. */
	returned: PeriodAttempt | undefined;
}

/** The sandbox may move the clock while the payer is at the bank. */
const returnLinkMs = 7 * 24 * 3_600_000;

/**
 * Returns `undefined` for a forged, used or expired link.
 *
 * @param returnedFrom the transaction that the payer authenticated: its link shows what was paid
 */
export async function findCardLink(
	{ payments }: SubscribingPayers,
	token: string,
	returnedFrom?: string,
): Promise<CardLink | undefined> {
	const { database, vault, clocks } = payments;
	const lookupId = lookupIdOfCardLink(token);
	const subscription = lookupId === undefined ? undefined : await findByLookupId(database, lookupId);
	if (subscription === undefined) return undefined;
	const read = readCardLink({ vault }, token, subscription, clocks.business.now());
	if (read === undefined) return undefined;
	const period = read.period ?? subscription.open_period;
	const attempts =
		period === null ? [] : await listPeriodAttempts(database, { subscriptionId: subscription.id, period });
	const returned = attempts.find(({ transaction_id }) => transaction_id === returnedFrom);
	if (!read.isCurrent && returned?.status !== "APPROVED") return undefined;
	const merchant = await findMerchant(database, { id: subscription.merchant_id });
	const [owned] = await readWithOwners(database, [subscription.id]);
	if (merchant === undefined || owned === undefined) return undefined;
	const cards = await findCardsOf(database, [subscription.customer_id]);
	return {
		merchant,
		subscription,
		customerLookupId: owned.customer_lookup_id,
		card: cards.find(({ lookup_id }) => lookup_id === subscription.card_lookup_id),
		owedCents: owedCentsOf(subscription),
		isOpen: isCurrent(subscription.status),
		inFlight: subscription.charging_transaction_id,
		lastAttempt: attempts[0],
		returned,
	};
}

/** The card is good, but its bank wants the payer: it may pay without being entered again. */
export function maySameCardPay({ card, owedCents, lastAttempt }: CardLink): boolean {
	return card !== undefined && owedCents !== undefined && /^authentication_/.test(lastAttempt?.decline_code ?? "");
}

/**
 * Stores the payer's card, and charges what is owed.
 *
 * @param payment.token of the card form; absent for the subscription's own card
 * @throws Problem 400 for a card that cannot be read
 */
export async function changeCard(
	payers: SubscribingPayers,
	link: CardLink,
	{ token, language, caller }: { token: string | undefined; language: Language; caller: PayerCaller },
): Promise<CardChanged> {
	const { payments, subscriptions } = payers;
	const { merchant, subscription, customerLookupId } = link;
	const { clientAddress } = caller;
	const access = { merchant, channel: "E_COMMERCE" } as const;
	const source = { token, ip_address: clientAddress, currency: subscription.currency };
	const added = token === undefined ? undefined : await addCard(payments, access, customerLookupId, source, caller);
	if (added !== undefined && "refusal" in added) return "card_refused";
	const changes = added && { card_lookup_id: added.cardLookupId };
	const others =
		changes === undefined ? [] : await findByCard(payments.database, subscription.card_lookup_id, currentStatuses);
	const payer = { browser: added?.browser ?? null, clientAddress, returnUrl: returnPageOf(payers, link, language) };
	const changed = await giveCard(payers, link, { cardLookupId: added?.cardLookupId, payer, caller });
	// The payer's other subscriptions by the same card would fail next.
	for (const lookupId of others.filter((other) => other !== subscription.lookup_id)) {
		const path = { customerLookupId, subscriptionLookupId: lookupId };
		await changeSubscription(subscriptions, merchant, path, changes ?? {}, caller).catch((error: unknown) => {
			payments.log.warn({ err: error }, "could not give a subscription the payer's new card");
		});
	}
	return changed;
}

/** Names a new link: that of the payer may end while the payer is at the bank. */
function returnPageOf({ payments }: SubscribingPayers, { subscription }: CardLink, language: Language): string {
	const { lookup_id: lookupId, open_period: period } = subscription;
	const expiresAt = payments.clocks.business.now() + returnLinkMs;
	return nameOfCardLink({ lookupId, period: period ?? 0, expiresAt, language });
}
