import { hasWaiting, type ProcessorEventFeed } from "@cardseal/payments/gateway";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import {
	type DisputeEvent,
	demoDisputes,
	demoProcessorName,
	type ProcessorEvent,
	type SettlementEvent,
	type SettlementItem,
} from "@cardseal/vault";
import { findUnsettledDay, listDueDisputes, listUnsettled, reviewMs, type UnsettledItem } from "./demo-events.store.ts";

/** A further settlement pays the rest of a day. */
const maximumItems = 5_000;

const evidenceMs = 10 * 86_400_000;

/** 2.9 % and 30 cents for a charge, 15 dollars for a dispute. */
const charge = { rate: 0.029, cents: 30 };
const disputeFeeCents = 1_500;

const reasonCodes = { won: "10.4", lost: "13.1" } as const;

interface DemoFeedOptions {
	database: Database;
	clock: Clock;
}

/** The cursor is the end of the last settled day and, within a large day, the time of the last settled item. */
export function demoFeed({ database, clock }: DemoFeedOptions, merchantId: number): ProcessorEventFeed {
	const key = { merchantId, processor: demoProcessorName, account: "" };
	return {
		...key,
		source: {
			async events(cursor = "0") {
				// The last events are not recorded yet, so they would be sent twice.
				if (await hasWaiting(database, key)) return { events: [], cursor };
				const now = clock.now();
				const decided = (await listDueDisputes(database, { merchantId, now })).map(decide);
				if (decided.length > 0) return { events: decided, cursor };
				const [settled = 0, from = 0] = cursor.split(":").map(Number);
				const end = await findUnsettledDay(database, { merchantId, settled });
				if (end === undefined || end > now) return { events: [], cursor };
				const items = await listUnsettled(database, { merchantId, end, from, limit: maximumItems });
				// The rest of a large day comes with the next page.
				const last = items.length < maximumItems ? undefined : items.at(-1);
				const next = last === undefined ? String(end) : `${settled}:${last.happenedAt}`;
				return { events: [...settle(items, end), ...dispute(items, end)], cursor: next };
			},
			// Both are decided by what is recorded here.
			acceptDispute: async () => {},
			sendEvidence: async () => {},
		},
	};
}

function settle(items: UnsettledItem[], paidAt: number): ProcessorEvent[] {
	return [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, some]) => {
		const settled = some.map(itemOf);
		// An item is settled once, so its id is unique.
		const settlementId = `st_${settled[0]?.id}`;
		const netCents = settled.reduce((net, { amountCents, feeCents }) => net + amountCents - feeCents, 0);
		const event: SettlementEvent = { kind: "settlement", settlementId, currency, netCents, paidAt, items: settled };
		return { id: settlementId, ...event };
	});
}

const signOf = { payment: 1, refund: -1, dispute: -1, dispute_reversal: 1, fee: -1, adjustment: 1 } as const;

function itemOf({ itemId, kind, transactionId, amountCents, happenedAt }: UnsettledItem): SettlementItem {
	const feeCents = { payment: Math.round(amountCents * charge.rate) + charge.cents, dispute: disputeFeeCents };
	return {
		id: itemId,
		kind,
		reference: transactionId,
		amountCents: signOf[kind] * amountCents,
		feeCents: kind === "payment" || kind === "dispute" ? feeCents[kind] : 0,
		happenedAt,
	};
}

/** Payers open disputes when their charges are settled. */
function dispute(items: UnsettledItem[], openedAt: number): ProcessorEvent[] {
	return items.flatMap(({ kind, cardSuffix, transactionId, amountCents, refundedCents, currency }) => {
		const outcome = demoDisputes[cardSuffix];
		const disputedCents = amountCents - refundedCents;
		if (kind !== "payment" || outcome === undefined || disputedCents === 0) return [];
		const event: DisputeEvent = {
			kind: "dispute",
			disputeId: `dp_${transactionId}`,
			reference: transactionId,
			state: "open",
			amountCents: disputedCents,
			currency,
			reasonCode: reasonCodes[outcome],
			evidenceDueAt: openedAt + evidenceMs,
			happenedAt: openedAt,
		};
		return [{ id: `dp_${transactionId}_open`, ...event }];
	});
}

/** A dispute without evidence is lost; with evidence its card decides. */
function decide(due: Awaited<ReturnType<typeof listDueDisputes>>[number]): ProcessorEvent {
	const isReviewed = due.state === "under_review";
	const state = isReviewed ? (demoDisputes[due.card_suffix] ?? "lost") : "lost";
	return {
		id: `${due.processor_dispute_id}_decided`,
		kind: "dispute",
		disputeId: due.processor_dispute_id,
		reference: due.transaction_id,
		state,
		amountCents: due.amount_cents,
		currency: due.currency,
		reasonCode: due.reason_code,
		evidenceDueAt: due.evidence_due_at,
		happenedAt: isReviewed ? due.state_at + reviewMs : (due.evidence_due_at ?? due.state_at),
	};
}
