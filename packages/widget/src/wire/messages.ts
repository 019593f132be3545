/**
 * Every message between the merchant's page (the host) and the frame. A message is untrusted data until `parse.ts` has
 * read it. No message to the host can contain a digit of a card.
 */

import type { Brand } from "@cardseal/card";

/** Incremented for every incompatible change. A host that meets another number fails as `version`. */
export const protocol = 1;

export const fieldNames = ["number", "expiry", "securityCode", "name", "postalCode"] as const;

export type FieldName = (typeof fieldNames)[number];

/** The reason for a failed card form, as a code for programs. */
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

/** The styles that a merchant may choose. The frame checks every value before it becomes a style. */
export interface Theme {
	/** The default, `page`, is the colour scheme of the page; `auto` that of the payer's system. */
	scheme?: "page" | "light" | "dark" | "auto";
	/** Colours as `#rgb` or `#rrggbb`. */
	accent?: string;
	text?: string;
	/** Also `transparent`. */
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
	/** The brands whose marks are listed, separated by spaces; default: all. */
	brands?: string;
}

/** The form's options; the host may change them at any time. */
export interface FormOptions {
	/** A BCP 47 language; the frame uses the nearest supported one. */
	locale: string;
	theme: Theme;
	/** The optional fields to show. */
	fields: { name: boolean; postalCode: boolean };
	disabled: boolean;
}

/** The first window message, from the frame. */
export interface Hello {
	cardseal: "hello";
	protocol: number;
	nonce: string;
}

/** The host's answer, which transfers the port for all further messages. */
export interface Connect {
	cardseal: "connect";
	protocol: number;
	nonce: string;
}

export type ToFrame =
	/** `isDark` tells the colour scheme of the page around the frame. */
	| { type: "options"; options: FormOptions; isDark?: boolean }
	| { type: "focus"; field: FieldName | undefined }
	/** Requests a token; answered once by `token`, `invalid` or `failed` with the same id. */
	| { type: "tokenize"; id: number }
	| { type: "clear" };

export type ToHost =
	| { type: "ready" }
	/** The form's name in its language: the frame's title. The host takes no digit in it. */
	| { type: "title"; title: string }
	| { type: "size"; height: number }
	| { type: "change"; complete: boolean; empty: boolean; invalid: FieldName[] }
	| { type: "brand"; brand: Brand | undefined }
	| { type: "focus" | "blur"; field: FieldName }
	/** The payer pressed Enter in a field. */
	| { type: "submit" }
	/** `cardholder` has the values of the optional fields, which are no card data. */
	| { type: "token"; id: number; token: string; cardholder: { name?: string; postalCode?: string } }
	| { type: "invalid"; id: number; fields: FieldName[] }
	/** With an `id`, a call to `tokenize` failed; without one, the whole form did. */
	| { type: "failed"; id: number | undefined; cause: FailureCause };
