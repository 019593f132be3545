import type { SettlementItem, SettlementNotice } from "@cardseal/vault";
import { z } from "zod";
import { moneyReferenceOf } from "./answers.ts";
import { type Client, read } from "./client.ts";
import { retrieveIntent } from "./find.ts";
import { metadataNames } from "./requests.ts";

/** https://docs.stripe.com/api/payouts/object */
export const payoutSchema = z.object({
	id: z.string().min(1),
	amount: z.int(),
	/** s since 1970. */
	arrival_date: z.int(),
	automatic: z.boolean(),
	currency: z.string().length(3),
	status: z.string(),
	reconciliation_status: z.string().nullish(),
});

type Payout = z.infer<typeof payoutSchema>;

const sourceSchema = z.looseObject({
	object: z.string(),
	metadata: z.record(z.string(), z.string()).nullish(),
	payment_intent: z.string().nullish(),
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

/** Some 50,000 transactions; a payout with more is an error. */
const maximumPages = 500;

/** https://docs.stripe.com/reports/payout-reconciliation */
export async function settlementOf(client: Client, payout: Payout): Promise<SettlementNotice> {
	const items: SettlementItem[] = [];
	let after: string | undefined;
	for (let pages = 0; ; pages++) {
		if (pages === maximumPages) throw new Error("Stripe's payout has too many transactions.");
		const paging = { limit: 100, ...(after !== undefined && { starting_after: after }) };
		const params = { payout: payout.id, expand: ["data.source"], ...paging };
		const page = pageSchema.safeParse(await read(client.stripe.balanceTransactions.list(params)));
		if (!page.success) throw new Error("Stripe's payout is not understood.");
		for (const transaction of page.data.data) items.push(...(await itemsOf(client, transaction)));
		if (!page.data.has_more) break;
		after = page.data.data.at(-1)?.id;
	}
	return {
		kind: "settlement",
		settlementId: payout.id,
		currency: payout.currency.toUpperCase(),
		netCents: payout.amount,
		paidAt: payout.arrival_date * 1000,
		items,
	};
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

async function itemsOf(client: Client, transaction: Transaction): Promise<SettlementItem[]> {
	const { id, amount, fee, type, created, reporting_category: category } = transaction;
	if (type === "payout") return [];
	const common = { happenedAt: created * 1000, amountCents: amount };
	const kind = kinds[category] ?? "adjustment";
	const reference = kind === "fee" || kind === "adjustment" ? null : await settledReferenceOf(client, transaction);
	const item = { ...common, id, kind, reference, feeCents: Math.max(fee, 0) };
	if (fee >= 0) return [item];
	// Stripe gives a fee back, as for some refunds.
	return [item, { ...common, id: `${id}/fee`, kind: "adjustment", reference: null, amountCents: -fee, feeCents: 0 }];
}

/** `null` for what no request of ours moved. */
async function settledReferenceOf(client: Client, { source }: Transaction): Promise<string | null> {
	if (typeof source !== "object" || source === null) return null;
	const { object, metadata, payment_intent: intentId } = source;
	const own = metadata?.[metadataNames.reference];
	if (object === "refund") return own ?? null;
	// A charge has the metadata of its authorization; the capture's is the intent's alone.
	const isCaptured = object === "charge" && metadata?.[metadataNames.operation] === "authorization";
	if (object === "charge" && !isCaptured) return own ?? null;
	return intentId == null ? null : (moneyReferenceOf(await retrieveIntent(client, intentId)) ?? null);
}
