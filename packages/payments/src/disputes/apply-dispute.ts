import { emitEvent } from "@cardseal/events";
import { remindOwners } from "@cardseal/merchants";
import { newLookupId } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type DisputeEvent, type DisputeState, disputeStates } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { type FeedKey, feedOf } from "../processor-events/feed.ts";
import { type Applied, isOfFeed } from "../processor-events/processor-events.store.ts";
import {
	reportedCents,
	reportedCurrency,
	reportedId,
	reportedText,
	reportedTime,
} from "../processor-events/reported.ts";
import { postCardEntries } from "../settlements/ledger.store.ts";
import { planLoss } from "../settlements/ledger.ts";
import type { Transaction } from "../tables.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { disputeRecordOf } from "./dispute-record.ts";
import { insertDispute, lockDispute, lockReportedDispute, sumDisputed, updateDisputeState } from "./disputes.store.ts";
import type { Dispute } from "./tables.ts";

export const disputeEventSchema = z.object({
	id: reportedId,
	kind: z.literal("dispute"),
	disputeId: reportedId,
	reference: reportedId,
	state: z.enum(disputeStates),
	amountCents: reportedCents.min(0),
	currency: reportedCurrency,
	reasonCode: reportedText,
	evidenceDueAt: reportedTime.nullable(),
	happenedAt: reportedTime,
});

const lostStates: readonly DisputeState[] = ["lost", "accepted"];

const isLost = (state: DisputeState) => lostStates.includes(state);

/** Orders states that begin at the same moment. */
const rankOf: Record<DisputeState, number> = { open: 0, under_review: 1, accepted: 2, lost: 2, won: 2 };

const isFinal = (state: DisputeState) => rankOf[state] === 2;

/** Processor events may come in any order. An end overrules the merchant's answer. */
function isNewer(
	processorEvent: Pick<DisputeEvent, "state" | "happenedAt">,
	recorded: Pick<Dispute, "state" | "state_at">,
): boolean {
	if (isFinal(processorEvent.state) && !isFinal(recorded.state)) return true;
	if (processorEvent.happenedAt !== recorded.state_at) return processorEvent.happenedAt > recorded.state_at;
	return rankOf[processorEvent.state] > rankOf[recorded.state];
}

/** Flags a dispute in another currency, or above its charge, for the operator. */
export async function applyDispute(
	transaction: Database,
	feed: FeedKey,
	processorEvent: DisputeEvent,
	now: number,
): Promise<Applied> {
	const charge = await findTransaction(transaction, feed.merchantId, { transactionId: processorEvent.reference });
	if (charge === undefined || !(await isOfFeed(transaction, charge, feed))) {
		return { state: "unmatched", problem: "There is no transaction with this reference." };
	}
	const inserted = await insertDispute(transaction, feedOf(charge), processorEvent, newLookupId());
	if (inserted !== undefined) {
		await postLoss(transaction, inserted, { from: "open", now });
		await emitDispute(transaction, inserted, now);
		if (processorEvent.state === "open") await notify(transaction, inserted, now);
		const problem = await mismatchWithCharge(transaction, charge, inserted);
		return problem === undefined ? { state: "applied" } : { state: "differing", problem };
	}
	const recorded = await lockReportedDispute(transaction, feedOf(charge), processorEvent.disputeId);
	if (isNewer(processorEvent, recorded)) await changeState(transaction, recorded, processorEvent, now);
	return { state: "applied" };
}

async function mismatchWithCharge(
	transaction: Database,
	charge: Pick<Transaction, "currency" | "amount_cents">,
	dispute: Dispute,
): Promise<string | undefined> {
	if (dispute.currency !== charge.currency)
		return `The dispute is in ${dispute.currency}, and its charge in ${charge.currency}.`;
	const disputed = await sumDisputed(transaction, dispute.merchant_id, [dispute.transaction_id]);
	return disputed > charge.amount_cents ? "The disputes of the charge are above its amount." : undefined;
}

/** Posts what the dispute loses or regains. */
export async function changeState(
	transaction: Database,
	dispute: Dispute,
	to: { state: DisputeState; happenedAt: number; evidenceDueAt?: number | null },
	now: number,
): Promise<Dispute> {
	const changed = await updateDisputeState(transaction, dispute, to);
	await postLoss(transaction, changed, { from: dispute.state, now });
	if (eventTypeOf(changed.state) !== eventTypeOf(dispute.state)) await emitDispute(transaction, changed, now);
	return changed;
}

/** An accepted dispute is lost. An answer leaves it open. */
function eventTypeOf(state: DisputeState) {
	if (state === "won") return "dispute.won";
	return isLost(state) ? "dispute.lost" : "dispute.opened";
}

async function emitDispute(transaction: Database, { id, state, merchant_id }: Dispute, now: number): Promise<void> {
	const data = disputeRecordOf(await lockDispute(transaction, id));
	await emitEvent(transaction, { type: eventTypeOf(state), merchantId: merchant_id, created: now, data });
}

async function postLoss(
	transaction: Database,
	{ id, merchant_id: merchantId, state, amount_cents: amountCents, currency }: Dispute,
	{ from, now }: { from: DisputeState; now: number },
): Promise<void> {
	if (isLost(state) === isLost(from)) return;
	await postCardEntries(transaction, {
		merchantId,
		reason: isLost(state) ? "dispute_lost" : "dispute_regained",
		about: { dispute: id },
		currency,
		entries: planLoss(amountCents, isLost(state)),
		now,
	});
}

function notify(transaction: Database, dispute: Dispute, now: number): Promise<void> {
	const {
		merchant_id: merchantId,
		transaction_id: about,
		amount_cents,
		currency,
		reason_code,
		evidence_due_at,
	} = dispute;
	return remindOwners(transaction, {
		event: "dispute.opened",
		merchantId,
		details: {
			about,
			amount_cents,
			currency,
			reason_code,
			...(evidence_due_at !== null && { due_at: evidence_due_at }),
		},
		now,
	});
}
