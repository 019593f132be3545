import { lineOfText, parseCents } from "@cardseal/platform";
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
	amount_tax: z
		.unknown()
		.optional()
		.openapi({ type: ["number", "string"], description: "The part of the amount that is tax, for the record" }),
	amount_tip: z
		.unknown()
		.optional()
		.openapi({ type: ["number", "string"], description: "The part of the amount that is a tip, for the record" }),
};

type FurtherFields = { [Name in keyof typeof furtherFields]?: unknown };

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

/** Returns cents; `null` for invalid amounts, and for both if they exceed the charge. */
export function amountParts(
	{ amount_tax, amount_tip }: FurtherFields,
	amountCents: number,
): { taxCents: number | null; tipCents: number | null } {
	const [taxCents, tipCents] = [partOf(amount_tax), partOf(amount_tip)];
	const isWithin = (taxCents ?? 0) + (tipCents ?? 0) <= amountCents;
	return isWithin ? { taxCents, tipCents } : { taxCents: null, tipCents: null };
}

/** A part may be zero, unlike an amount. */
function partOf(value: unknown): number | null {
	const isZero = value === 0 || (typeof value === "string" && /^0(?:\.00?)?$/.test(value));
	return isZero ? 0 : (parseCents(value) ?? null);
}
