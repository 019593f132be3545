import type { Merchant } from "@cardseal/merchants";
import { type Clocks, isLookupId, notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import type { Processor, Vault } from "@cardseal/vault";
import type { CardTestingProtection } from "../card-testing/protection.ts";
import { getLockedCustomer, withCustomerLock } from "../customer.ts";
import type { Customer, StoredCard } from "../tables.ts";
import { deleteCardRow, describeCard, findCardsOf, setDefaultCard } from "./cards.store.ts";
import { emitCard } from "./emit-card.ts";
import { deletePendingCopies } from "./pending-cards.store.ts";

export interface CardsContext {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	cardTesting: CardTestingProtection;
	/** @throws Problem when no processor verifies this merchant's cards */
	verifierFor(merchant: Merchant, currency?: unknown): Promise<{ processor: Processor; currency: string }>;
	processorTimeoutMs: number;
	log: Logger;
}

export interface CardPath {
	customerLookupId: string;
	cardLookupId: string;
}

export interface CardChanges {
	is_default?: boolean | undefined;
	card_description?: string | null | undefined;
}

/** Runs in the transaction that has locked the customer. */
export type IsCardInUse = (transaction: Database, cardLookupId: string) => Promise<boolean>;

const cardInUse = () =>
	new Problem("card_in_use", "A subscription charges this card. Cancel it, or give it another card first.");

/**
 * `is_default: false` changes nothing: a customer needs a default card. Writes the event of the former default
 * card only.
 */
export async function writeCardChanges(
	{ clocks }: Pick<CardsContext, "clocks">,
	transaction: Database,
	{ customer, card }: { customer: Customer; card: StoredCard },
	{ is_default, card_description }: CardChanges,
): Promise<void> {
	if (is_default === true && !card.is_default) {
		const former = await setDefaultCard(transaction, customer.id, card.id);
		if (former !== undefined) {
			await emitCard(transaction, clocks, "card.updated", { card: former, customerLookupId: customer.lookup_id });
		}
	}
	if (card_description !== undefined) await describeCard(transaction, card.id, card_description);
}

/**
 * Makes the newest other card the default.
 *
 * @throws Problem 404; 409 while a subscription charges it
 */
export async function deleteCard(
	{
		database,
		vault,
		clocks,
		isCardInUse,
	}: Pick<CardsContext, "database" | "vault" | "clocks"> & { isCardInUse: IsCardInUse },
	merchant: Merchant,
	path: CardPath,
	caller: Caller,
): Promise<void> {
	await withCustomerLock(database, merchant.id, path.customerLookupId, async (transaction) => {
		const { customer, card, others } = await lockCard(transaction, merchant, path);
		if (await isCardInUse(transaction, card.lookup_id)) throw cardInUse();
		await deleteCardRow(transaction, card.id);
		await deletePendingCopies(transaction, card.lookup_id);
		const owner = { merchantId: merchant.id, customerId: customer.id };
		await vault.deleteCard(transaction.withTables(), { cardId: card.lookup_id, owner });
		const nextDefault = card.is_default ? others.at(-1) : undefined;
		if (nextDefault !== undefined) await setDefaultCard(transaction, customer.id, nextDefault.id);
		const { lookup_id: customerLookupId } = customer;
		const about = { object: card.lookup_id, details: { customer: customerLookupId }, merchantId: merchant.id, caller };
		await recordEvent(transaction, clocks, { type: "card.deleted", ...about });
		await emitCard(transaction, clocks, "card.deleted", { card, customerLookupId });
		if (nextDefault === undefined) return;
		const promoted = { ...nextDefault, is_default: true };
		await emitCard(transaction, clocks, "card.updated", { card: promoted, customerLookupId });
	});
}

/**
 * The caller has locked the customer.
 *
 * @throws Problem 404
 */
export async function requireCard(transaction: Database, customer: Customer, cardLookupId: string): Promise<void> {
	const cards = await findCardsOf(transaction, [customer.id]);
	if (!cards.some(({ lookup_id }) => lookup_id === cardLookupId)) throw notFound("card");
}

/** @throws Problem 404 */
export async function lockCard(
	transaction: Database,
	merchant: Merchant,
	{ customerLookupId, cardLookupId }: CardPath,
): Promise<{ customer: Customer; card: StoredCard; others: StoredCard[] }> {
	const customer = await getLockedCustomer(transaction, merchant, customerLookupId);
	const cards = await findCardsOf(transaction, [customer.id]);
	return {
		customer,
		card: pickCard(cards, cardLookupId),
		others: cards.filter((one) => one.lookup_id !== cardLookupId),
	};
}

/** @throws Problem 404 */
export function pickCard(cards: StoredCard[], lookupId: string): StoredCard {
	const card = isLookupId(lookupId) ? cards.find((one) => one.lookup_id === lookupId) : undefined;
	if (card === undefined) throw notFound("card");
	return card;
}
