import { z } from "zod";

/** https://docs.adyen.com/development-resources/webhooks/webhook-types */
export const itemSchema = z.object({
	eventCode: z.string(),
	success: z.union([z.string(), z.boolean()]).transform((value) => String(value) === "true"),
	pspReference: z.string().default(""),
	merchantAccountCode: z.string(),
	merchantReference: z.string().default(""),
	originalReference: z.string().default(""),
	eventDate: z.string().default(""),
	reason: z.string().nullish(),
	amount: z.object({ value: z.int(), currency: z.string() }),
	additionalData: z.record(z.string(), z.unknown()).default({}),
});

export type Item = z.infer<typeof itemSchema>;
