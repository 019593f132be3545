import { z } from "@hono/zod-openapi";
import type { Processors } from "./load-processors.ts";
import type { ProcessorAccount } from "./tables.ts";

export const processorAccountSchema = z
	.object({
		account_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		processor: z.string().openapi({ description: "The processor's name in requests", example: "bambora" }),
		title: z.string().openapi({ description: "The processor's name for people", example: "Bambora" }),
		currency: z.string().openapi({ example: "CAD" }),
		fields: z.record(z.string(), z.string()).openapi({
			description: "The values that are no secrets",
			example: { merchant_id: "300200578" },
		}),
		webhook_url: z.string().nullable().openapi({
			description: "The address to enter at the processor, for its webhooks; `null` when it sends none",
			example: "https://pay.example.com/processors/9fK2mQ7xW1aZ3bC4dE5f/webhook",
		}),
		webhook_place: z.string().nullable().openapi({
			description:
				"The page of the processor's own settings that takes the address, in its English words; `null` when unknown",
			example: "Developers › Webhooks",
		}),
		verified_at: z.int().nullable().openapi({
			description:
				"UNIX time in milliseconds of the last check that succeeded; `null` when the processor refused the last one",
		}),
		is_test: z.boolean().openapi({
			description:
				"True for an account of the processor's test system, which moves no money. With one, a demo merchant does not go live",
		}),
		created_at: z.int().openapi({ description: "UNIX time in milliseconds" }),
	})
	.openapi("ProcessorAccount");

export type ProcessorAccountRecord = z.infer<typeof processorAccountSchema>;

export function processorAccountRecordOf(
	{ processors, publicUrl }: { processors: Processors; publicUrl: string },
	account: ProcessorAccount,
): ProcessorAccountRecord {
	const adapter = processors.get(account.processor);
	const takesWebhooks = adapter?.readWebhook !== undefined;
	return {
		account_id: account.account_id,
		processor: account.processor,
		title: adapter?.title ?? account.processor,
		currency: account.currency,
		fields: account.shown_fields,
		webhook_url: takesWebhooks ? `${publicUrl}/processors/${account.account_id}/webhook` : null,
		webhook_place: takesWebhooks ? (adapter.webhookPlace ?? null) : null,
		verified_at: account.verified_at,
		is_test: account.is_test,
		created_at: account.created_at,
	};
}

/** The fields are in the order in which a person fills them in. */
export const availableProcessorSchema = z
	.object({
		name: z.string().openapi({ description: "The processor's name in requests", example: "bambora" }),
		title: z.string().openapi({ description: "The processor's name for people", example: "Bambora" }),
		fields: z
			.array(
				z.object({
					name: z.string().openapi({ description: "The name in requests", example: "api_key" }),
					label: z.string().openapi({ description: "The processor's own word for it", example: "API key" }),
					is_secret: z.boolean().openapi({ description: "True if it is never shown again" }),
					is_optional: z.boolean().openapi({ description: "True if it may be left out" }),
					is_fixed: z.boolean().openapi({ description: "True if it names the account, and cannot be changed later" }),
				}),
			)
			.openapi({ description: "What an account consists of, in the order in which a person fills it in" }),
	})
	.openapi("AvailableProcessor");

export function availableProcessors(processors: Processors): z.infer<typeof availableProcessorSchema>[] {
	return [...processors.values()].map(({ name, title, fields }) => ({
		name,
		title,
		fields: fields.map((field) => ({
			name: field.name,
			label: field.label,
			is_secret: field.isSecret,
			is_optional: field.isOptional ?? false,
			is_fixed: field.isIdentity ?? false,
		})),
	}));
}
