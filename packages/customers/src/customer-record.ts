import { metadataInRecord, metadataOf } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";
import { detailRecordFields, detailsOf } from "./customer-details.ts";
import type { Customer, StoredCard } from "./tables.ts";

const text = z.string().nullable();

export const cardSchema = z
	.object({
		id: z.int(),
		lookup_id: z.string().openapi({ description: "The card in paths", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		card_type: z.string().openapi({ example: "Visa" }),
		card_expiry: z.string().openapi({ description: "MM/YY", example: "08/29" }),
		card_prefix: z.string().openapi({ description: "The first four digits", example: "4111" }),
		card_suffix: z.string().openapi({ description: "The last four digits", example: "1111" }),
		card_last4: z.string().openapi({ description: "The same as card_suffix", example: "1111" }),
		is_default: z.boolean(),
		card_description: text,
	})
	.openapi("Card");

const time = z.int().nullable();

export const subscriptionSchema = z
	.object({
		id: z.int(),
		lookup_id: z.string().openapi({ description: "The subscription in paths", example: "Qw7eR5tY3uI1oP9aS2dF" }),
		plan_id: z.int(),
		plan_lookup_id: z.string().openapi({ example: "Lk6jH4gF2dS8aP0oI1uY" }),
		card_lookup_id: z.string().openapi({ description: "The card that it charges", example: "Zx8cV7bN6mK5jH4gF3dS" }),
		name: z.string().openapi({ description: "The plan's name at the start" }),
		description: text.openapi({ description: "Shown on receipts" }),
		email: text.openapi({ description: "Receives its receipts and other emails; null: the customer's address does" }),
		bcc_emails: text.openapi({ description: "Receive blind copies of its receipts; null: the customer's do" }),
		status: z.string().openapi({
			description: "ACTIVE, RETRY, SUSPENDED, PAUSED, CANCELED, CANCELLED or EXPIRED",
			example: "ACTIVE",
		}),
		amount: z.number().openapi({ description: "Dollars for one unit and period", example: 31 }),
		quantity: z.int().openapi({ description: "Multiplies the amount", example: 1 }),
		trial_days: z.int().openapi({ description: "Free days from the start on, before the first period" }),
		setup_fee: z.number().openapi({ description: "Dollars, charged once with the first payment; 0: none" }),
		currency: z.string().openapi({ example: "CAD" }),
		frequency: z.string().openapi({ description: "DAILY, WEEKLY, MOTHLY, QUARTERLY or ANNUALLY", example: "MOTHLY" }),
		start_date: z.int().openapi({
			description: "When the trial begins, or without one the first payment falls due; ms since 1970",
		}),
		last_success: time.openapi({ description: "When a payment was last approved, ms since 1970" }),
		last_run: time.openapi({ description: "When a payment was last tried, ms since 1970" }),
		next_run: time.openapi({ description: "When the next payment is tried, ms since 1970; null without a next one" }),
		total_cycles: z.int().nullable().openapi({ description: "Total payments; null: until cancelled" }),
		completed_cycles: z.int().openapi({ description: "Approved payments" }),
		remaining_cycles: z.int().nullable().openapi({ description: "Payments to come; null without an end" }),
		failed_attempts: z.int().openapi({ description: "Failed attempts of the open payment, the first included" }),
		delinquent_cycles: z
			.int()
			.openapi({ description: "Periods that fell due while a payment was open; they are never charged" }),
		delinquent_since: time.openapi({ description: "When the open payment fell due, ms since 1970" }),
		metadata: metadataInRecord,
	})
	.openapi("Subscription");

export type SubscriptionRecord = z.infer<typeof subscriptionSchema>;

export const customerSchema = z
	.object({
		id: z.int().openapi({ example: 100001 }),
		lookup_id: z.string().openapi({ description: "The customer in paths", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		...detailRecordFields,
		email: z.string(),
		metadata: metadataInRecord,
		cards: z.array(cardSchema),
		subscriptions: z.array(subscriptionSchema),
	})
	.openapi("Customer");

export type CustomerRecord = z.infer<typeof customerSchema>;

export function customerRecordOf(
	customer: Customer,
	cards: StoredCard[],
	subscriptions: SubscriptionRecord[],
): CustomerRecord {
	return {
		id: customer.id,
		lookup_id: customer.lookup_id,
		...detailsOf(customer),
		email: customer.email,
		metadata: metadataOf(customer),
		cards: cards.map(cardRecordOf),
		subscriptions,
	};
}

export function cardRecordOf(card: StoredCard): z.infer<typeof cardSchema> {
	return {
		id: card.id,
		lookup_id: card.lookup_id,
		card_type: card.card_type,
		card_expiry: `${card.expiry_month}/${card.expiry_year}`,
		card_prefix: card.card_prefix,
		card_suffix: card.card_suffix,
		card_last4: card.card_suffix,
		is_default: card.is_default,
		card_description: card.description,
	};
}
