/*
 * What the checkout page's script and the shop's server say to each other. A file of its own and of types only, because both
 * sides import it.
 */
import type { CheckoutWay } from "./checkout-ways.ts";

/** Where a problem is shown on the checkout page; `form` stands above the button. */
export type CheckoutField = "name" | "email" | "number" | "form";

/** Something for the payer to mend, and where it is shown. */
export interface CheckoutProblem {
	readonly field: CheckoutField;
	readonly message: string;
}

/** What the script posts to `/pay`. */
export interface Payment {
	readonly order_id: string;
	readonly token: string;
	readonly name: string;
	readonly email: string;
	/** Has the card kept for the next order from this browser. */
	readonly remember: boolean;
	/** Which page it comes from; it decides nothing but where trying again leads. */
	readonly checkout: CheckoutWay;
}

/** The server's answer to the checkout script: where to go, or what to tell the payer. */
export type PaymentAnswer =
	| { readonly next: string }
	/** `tokenKept`: the same token may be sent again; otherwise the card has to be typed again. */
	| { readonly problems: readonly CheckoutProblem[]; readonly tokenKept: boolean };
