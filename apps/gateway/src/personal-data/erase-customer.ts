/*
 * An erasure deletes cards and details in one transaction. Copies follow in slices, and once more an hour later,
 * because a charge reads the customer without a lock.
 */

import { type CustomerKey, withCustomerLock } from "@cardseal/customers";
import { emitEvent } from "@cardseal/events";
import type { Merchant } from "@cardseal/merchants";
import { type Clocks, isLookupId, notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { countSubscriptions, currentStatuses, wholeCustomer } from "@cardseal/subscriptions/gateway";
import type { Vault } from "@cardseal/vault";
import { eraseCopies } from "./erase-copies.ts";
import {
	claimErasure,
	deleteAllCards,
	deleteStoredMails,
	eraseProfile,
	findOpenBusiness,
	lockAnyCustomer,
	setErasureDue,
} from "./erase-customer.store.ts";

const refusals = {
	subscription: () =>
		new Problem("customer_has_subscription", "A subscription may still charge this customer. Cancel it first."),
	open: (why: string) => new Problem("customer_has_open_payment", why),
};

/** A request that read the customer before the erasure ends within this time. */
const secondLookMs = 3_600_000;

/** Longer than a search for the copies of a customer takes. */
const leaseMs = 600_000;

export interface ErasureContext {
	database: Database;
	vault: Pick<Vault, "deleteCard">;
	clocks: Clocks;
}

/**
 * Erases details, subscriptions' texts, and cards. The row stays as the pseudonym of its payments. `eraseDueCopies`
 * erases copies. Repeating it changes nothing.
 *
 * @throws Problem 404; 409 while the customer may still be charged, or their money may still move
 */
export async function eraseCustomer(
	{ database, vault, clocks }: ErasureContext,
	merchant: Merchant,
	lookupId: string,
	caller: Caller,
): Promise<CustomerKey> {
	if (!isLookupId(lookupId)) throw notFound("customer");
	return withCustomerLock(database, merchant.id, lookupId, async (transaction) => {
		const customer = await lockAnyCustomer(transaction, merchant.id, lookupId);
		if (customer === undefined) throw notFound("customer");
		const key: CustomerKey = { id: customer.id, merchantId: merchant.id, lookupId };
		if (customer.erased_at !== null) return key;
		if ((await countSubscriptions(transaction, customer, currentStatuses)) > 0) throw refusals.subscription();
		const open = await findOpenBusiness(transaction, key);
		if (open !== undefined) throw refusals.open(open);

		const cardIds = await deleteAllCards(transaction, key);
		const owner = { merchantId: merchant.id, customerId: customer.id };
		for (const cardId of cardIds) await vault.deleteCard(transaction.withTables(), { cardId, owner });
		await deleteStoredMails(transaction, key);
		const erased = await eraseProfile(transaction, key, clocks.real.now());
		const created = clocks.business.now();
		const data = await wholeCustomer(transaction, clocks.business, erased);
		await emitEvent(transaction, { type: "customer.erased", merchantId: merchant.id, created, data });
		const about = { object: lookupId, merchantId: merchant.id, caller };
		await recordEvent(transaction, clocks, { ...about, type: "customer.erased", details: { cards: cardIds } });
		return key;
	});
}

/** Searches twice: immediately, and after every request has ended that had read the customer. */
export async function eraseDueCopies(
	{ database, clocks }: Pick<ErasureContext, "database" | "clocks">,
	limit?: AbortSignal,
): Promise<void> {
	while (limit?.aborted !== true) {
		const now = clocks.real.now();
		const due = await claimErasure(database, { now, claimedUntil: now + leaseMs });
		if (due === undefined) return;
		await eraseCopies(database, due);
		const secondLook = due.erasedAt + secondLookMs;
		await setErasureDue(database, due.id, now >= secondLook ? null : secondLook);
	}
}
