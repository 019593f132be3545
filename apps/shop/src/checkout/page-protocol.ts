/* The names and shapes that the checkout page's scripts and the server share. */
import { hasCardNumber } from "@cardseal/card";

/**
 * The three ways to take a card, so that developers can compare them. `widget`: the gateway's card form in a frame. `library`:
 * the page's own inputs, encrypted by the library. `shim`: the frame again, by the constructor of an earlier provider.
 */
export const checkoutWays = ["widget", "library", "shim"] as const;
export type CheckoutWay = (typeof checkoutWays)[number];

/** Reads a way from an address or form; the widget for any other text, since it is the one we recommend. */
export function readWay(text: string | null | undefined): CheckoutWay {
	return checkoutWays.find((way) => way === text) ?? "widget";
}

/** The checkout's request to pay. */
export interface PaymentRequest {
	email: string;
	name: string;
	order_id: string;
	checkout?: CheckoutWay | undefined;
	token: string;
	/** True to store the card for later orders. */
	remember?: boolean | undefined;
}

export function checkoutPath(orderId: string, way: CheckoutWay): string {
	return `/orders/${orderId}/checkout${way === "widget" ? "" : `/${way}`}`;
}

/** The order's page, which keeps the way, so that trying again leads back to the same checkout. */
export function orderPath(orderId: string, way: CheckoutWay): string {
	return `/orders/${orderId}${way === "widget" ? "" : `?checkout=${way}`}`;
}

/** Finds a card number typed as a name or address. Blanks count once, since the shop drops repeated ones from a name. */
export function hasTypedCardNumber(text: string): boolean {
	return hasCardNumber(text.replaceAll(/\p{Zs}+/gu, " "));
}

/** The fields of the form, in their order on the page; a page with the frame has only the first two. */
export const fieldIds = ["name", "email", "number", "expiry", "security-code"] as const;

export interface Problem {
	field: (typeof fieldIds)[number] | "form";
	message: string;
}

/** The answer: where to go, or what to tell the payer. With `tokenKept`, the same token may be sent again. */
export type PaymentAnswer = { next: string } | { problems: Problem[]; tokenKept: boolean };

/** The answer to a new card for a subscription: what to tell the payer when it was not changed. */
export interface CardChangeAnswer {
	message?: string;
}
