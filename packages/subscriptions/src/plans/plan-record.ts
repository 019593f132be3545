import { dollars, pickFields } from "@cardseal/platform";
import { metadataInRecord, metadataOf } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";
import type { Plan } from "../tables.ts";
import { frequencies } from "./frequency.ts";

export const planSchema = z
	.object({
		id: z.int().openapi({ example: 100001 }),
		lookup_id: z.string().openapi({ description: "The plan's id in paths", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		name: z.string(),
		amount: z.number().openapi({ description: "Dollars for one unit and period", example: 18.5 }),
		quantity: z.int().openapi({ description: "Multiplies the amount", example: 1 }),
		trial_days: z.int().openapi({ description: "Free days before the first period", example: 0 }),
		setup_fee: z.number().openapi({ description: "Dollars, charged once with the first payment; 0: none", example: 0 }),
		currency: z.string().openapi({ example: "CAD" }),
		frequency: z.enum(frequencies),
		number_of_payments: z
			.int()
			.nullable()
			.openapi({ description: "Approved payments after which a subscription expires; null: until cancelled" }),
		send_receipt: z.boolean(),
		total_subscriptions: z.int().openapi({ description: "All subscriptions ever created" }),
		current_subscriptions: z
			.int()
			.openapi({ description: "Subscriptions that are ACTIVE, RETRY, SUSPENDED or PAUSED" }),
		metadata: metadataInRecord,
	})
	.openapi("Plan");

export function planRecordOf(plan: Plan): z.infer<typeof planSchema> {
	const [amount, setup_fee] = [dollars(plan.amount_cents), dollars(plan.setup_fee_cents)];
	return pickFields(planSchema, { ...plan, amount, setup_fee, metadata: metadataOf(plan) });
}
