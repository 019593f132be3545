import { hash } from "node:crypto";
import { emitEvent } from "@cardseal/events";
import { newLookupId } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type SettlementEvent, settlementItemKinds } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { FeedKey } from "../processor-events/feed.ts";
import { type Applied, listAccountsOfFeed } from "../processor-events/processor-events.store.ts";
import { reportedCents, reportedCurrency, reportedId, reportedTime } from "../processor-events/reported.ts";
import { postCardEntries } from "./ledger.store.ts";
import { planSettlement } from "./ledger.ts";
import { settlementDetailOf, shownItems } from "./settlement-record.ts";
import { findRecorded, getSettlement, insertSettlement, listItems } from "./settlements.store.ts";

const item = z.object({
	id: reportedId,
	kind: z.enum(settlementItemKinds),
	reference: reportedId.nullable(),
	amountCents: reportedCents,
	feeCents: reportedCents.min(0),
	happenedAt: reportedTime,
});

export const settlementEventSchema = z.object({
	id: reportedId,
	kind: z.literal("settlement"),
	settlementId: reportedId,
	currency: reportedCurrency,
	netCents: reportedCents,
	paidAt: reportedTime,
	items: z.array(item).refine((items) => new Set(items.map((one) => one.id)).size === items.length),
});

function sumsOf(items: SettlementEvent["items"]): { amountCents: number; feeCents: number } {
	const sumOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0);
	return {
		amountCents: sumOf(items.map(({ amountCents }) => amountCents)),
		feeCents: sumOf(items.map(({ feeCents }) => feeCents)),
	};
}

/** Hashes items in any order, without times, whose precision varies. */
function contentHashOf({ currency, netCents, items }: SettlementEvent): Buffer {
	const content = items
		.toSorted((one, other) => (one.id < other.id ? -1 : 1))
		.map(({ id, kind, reference, amountCents, feeCents }) => [id, kind, reference, amountCents, feeCents]);
	return hash("sha256", JSON.stringify([currency, netCents, content]), "buffer");
}

/** A repeated settlement changes nothing; a different one needs the operator. */
export async function applySettlement(
	transaction: Database,
	feed: FeedKey,
	processorEvent: SettlementEvent,
	now: number,
): Promise<Applied & { isNew: boolean }> {
	const { currency, netCents, items } = processorEvent;
	const contentHash = contentHashOf(processorEvent);
	const { amountCents, feeCents } = sumsOf(items);
	if (items.length === 0 || amountCents - feeCents !== netCents) {
		return {
			isNew: false,
			state: "differing",
			problem: "The items of the settlement do not add up to its net amount.",
		};
	}
	const planned = { settlementId: newLookupId(), amountCents, feeCents, contentHash, now };
	const accounts = (await listAccountsOfFeed(transaction, feed)).toSorted();
	const reported = { accounts, settlementId: processorEvent.settlementId };
	const earlier = await findRecorded(transaction, feed, reported);
	// Simultaneous reports of two of the accounts meet in one row.
	const own = { ...feed, account: accounts[0] ?? feed.account };
	const id = earlier === undefined ? await insertSettlement(transaction, own, processorEvent, planned) : undefined;
	if (id === undefined) {
		const recorded = earlier ?? (await findRecorded(transaction, feed, reported));
		if (recorded?.content_hash.equals(contentHash)) return { isNew: false, state: "applied" };
		return { isNew: false, state: "differing", problem: "A settlement with this id and another content is recorded." };
	}
	const { merchantId } = feed;
	const entries = planSettlement(processorEvent);
	await postCardEntries(transaction, {
		merchantId,
		reason: "settlement",
		about: { settlement: id },
		currency,
		entries,
		now,
	});
	const settlement = await getSettlement(transaction, merchantId, String(id));
	const data = settlementDetailOf(settlement, await listItems(transaction, settlement, { limit: shownItems }));
	await emitEvent(transaction, { type: "settlement.paid", merchantId, created: now, data });
	return { isNew: true, state: "applied" };
}
