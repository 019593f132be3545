import { html } from "hono/html";
import { type CheckoutWay, checkoutPath } from "../checkout-ways.ts";
import type { Assets } from "../http/assets.ts";
import { pageWords } from "../locale/en/pages.ts";
import { lastTypedAttempt, type Order } from "../orders/order.ts";
import { field } from "./field.ts";
import { formatMoney } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";

const words = pageWords.byBank;

/** Where somebody asks for the mail by which they pay. */
export function byBankPath(orderId: string): string {
	return `/orders/${orderId}/bank-request`;
}

/** The way from the checkout to paying from a bank account. */
export function byBankLink({ id }: Order, way: CheckoutWay): Markup {
	return html`<p><a class="button-quiet" href="${byBankPath(id)}?checkout=${way}">${words.title}</a></p>`;
}

/** What was typed, and what is wrong with it. */
export interface TypedBankPayer {
	readonly name: string;
	readonly email: string;
	readonly problems: {
		readonly name?: string | undefined;
		readonly email?: string | undefined;
		/** Why nobody was asked. */
		readonly form?: string;
	};
}

/**
 * The page that asks to whom the mail goes. Apart from the checkout: a form that posts by itself has no place beside the fields
 * of a card. Works without script.
 */
export function byBankPage(assets: Assets, order: Order, way: CheckoutWay, typed?: TypedBankPayer): Markup {
	const { checkout } = pageWords;
	const { name = "", email = "" } = typed ?? lastTypedAttempt(order) ?? {};
	const main = html`<section class="panel outcome">
		<h1>${words.title}</h1>
		<p>${words.explanation}</p>
		${typed?.problems.form === undefined ? "" : html`<p class="notice" data-tone="danger" role="alert">${typed.problems.form}</p>`}
		<form class="payment" method="post" action="${byBankPath(order.id)}">
			<input type="hidden" name="after" value="${order.attempts.length}">
			<input type="hidden" name="checkout" value="${way}">
			${field({
				id: "name",
				label: checkout.name,
				problem: typed?.problems.name,
				attributes: html`name="name" type="text" autocapitalize="words" autocomplete="name" value="${name}"`,
			})}
			${field({
				id: "email",
				label: checkout.email,
				problem: typed?.problems.email,
				attributes: html`name="email" type="email" inputmode="email" autocomplete="email" value="${email}"`,
			})}
			<button class="button" type="submit">${words.ask(formatMoney(order.amountCents))}</button>
		</form>
		<p><a href="${checkoutPath(order.id, way)}">${words.back}</a></p>
	</section>`;
	return renderPage(assets, { title: words.title, main });
}
