import { z } from "@hono/zod-openapi";
import type { Customer, StoredCard } from "../db/schema.ts";
import { detailRecordFields, detailsOf } from "./customer-details.ts";

const text = z.string().nullable();

const cardSchema = z
	.object({
		id: z.int(),
		lookup_id: z.string().openapi({ description: "The card in paths", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		card_type: z.string().openapi({ example: "Visa" }),
		card_expiry: z.string().openapi({ description: "MM/YY", example: "08/29" }),
		card_prefix: z.string().openapi({ description: "The first four digits", example: "4111" }),
		card_suffix: z.string().openapi({ description: "The last four digits", example: "1111" }),
		is_default: z.boolean(),
		card_description: text,
	})
	.openapi("Card");

/** A customer as every answer shows it: details, cards without card data, subscriptions. */
export const customerSchema = z
	.object({
		id: z.int().openapi({ example: 100001 }),
		lookup_id: z.string().openapi({ description: "The customer in paths", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		...detailRecordFields,
		email: z.string(),
		cards: z.array(cardSchema),
		subscriptions: z.array(z.object({})),
	})
	.openapi("Customer");

export type CustomerRecord = z.infer<typeof customerSchema>;

export function customerRecordOf(customer: Customer, cards: StoredCard[]): CustomerRecord {
	return {
		id: customer.id,
		lookup_id: customer.lookup_id,
		...detailsOf(customer),
		email: customer.email,
		cards: cards.map(cardRecordOf),
		subscriptions: [],
	};
}

function cardRecordOf(card: StoredCard): z.infer<typeof cardSchema> {
	return {
		id: card.id,
		lookup_id: card.lookup_id,
		card_type: card.card_type,
		card_expiry: `${card.expiry_month}/${card.expiry_year}`,
		card_prefix: card.card_prefix,
		card_suffix: card.card_suffix,
		is_default: card.is_default,
		card_description: card.description,
	};
}
