/* Shared by the checkout page's scripts and the server. */
import { hasCardNumber } from "@cardseal/card";

/** `widget` and `shim` (by the constructor of an earlier provider): a frame. `library`: the page's inputs, encrypted. */
export const checkoutWays = ["widget", "library", "shim"] as const;
export type CheckoutWay = (typeof checkoutWays)[number];

export interface PaymentRequest {
	email: string;
	name: string;
	order_id: string;
	token: string;
	remember?: boolean | undefined;
}

export function checkoutPath({ id, way = "widget" }: { id: string; way?: CheckoutWay }): string {
	return `/orders/${id}/checkout${way === "widget" ? "" : `/${way}`}`;
}

export function hasTypedCardNumber(text: string): boolean {
	return hasCardNumber(text.replaceAll(/\p{Zs}+/gu, " "));
}

/** A page with the frame has only the first two. */
export const fieldIds = ["name", "email", "number", "expiry", "security-code"] as const;

export interface Problem {
	field: (typeof fieldIds)[number] | "form";
	message: string;
}

/** With `tokenKept`, the same token may be sent again. */
export type PaymentAnswer = { next: string } | { problems: Problem[]; tokenKept: boolean };

export interface CardChangeAnswer {
	message?: string;
}
