import type { RawCardFields } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";

/** The wire's names by the vault's. */
export const wireNameOf = {
	number: "card_number",
	month: "card_expiry_month",
	year: "card_expiry_year",
	securityCode: "cvv2",
} as const satisfies Record<keyof RawCardFields, string>;

const wireNames = Object.values(wireNameOf);

/** The vault applies the rules for a card in a token. */
function cardField(description: string, example: string) {
	return z
		.unknown()
		.optional()
		.openapi({ type: ["string", "integer"], description, example });
}

export const cardSourceFields = {
	token: z.unknown().optional().openapi({
		type: "string",
		description: "An encrypted card token, made in the browser; instead of the four card fields",
		example: "ct1AQHU9vts1Y5FTz85bm7rG8YAFBd60JUprX-NmJ09BgxOne55UjIX5…",
	}),
	payment_token: z.unknown().optional().openapi({ type: "string", description: "Another name of token" }),
	card_number: cardField("Digits, also with spaces between them, or an integer of 12 to 16 digits", "4111111111111111"),
	card_expiry_month: cardField("One or two digits, or an integer", "08"),
	card_expiry_year: cardField("Two or four digits, or an integer", "29"),
	cvv2: cardField("Three digits, four for Amex, or an integer of as many. Never stored", "123"),
};

export const oneCardSource = {
	oneOf: [{ required: ["token"] }, { required: ["payment_token"] }, { required: [...wireNames] }],
};

export type CardSource = { [Name in keyof typeof cardSourceFields]?: unknown };

export interface BroughtCard {
	token?: unknown;
	card?: RawCardFields | undefined;
}

export function partCardSource<Body extends CardSource>(
	body: Body,
): BroughtCard & { card: RawCardFields; rest: Omit<Body, keyof CardSource> } {
	const { token, payment_token, card_number, card_expiry_month, card_expiry_year, cvv2, ...rest } = body;
	const card = {
		number: given(card_number),
		month: monthOf(given(card_expiry_month)),
		year: yearOf(given(card_expiry_year)),
		securityCode: given(cvv2),
	};
	return { token: given(token) ?? given(payment_token), card, rest };
}

function given(value: unknown): unknown {
	return value === null || value === "" ? undefined : value;
}

/** Pads to two digits; the vault checks other values. */
function monthOf(month: unknown): unknown {
	const text = isCount(month) ? String(month) : month;
	return typeof text === "string" && /^[0-9]$/.test(text) ? text.padStart(2, "0") : text;
}

/** Shortens a year of this century to two digits; other values stay. */
function yearOf(year: unknown): unknown {
	const text = isCount(year) ? String(year).padStart(2, "0") : year;
	return typeof text === "string" && /^20[0-9]{2}$/.test(text) ? text.slice(2) : text;
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function hasCardSource(body: CardSource): boolean {
	return bringsCard(partCardSource(body));
}

type PartedSource = Pick<ReturnType<typeof partCardSource>, "token" | "card">;

function bringsCard({ token, card }: PartedSource): boolean {
	return token !== undefined || Object.values(card).some((field) => field !== undefined);
}

/** A card field next to a token counts even when it is empty (rule B-05). */
function tooManySources(body: CardSource, { token }: PartedSource): string | undefined {
	if (token === undefined) return undefined;
	if (wireNames.some((name) => name in body)) return "Send either a token or the four card fields, not both.";
	const isOneToken = (given(body.payment_token) ?? token) === token;
	return isOneToken ? undefined : "Send the card token once, as token or as payment_token.";
}

const tokenNames = ["token", "payment_token"] as const;

const emptyToken = (name: string) =>
	`${name} is empty: the form made none. Is cardseal.js loaded, and is the element inside the form?`;

export function requireOneCardSource(body: CardSource, context: z.RefinementCtx): void {
	const brought = partCardSource(body);
	const message = tooManySources(body, brought);
	if (message !== undefined) {
		context.addIssue({ code: "custom", path: ["token"], message, params: { reason: "token_and_card" } });
		return;
	}
	if (brought.token !== undefined) return;
	const empty = tokenNames.find((name) => name in body);
	if (empty !== undefined && !bringsCard(brought)) {
		const params = { reason: "field_required" };
		context.addIssue({ code: "custom", path: [empty], message: emptyToken(empty), params });
		return;
	}
	for (const name of wireNames) {
		if (given(body[name]) !== undefined) continue;
		context.addIssue({
			code: "custom",
			path: [name],
			message: `${name} is required, or a token instead of the card.`,
			params: { reason: "field_required" },
		});
	}
}
