import { dollars, languages, pickFields } from "@cardseal/platform";
import { metadataInRecord, metadataOf } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";
import { linkMethods, linkStatuses, type PaymentLink } from "../tables.ts";

const text = z.string().nullable();

export const linkSchema = z
	.object({
		lookup_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		url: z.string().openapi({ description: "The page for the payer. Whoever has it can pay" }),
		status: z.enum(linkStatuses),
		transaction_id: text.openapi({
			description: "The payment, or the first one of a subscription, once the link is PAID; null in a trial",
		}),
		amount: z.number().openapi({ description: "Dollars; with a plan, those of the first payment", example: 31 }),
		amount_tax: z.number().nullable(),
		amount_tip: z.number().nullable(),
		currency: z.string().openapi({ example: "CAD" }),
		description: z.string().openapi({ description: "Shown to the payer", example: "Invoice 1042" }),
		invoice_id: text,
		email: text,
		language: z.enum(languages).nullable(),
		operation: z.enum(["sale", "authorize"]).openapi({ description: "`authorize` holds the amount" }),
		store_card: z.enum(["never", "ask"]).openapi({ description: "`ask`: the payer may let you keep the card" }),
		customer_lookup_id: text,
		methods: z.array(z.enum(linkMethods)).openapi({ description: "How the payer may pay" }),
		eft_transaction_id: text.openapi({ description: "The payment from a bank account, once the link is PAID by one" }),
		plan_lookup_id: text,
		subscription_lookup_id: text.openapi({ description: "The payer's subscription, once the link is PAID" }),
		consent: z
			.object({
				text: z.string().openapi({ description: "As the payer saw it" }),
				sha256: z.string().openapi({ description: "Of the text in UTF-8, in hexadecimal" }),
				language: z.enum(languages),
				at: z.int().openapi({ description: "ms since 1970" }),
			})
			.nullable()
			.openapi({ description: "What the payer of a subscription agreed to, once the link is PAID" }),
		return_url: text.openapi({ description: "Your page to go on to after the payment" }),
		metadata: metadataInRecord,
		created_at: z.int().openapi({ description: "ms since 1970" }),
		expires_at: z.int().openapi({ description: "ms since 1970" }),
		opened_at: z.int().nullable().openapi({ description: "When a payer first opened it, ms since 1970" }),
		ended_at: z.int().nullable().openapi({ description: "When it was paid, cancelled or expired, ms since 1970" }),
		mails: z.int().openapi({ description: "How often it was mailed to the payer" }),
		mailed_at: z.int().nullable().openapi({ description: "When it was last mailed, ms since 1970" }),
		attempts: z.int().openapi({ description: "How often a payer tried to pay" }),
	})
	.openapi("PaymentLink");

const dollarsOrNull = (cents: number | null) => (cents === null ? null : dollars(cents));

/** Events have no secret. */
export const linkEventSchema = linkSchema.omit({ url: true });

/** @param url the payer's page */
export function linkRecordOf(link: PaymentLink, url: string): z.infer<typeof linkSchema> {
	return pickFields(linkSchema, { ...linkEventOf(link), url });
}

export function linkEventOf(link: PaymentLink): z.infer<typeof linkEventSchema> {
	const isPaid = link.status === "PAID";
	const isByBank = link.eft_transaction_id !== null;
	return pickFields(linkEventSchema, {
		...link,
		transaction_id: isPaid && !isByBank ? link.transaction_id : null,
		amount: dollars(link.amount_cents),
		amount_tax: dollarsOrNull(link.amount_tax_cents),
		amount_tip: dollarsOrNull(link.amount_tip_cents),
		operation: link.operation === "sale" ? "sale" : "authorize",
		eft_transaction_id: isPaid ? link.eft_transaction_id : null,
		subscription_lookup_id: isPaid ? link.subscription_lookup_id : null,
		consent: isPaid ? consentInRecord(link) : null,
		metadata: metadataOf(link),
	});
}

function consentInRecord({ consent_text: text, consent_sha256: sha256, ...link }: PaymentLink) {
	const { consent_language: language, consent_at: at } = link;
	if (text === null || sha256 === null || language === null || at === null) return null;
	return { text, sha256: sha256.toString("hex"), language, at };
}
