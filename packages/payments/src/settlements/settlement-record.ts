import { dollars } from "@cardseal/platform";
import { settlementItemKinds } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { Settlement, SettlementItemRow } from "./tables.ts";

const signed = "Dollars; negative when it is taken from the merchant";

export const settlementRecordSchema = z
	.object({
		id: z.int().openapi({ example: 100001 }),
		settlement_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		processor: z.string().openapi({ description: "The processor that settles", example: "demo" }),
		processor_settlement_id: z.string().openapi({ description: "The processor's id of the settlement" }),
		currency: z.string().openapi({ example: "CAD" }),
		amount: z.number().openapi({ description: "The sum of the items before fees, in dollars", example: 62 }),
		fee_amount: z.number().openapi({ description: "The processor's fees, in dollars", example: 2.4 }),
		net_amount: z.number().openapi({ description: "What the merchant's bank account gets, in dollars", example: 59.6 }),
		item_count: z.int().openapi({ description: "The number of items", example: 2 }),
		paid_at: z.int().openapi({ description: "When the money is paid, ms since 1970" }),
	})
	.openapi("SettlementRecord");

/** Items in a response; the file has all of them. */
export const shownItems = 100;

export const settlementDetailSchema = settlementRecordSchema
	.extend({
		items: z
			.array(
				z
					.object({
						item_id: z.string().openapi({ description: "The processor's id of the item" }),
						kind: z.enum(settlementItemKinds),
						transaction_id: z.string().nullable().openapi({
							description: "The transaction that the item is about, as the processor names it; null for items of none",
						}),
						amount: z.number().openapi({ description: signed }),
						fee_amount: z.number().openapi({ description: "What the processor keeps of it, in dollars" }),
						time: z.int().openapi({ description: "ms since 1970" }),
					})
					.openapi("SettlementItem"),
			)
			.openapi({ description: `The first ${shownItems} items; the CSV file has all` }),
	})
	.openapi("Settlement");

export function settlementRecordOf(settlement: Settlement): z.infer<typeof settlementRecordSchema> {
	return {
		id: settlement.id,
		settlement_id: settlement.settlement_id,
		processor: settlement.processor,
		processor_settlement_id: settlement.processor_settlement_id,
		currency: settlement.currency,
		amount: dollars(settlement.amount_cents),
		fee_amount: dollars(settlement.fee_cents),
		net_amount: dollars(settlement.net_cents),
		item_count: settlement.items,
		paid_at: settlement.created_at,
	};
}

/** @param items the first `shownItems` */
export function settlementDetailOf(
	settlement: Settlement,
	items: SettlementItemRow[],
): z.infer<typeof settlementDetailSchema> {
	return { ...settlementRecordOf(settlement), items: items.map(settlementItemOf) };
}

function settlementItemOf(item: SettlementItemRow) {
	return {
		item_id: item.item_id,
		kind: item.kind,
		transaction_id: item.reference,
		amount: dollars(item.amount_cents),
		fee_amount: dollars(item.fee_cents),
		time: item.happened_at,
	};
}
