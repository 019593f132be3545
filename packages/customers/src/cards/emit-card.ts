import { emitEvent } from "@cardseal/events";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { cardRecordOf } from "../customer-record.ts";
import type { StoredCard } from "../tables.ts";

export function emitCard(
	transaction: Database,
	{ business }: Pick<Clocks, "business">,
	type: "card.added" | "card.updated" | "card.deleted",
	{ card, customerLookupId }: { card: StoredCard; customerLookupId: string },
): Promise<void> {
	const data = { ...cardRecordOf(card), customer_lookup_id: customerLookupId };
	return emitEvent(transaction, { type, merchantId: card.merchant_id, created: business.now(), data });
}
