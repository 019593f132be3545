import type { RawCardFields } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";

/** The wire names of the card fields, and the vault's names for them. */
export const cardFieldNames = {
	card_number: "number",
	card_expiry_month: "month",
	card_expiry_year: "year",
	cvv2: "securityCode",
} as const;

const wireNames = Object.keys(cardFieldNames) as (keyof typeof cardFieldNames)[];

/** Not validated here: the vault applies the same rules as to a card in a token. */
function cardField(description: string, example: string) {
	return z.unknown().optional().openapi({ type: "string", description, example });
}

/** The fields that bring a card: a token, or four card fields. */
export const cardSourceFields = {
	token: z.unknown().optional().openapi({
		type: "string",
		description: "An encrypted card token, made in the browser; instead of the four card fields",
		example: "ct1AQHU9vts1Y5FTz85bm7rG8YAFBd60JUprX-NmJ09BgxOne55UjIX5…",
	}),
	card_number: cardField("Digits only", "4111111111111111"),
	card_expiry_month: cardField("Two digits", "08"),
	card_expiry_year: cardField("Two digits", "29"),
	cvv2: cardField("Three digits, four for Amex. Never stored", "123"),
};

/** The part of a parsed request body that brings a card. */
export type CardSource = { [Name in "token" | keyof typeof cardFieldNames]?: unknown };

/** A card in the vault's names, or a token. */
export interface BroughtCard {
	token?: unknown;
	card?: RawCardFields | undefined;
}

/** Splits a request body into its card and the rest. Pure. */
export function partCardSource<Body extends CardSource>(
	body: Body,
): BroughtCard & { card: RawCardFields; rest: Omit<Body, keyof CardSource> } {
	const { token, card_number, card_expiry_month, card_expiry_year, cvv2, ...rest } = body;
	const card = { number: card_number, month: card_expiry_month, year: card_expiry_year, securityCode: cvv2 };
	return { token, card, rest };
}

/** Tells whether a request brings a card. A field counts if it is present, whatever its value. */
export function hasCardSource(body: object): boolean {
	return "token" in body || wireNames.some((name) => name in body);
}

/** A field counts if it is present, whatever its value (rule B-05). */
export function requireOneCardSource(body: CardSource, context: z.RefinementCtx): void {
	const present = wireNames.filter((name) => name in body);
	if ("token" in body) {
		if (present.length === 0) return;
		const message = "Send either a token or the four card fields, not both.";
		context.addIssue({ code: "custom", path: ["token"], message, params: { reason: "token_and_card" } });
		return;
	}
	for (const name of wireNames) {
		if (present.includes(name)) continue;
		context.addIssue({
			code: "custom",
			path: [name],
			message: `${name} is required, or a token instead of the card.`,
			params: { reason: "field_required" },
		});
	}
}
