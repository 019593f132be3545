import { html } from "hono/html";
import type { OfferedCard } from "../cards-on-file/card-keeper.ts";
import type { CheckoutWay } from "../checkout-ways.ts";
import { pageWords } from "../locale/en/pages.ts";
import type { Order } from "../orders/order.ts";
import { formatCard, formatExpiry, formatMoney } from "./format.ts";
import type { Markup } from "./layout.ts";

const words = pageWords.checkout;

/** The cards on file: one is paid with in one press, of several one is chosen, and all can be forgotten. Works without script. */
export function cardsOnFilePart(order: Order, way: CheckoutWay, cards: readonly OfferedCard[]): Markup {
	const { title, titles, noneGood, forget, forgetAll } = words.onFile;
	const good = cards.filter(({ expired }) => !expired);
	return html`<section class="panel on-file" aria-labelledby="on-file-title">
		<h2 id="on-file-title">${cards.length === 1 ? title : titles}</h2>
		${cards.filter(({ expired }) => expired).map((card) => html`<p class="figures muted">${cardText(card)}</p>`)}
		${good.length === 0 ? html`<p class="small">${noneGood}</p>` : payForm(order, way, good)}
		${forgetForm(order, way, cards.length === 1 ? forget : forgetAll)}
	</section>`;
}

/** The words on the button that pays, with the amount. */
export function payLabel({ hold, amountCents }: Order): string {
	return (hold ? words.hold : words.pay)(formatMoney(amountCents));
}

/** Has the cards of this browser forgotten, and comes back to the order. */
export function forgetForm({ id }: Order, way: CheckoutWay, label: string): Markup {
	return html`<form method="post" action="/orders/${id}/forget-card">
		<input type="hidden" name="checkout" value="${way}">
		<button class="button-quiet" type="submit">${label}</button>
	</form>`;
}

/** `after` tells which attempt this one follows, so that a second press of the button pays nothing twice. */
function payForm(order: Order, way: CheckoutWay, cards: readonly OfferedCard[]): Markup {
	const [only, ...others] = cards;
	return html`<form method="post" action="/orders/${order.id}/card-on-file">
		<input type="hidden" name="after" value="${order.attempts.length}">
		<input type="hidden" name="checkout" value="${way}">
		${only !== undefined && others.length === 0 ? onlyCard(only) : choiceOf(cards)}
		<button class="button" type="submit">${payLabel(order)}</button>
	</form>`;
}

function onlyCard(card: OfferedCard): Markup {
	return html`<input type="hidden" name="card" value="${card.id}">
		<p><strong class="figures">${cardText(card)}</strong></p>`;
}

function choiceOf(cards: readonly OfferedCard[]): Markup {
	return html`<fieldset>
		<legend class="visually-hidden">${words.onFile.choose}</legend>
		${cards.map((card, index) => {
			const checked = index === 0 ? html`checked` : "";
			return html`<div class="choice">
				<input type="radio" id="card-${index}" name="card" value="${card.id}" ${checked}>
				<label class="figures" for="card-${index}">${cardText(card)}</label>
			</div>`;
		})}
	</fieldset>`;
}

function cardText(card: OfferedCard): string {
	const text = card.expired ? words.onFile.expired : words.onFile.card;
	return text(formatCard(card), formatExpiry(card.expiry));
}
