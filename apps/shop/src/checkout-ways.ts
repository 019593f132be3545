/*
 * The three ways in which a checkout page can take a card. All else about the pages, the order and the payment is the same, so
 * that a developer can hold them against each other.
 */

/**
 * `widget`: the gateway's card form in a frame. `library`: inputs of the shop's own page, sealed by the encryption library.
 * `shim`: the frame again, by the constructor that pages written for an earlier provider call.
 */
export const checkoutWays = ["widget", "library", "shim"] as const;
export type CheckoutWay = (typeof checkoutWays)[number];

/** The way that this text names; the widget for any other text, since it is the one we recommend. */
export function readCheckoutWay(text: string | undefined): CheckoutWay {
	return checkoutWays.find((way) => way === text) ?? "widget";
}

/** Where an order is paid this way. */
export function checkoutPath(orderId: string, way: CheckoutWay): string {
	const path = `/orders/${orderId}/checkout`;
	return way === "widget" ? path : `${path}/${way}`;
}

/** Where an order shows how it stands; it remembers the way, so that trying again leads back to the same page. */
export function orderPath(orderId: string, way: CheckoutWay): string {
	const path = `/orders/${orderId}`;
	return way === "widget" ? path : `${path}?checkout=${way}`;
}
