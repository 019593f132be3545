import { html } from "hono/html";
import { pageWords } from "../locale/for-pages.ts";
import type { Order, SavedCard } from "../orders/order.ts";
import { formatCard, formatMoney, type Markup, postForm, submitButton } from "../ui.ts";

const words = pageWords.savedCards;

export function savedCardsPanel(order: Order, cards: SavedCard[]): Markup {
	// A second press pays nothing.
	const hidden = { known_count: order.attempts.length };
	const pay = html`${cardChoice(cards)}${submitButton(payLabel(order), "button")}<p class="muted small progress" id="saved-card-progress" role="status"></p>`;
	return html`<section class="panel stack saved-cards" aria-labelledby="saved-cards-title">
		<h2 id="saved-cards-title">${cards.length === 1 ? words.title : words.titles}</h2>
		${postForm(`/orders/${order.id}/card-on-file`, hidden, pay)}
		${forgetForm(order, cards.length === 1 ? words.forget : words.forgetAll)}
	</section>`;
}

export function payLabel({ hold, amountCents }: Order): string {
	return (hold ? pageWords.checkout.hold : pageWords.checkout.pay)(formatMoney(amountCents));
}

export function forgetForm({ id }: Order, label: string): Markup {
	return postForm(`/orders/${id}/forget-card`, {}, submitButton(label));
}

function cardChoice(cards: SavedCard[]): Markup {
	const choice = (card: SavedCard, index: number) => html`<div class="choice">
		<input type="radio" id="card-${index}" name="card" value="${card.id}" ${index === 0 && html`checked`}>
		<label class="figures" for="card-${index}">${formatCard(card)}</label>
	</div>`;
	return html`<fieldset><legend class="visually-hidden">${words.choose}</legend>${cards.map(choice)}</fieldset>`;
}
