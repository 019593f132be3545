import type { SettlementNotice } from "@cardseal/vault";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import type { FeedKey } from "../notices/feed.ts";
import type { Applied } from "../notices/noticing.ts";
import { postCardEntries } from "./ledger.store.ts";
import { planSettlement } from "./ledger.ts";
import { findRecorded, insertSettlement } from "./settlements.store.ts";

/** Returns the sums of a settlement's items. Pure. */
function sumsOf(items: SettlementNotice["items"]): { amountCents: number; feeCents: number } {
	const sumOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0);
	return {
		amountCents: sumOf(items.map(({ amountCents }) => amountCents)),
		feeCents: sumOf(items.map(({ feeCents }) => feeCents)),
	};
}

/** Records a settlement with its items and posts it. A repeated one changes nothing; one with another content is left for a person. */
export async function applySettlement(
	transaction: Database,
	feed: FeedKey,
	notice: SettlementNotice,
	now: number,
): Promise<Applied> {
	const { currency, netCents, items } = notice;
	const { amountCents, feeCents } = sumsOf(items);
	if (items.length === 0 || amountCents - feeCents !== netCents) {
		return { state: "differing", problem: "The items of the settlement do not add up to its net amount." };
	}
	const settlement = { settlementId: newLookupId(), amountCents, feeCents, now };
	const id = await insertSettlement(transaction, feed, notice, settlement);
	if (id === undefined) {
		const recorded = await findRecorded(transaction, feed, notice.settlementId);
		const isSame = recorded.net_cents === netCents && recorded.currency === currency && recorded.items === items.length;
		if (isSame) return { state: "applied" };
		return { state: "differing", problem: "A settlement with this id and another content is recorded." };
	}
	const { merchantId } = feed;
	const entries = planSettlement(notice);
	await postCardEntries(transaction, {
		merchantId,
		reason: "settlement",
		about: { settlement: id },
		currency,
		entries,
		now,
	});
	return { state: "applied" };
}
