/**
 * Every message between the merchant's page (the host) and the frame, either way. A message is data from a stranger
 * until `parse.ts` has read it. No message to the host can hold a digit of a card.
 */

import type { Brand } from "@cardseal/card";

/** Raised when either side would no longer understand the other; a host that meets another number fails as `version`. */
export const protocol = 1;

export const fieldNames = ["number", "expiry", "securityCode", "name", "postalCode"] as const;

export type FieldName = (typeof fieldNames)[number];

/** Why the card form cannot work, in words a program can compare. */
export const failureCauses = [
	"offline",
	"blocked",
	"csp",
	"timeout",
	"origin",
	"key",
	"session",
	"version",
	"internal",
] as const;

export type FailureCause = (typeof failureCauses)[number];

/** The looks a merchant may choose; every value is read and checked by the frame before it becomes a style. */
export interface Theme {
	scheme?: "light" | "dark" | "auto";
	/** Colours as `#rgb` or `#rrggbb`. */
	accent?: string;
	text?: string;
	background?: string;
	border?: string;
	danger?: string;
	/** px: 0–24. */
	radius?: number;
	/** px between and inside fields: 4–24. */
	spacing?: number;
	/** px: 14–24. */
	fontSize?: number;
	fontFamily?: "system" | "sans" | "serif" | "rounded" | "monospace";
}

/** What the frame shows; the host may change it at any time. */
export interface FormOptions {
	/** A BCP 47 language; the frame takes the nearest it has. */
	locale: string;
	theme: Theme;
	/** Which optional fields are asked for. */
	fields: { name: boolean; postalCode: boolean };
	disabled: boolean;
}

/** The window message the frame opens the conversation with. */
export interface Hello {
	cardseal: "hello";
	protocol: number;
	nonce: string;
}

/** The host's answer to it, which carries the port that everything else goes through. */
export interface Connect {
	cardseal: "connect";
	protocol: number;
	nonce: string;
}

export type ToFrame =
	| { type: "options"; options: FormOptions }
	| { type: "focus"; field: FieldName | undefined }
	/** Asks for a token; answered once by `token`, `invalid` or `failed` with the same id. */
	| { type: "tokenize"; id: number }
	| { type: "clear" };

export type ToHost =
	| { type: "ready" }
	| { type: "size"; height: number }
	| { type: "change"; complete: boolean; empty: boolean; invalid: FieldName[] }
	| { type: "brand"; brand: Brand | undefined }
	| { type: "focus" | "blur"; field: FieldName }
	/** The payer pressed Enter in a field. */
	| { type: "submit" }
	/** `cardholder` holds what the optional fields hold: it is not card data. */
	| { type: "token"; id: number; token: string; cardholder: { name?: string; postalCode?: string } }
	| { type: "invalid"; id: number; fields: FieldName[] }
	/** `id` when a call to `tokenize` failed by it; without one the whole form did. */
	| { type: "failed"; id: number | undefined; cause: FailureCause };
