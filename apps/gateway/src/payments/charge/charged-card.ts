import type { Card, StoredCredential, UsedToken } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import type { CardSource } from "../../customers/cards/card-source.ts";
import { readCard } from "../../customers/cards/read-card.ts";
import { firstUse } from "../../customers/cards/verify-card.ts";
import { getCustomer } from "../../customers/customer.ts";
import type { Customer } from "../../customers/tables.ts";
import { isLookupId } from "../../ids.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { notFound, Problem } from "../../problem.ts";
import type { Payments } from "../payments.ts";

export type WantedCard =
	| { kind: "given" }
	| { kind: "new"; customerLookupId: string }
	| { kind: "default"; customerLookupId: string }
	| { kind: "stored"; customerLookupId: string; cardLookupId: string };

export interface ChargedCard {
	card: Card;
	usedToken?: UsedToken | undefined;
	customer?: Customer | undefined;
	cardLookupId?: string | undefined;
	storedCredential?: StoredCredential | undefined;
}

const noDefaultCard = () =>
	new Problem("no_default_card", "This customer has no default card. Send a card or a token, or add a card first.");

/** @throws Problem 400 for an invalid card, 404 for an unknown customer or card */
export async function getChargedCard(
	payments: Payments,
	merchant: Merchant,
	wanted: WantedCard,
	{ source, caller }: { source: CardSource; caller: Caller },
): Promise<ChargedCard> {
	switch (wanted.kind) {
		case "given":
			return readCard(payments, merchant, source, caller);
		case "new": {
			const customer = await getCustomer(payments.database, merchant, wanted.customerLookupId);
			return { ...(await readCard(payments, merchant, source, caller)), customer, storedCredential: firstUse };
		}
		case "default":
			return getStoredCard(payments, merchant, wanted, noDefaultCard);
		case "stored":
			return getStoredCard(payments, merchant, wanted, () => notFound("card"));
	}
}

async function getStoredCard(
	{ findChargeableCard }: Payments,
	merchant: Merchant,
	{ customerLookupId, cardLookupId }: { customerLookupId: string; cardLookupId?: string },
	notThere: () => Problem,
): Promise<ChargedCard> {
	if (cardLookupId !== undefined && !isLookupId(cardLookupId)) throw notThere();
	const found = await findChargeableCard({ merchantId: merchant.id, customerLookupId, cardLookupId });
	if (found === undefined) throw notFound("customer");
	const { customer, stored, card } = found;
	if (stored === null || card === undefined) throw notThere();
	const { lookup_id, network_transaction_id: networkTransactionId } = stored;
	const storedCredential = { use: "later", purpose: "unscheduled", networkTransactionId } as const;
	return { card, customer, cardLookupId: lookup_id, storedCredential };
}
