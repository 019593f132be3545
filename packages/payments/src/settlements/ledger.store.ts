import type { Database } from "@cardseal/platform/db";
import type { CardEntry, CardPostingReason } from "./ledger.ts";

interface NewCardPosting {
	merchantId: number;
	reason: CardPostingReason;
	about: { settlement: number } | { dispute: number };
	currency: string;
	entries: CardEntry[];
	/** Business time, ms since 1970. */
	now: number;
}

/** Writes nothing without entries, as when items cancel out. */
export async function postCardEntries(transaction: Database, posting: NewCardPosting): Promise<void> {
	const { merchantId, reason, about, currency, entries, now } = posting;
	if (entries.length === 0) return;
	const { id } = await transaction
		.insertInto("card_postings")
		.values({ merchant_id: merchantId, reason, settlement: null, dispute: null, ...about, made_at: now })
		.returning("id")
		.executeTakeFirstOrThrow();
	await transaction
		.insertInto("card_entries")
		.values(entries.map((entry) => ({ merchant_id: merchantId, posting_id: id, currency, ...entry })))
		.execute();
}
