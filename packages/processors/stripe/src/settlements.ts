import type { ProcessorEvent, SettlementItem } from "@cardseal/vault";
import { z } from "zod";
import { moneyReferenceOf, referenceOf } from "./answers.ts";
import { type Client, parse, read } from "./client.ts";

/** https://docs.stripe.com/api/payouts/object */
const payoutSchema = z.object({
	id: z.string().min(1),
	amount: z.int(),
	/** s since 1970. */
	arrival_date: z.int(),
	automatic: z.boolean(),
	currency: z.string().length(3),
	status: z.string(),
	reconciliation_status: z.string().nullish(),
});

export type Payout = z.infer<typeof payoutSchema>;

const metadata = z.record(z.string(), z.string()).nullish();

/** Whether a charge has a copy of its intent's metadata is told in two ways, so the intent is expanded. */
const sourceSchema = z.looseObject({
	object: z.string(),
	metadata,
	payment_intent: z.union([z.string(), z.looseObject({ metadata })]).nullish(),
});

/** https://docs.stripe.com/api/balance_transactions/object */
const transactionSchema = z.object({
	id: z.string().min(1),
	amount: z.int(),
	created: z.int(),
	fee: z.int(),
	reporting_category: z.string(),
	source: z.union([z.string(), sourceSchema]).nullish(),
	type: z.string(),
});

type Transaction = z.infer<typeof transactionSchema>;

const pageSchema = z.object({ data: z.array(transactionSchema), has_more: z.boolean() });

export const readPayout = (body: unknown): Payout => parse(payoutSchema, body, "payout");

/** 900 transactions. */
export const requestsPerPart = 9;

export interface PartPlace {
	/** 1 for the first part. */
	part: number;
	after: string | undefined;
	/** The net amount of the parts before. */
	toldCents: number;
}

export const firstPart: PartPlace = { part: 1, after: undefined, toldCents: 0 };

/**
 * Each part of a large payout is a settlement of its own. The last one has what remains of the amount, so that a
 * missing transaction is noticed.
 *
 * https://docs.stripe.com/reports/payout-reconciliation
 */
export async function settlementOf(
	client: Client,
	payout: Payout,
	{ part, after, toldCents }: PartPlace,
): Promise<{ processorEvents: ProcessorEvent[]; rest: PartPlace | undefined }> {
	const items: SettlementItem[] = [];
	let [last, hasMore] = [after, true];
	for (let requests = 0; hasMore && requests < requestsPerPart; requests++) {
		const paging = { limit: 100, ...(last !== undefined && { starting_after: last }) };
		const params = { payout: payout.id, expand: ["data.source", "data.source.payment_intent"], ...paging };
		const page = parse(pageSchema, await read(client.stripe.balanceTransactions.list(params)), "payout");
		items.push(...page.data.flatMap(itemsOf));
		[last, hasMore] = [page.data.at(-1)?.id, page.has_more];
	}
	const itemCents = items.reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0);
	const netCents = hasMore ? itemCents : payout.amount - toldCents;
	const suffix = part === 1 ? "" : `/${part}`;
	const processorEvent: ProcessorEvent = {
		id: `${payout.id}/paid${suffix}`,
		kind: "settlement",
		settlementId: `${payout.id}${suffix}`,
		currency: payout.currency.toUpperCase(),
		netCents,
		paidAt: payout.arrival_date * 1000,
		items,
	};
	const rest = hasMore ? { part: part + 1, after: last, toldCents: toldCents + itemCents } : undefined;
	// The last page may have the payout itself only.
	return { processorEvents: items.length === 0 && netCents === 0 ? [] : [processorEvent], rest };
}

/** https://docs.stripe.com/reports/reporting-categories. Other categories are adjustments. */
const kinds: Record<string, SettlementItem["kind"]> = {
	charge: "payment",
	refund: "refund",
	dispute: "dispute",
	dispute_reversal: "dispute_reversal",
	fee: "fee",
	network_cost: "fee",
	tax: "fee",
};

function itemsOf(transaction: Transaction): SettlementItem[] {
	const { id, amount, fee, type, created, reporting_category: category } = transaction;
	if (type === "payout") return [];
	const common = { happenedAt: created * 1000, amountCents: amount };
	const kind = kinds[category] ?? "adjustment";
	const reference = kind === "fee" || kind === "adjustment" ? null : settledReferenceOf(transaction);
	const item = { ...common, id, kind, reference, feeCents: Math.max(fee, 0) };
	if (fee >= 0) return [item];
	// Stripe gives a fee back, as for some refunds.
	return [item, { ...common, id: `${id}/fee`, kind: "adjustment", reference: null, amountCents: -fee, feeCents: 0 }];
}

/** `null` for what no request of ours moved. */
function settledReferenceOf({ source }: Transaction): string | null {
	if (typeof source !== "object" || source === null) return null;
	// A refund in the dashboard has no metadata.
	if (source.object === "refund") return referenceOf(source) ?? null;
	const { payment_intent: intent } = source;
	return (typeof intent === "object" && intent !== null && moneyReferenceOf(intent)) || null;
}
