import { amountPartSchema, formatDollars, lineOfText } from "@cardseal/platform";
import { type GivenMetadata, type Metadata, mergeMetadata, metadataField } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";

/** Fields by other gateways' names. Invalid values are ignored. */
export const furtherFields = {
	order_id: z
		.unknown()
		.optional()
		.openapi({ type: ["string", "integer"], description: "Taken as `invoice_id` where that is absent" }),
	description: z
		.unknown()
		.optional()
		.openapi({ type: "string", description: "Kept as `metadata.description`, unless the metadata has one" }),
};

type FurtherFields = { [Name in keyof typeof furtherFields]?: unknown };

/** Tax and tip, which the amount includes. */
export const amountPartFields = {
	amount_tax: amountPartSchema
		.nullable()
		.optional()
		.openapi({ description: "The part of `amount` that is tax, in dollars; shown in receipts", example: 3.57 }),
	amount_tip: amountPartSchema
		.nullable()
		.optional()
		.openapi({ description: "The part of `amount` that is a tip, in dollars; together with the tax at most `amount`" }),
};

export function invoiceIdOf({
	invoice_id,
	order_id: order,
}: FurtherFields & { invoice_id?: string | null | undefined }): string | null {
	if (invoice_id !== undefined && invoice_id !== null) return invoice_id;
	const read = lineOfText.safeParse(Number.isSafeInteger(order) ? String(order) : order);
	return read.data || null;
}

type Described = FurtherFields & { metadata?: GivenMetadata | null | undefined };

export function describedMetadata({ metadata, description }: Described): GivenMetadata | null | undefined {
	if (typeof description !== "string" || typeof metadata?.description === "string") return metadata;
	const described = metadataField.safeParse({ ...metadata, description });
	return described.success ? described.data : metadata;
}

export function chargeMetadata(request: Described): Metadata | null {
	return mergeMetadata(null, describedMetadata(request));
}

interface AmountWithParts {
	/** Cents, as are its parts. */
	amount: number;
	amount_tax?: number | null | undefined;
	amount_tip?: number | null | undefined;
}

export function requireFittingParts(
	{ amount, amount_tax, amount_tip }: AmountWithParts,
	context: z.RefinementCtx,
): void {
	if ((amount_tax ?? 0) + (amount_tip ?? 0) <= amount) return;
	context.addIssue({
		code: "custom",
		path: [amount_tip ? "amount_tip" : "amount_tax"],
		message: `amount includes amount_tax and amount_tip. Send at most ${formatDollars(amount)} for both together.`,
	});
}
