/** Untrusted until `parse.ts` has read them. None to the host can contain a card's digits. */

import type { Brand } from "@cardseal/card";

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
	/** `page` (default): the page's scheme; `auto`: the system's. */
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

/** The needed fields of the gateway's answer. */
export interface NextAction {
	url: string;
}

export type ToFrame =
	/** `isDark`: the surrounding page. */
	| { type: "options"; options: FormOptions; isDark?: boolean }
	| { type: "focus"; field: FieldName | undefined }
	/** Answered once, with the same id. */
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
	/** `cardholder`: no card data. */
	| { type: "token"; id: number; token: string; cardholder: { name?: string; postalCode?: string } }
	| { type: "invalid"; id: number; fields: FieldName[] }
	/** Without `id`, the whole form failed. */
	| { type: "failed"; id: number | undefined; cause: FailureCause };
