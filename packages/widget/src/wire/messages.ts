/**
 * Messages between the merchant's page (the host) and the frame: untrusted until `parse.ts` has read them. None to the
 * host can contain a digit of a card.
 */

import type { Brand } from "@cardseal/card";

/** Incremented for every incompatible change. */
export const protocol = 1;

export const fieldNames = ["number", "expiry", "securityCode", "name", "postalCode"] as const;

export type FieldName = (typeof fieldNames)[number];

export type FailureCause =
	| "offline"
	| "blocked"
	| "csp"
	| "timeout"
	| "origin"
	| "key"
	| "session"
	| "version"
	| "internal";

export interface Theme {
	/** `page` (default): the page's colour scheme; `auto`: the payer's system's. */
	scheme?: "page" | "light" | "dark" | "auto";
	accent?: string;
	text?: string;
	/** Also `transparent`. */
	background?: string;
	border?: string;
	danger?: string;
	/** 0–24. */
	radius?: number;
	/** Between and inside fields: 4–24. */
	spacing?: number;
	/** 14–24. */
	fontSize?: number;
	fontFamily?: "system" | "sans" | "serif" | "rounded" | "monospace";
	/** Separated by spaces; default: all. */
	brands?: string;
}

export interface FormOptions {
	/** BCP 47. */
	locale: string;
	theme: Theme;
	fields: { name: boolean; postalCode: boolean };
	disabled: boolean;
}

export interface Hello {
	cardseal: "hello";
	protocol: number;
	nonce: string;
}

export interface Connect {
	cardseal: "connect";
	protocol: number;
	nonce: string;
}

/** The gateway's answer to a charge whose payer is to authenticate: the fields that are needed here. */
export interface NextAction {
	/** The gateway's page for the payer. */
	url: string;
}

export type ToFrame =
	/** `isDark`: of the page around the frame. */
	| { type: "options"; options: FormOptions; isDark?: boolean }
	| { type: "focus"; field: FieldName | undefined }
	/** Answered once by `token`, `invalid` or `failed` with the same id. */
	| { type: "tokenize"; id: number }
	| { type: "clear" };

export type ToHost =
	| { type: "ready" }
	| { type: "title"; title: string }
	| { type: "size"; height: number }
	| { type: "change"; complete: boolean; empty: boolean; invalid: FieldName[] }
	| { type: "brand"; brand: Brand | undefined }
	| { type: "focus" | "blur"; field: FieldName }
	| { type: "submit" }
	/** `cardholder`: optional fields, no card data. */
	| { type: "token"; id: number; token: string; cardholder: { name?: string; postalCode?: string } }
	| { type: "invalid"; id: number; fields: FieldName[] }
	/** Without an `id`, the whole form failed. */
	| { type: "failed"; id: number | undefined; cause: FailureCause };
