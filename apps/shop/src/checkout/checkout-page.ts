import { html } from "hono/html";
import { isMonthly } from "../catalogue.ts";
import { pageWords } from "../locale/for-pages.ts";
import { canBePaidByBank, type Order, type SavedCard } from "../orders/order.ts";
import { productName } from "../product-pages.ts";
import { payLabel, savedCardsPanel } from "../saved-cards/saved-cards-panel.ts";
import type { Shop } from "../shop.ts";
import {
	field,
	formatMoney,
	type Markup,
	notice,
	type Page,
	payerFields,
	postForm,
	problemAt,
	statusPage,
	submitButton,
} from "../ui.ts";
import { type CheckoutWay, checkoutPath, checkoutWays, type Problem } from "./page-protocol.ts";
import type { Payer } from "./payer.ts";
import { testCardsPanel } from "./test-cards-panel.ts";

const words = pageWords.checkout;

/** The button works once the script runs; a saved card pays without script. */
export function checkoutPage(shop: Shop, order: Order, way: CheckoutWay, cards: SavedCard[]): Page {
	const outcome = order.attempts.at(-1)?.outcome;
	const { testing } = pageWords;
	const main = html`<h1 class="page-head">${words.title}</h1>
		<p class="notice sandbox-banner"><strong>${testing.banner}</strong> <a href="#testing">${testing.bannerLink}</a></p>
		${waySwitch(order, way)}
		${outcome?.kind === "not_charged" && html`<p class="notice">${words.notCharged[outcome.why]}</p>`}
		<div class="stack columns">
			${summary(order)}
			<div class="stack paying">
				${withSavedCards(order, cards, paymentForm(shop.publicKey, order, way))}
				${canBePaidByBank(order) && html`<p><a class="button-quiet" href="/orders/${order.id}/bank-request">${pageWords.bankRequest.title}</a></p>`}
			</div>
			${testCardsPanel(order.amountCents, way, shop.mailboxUrl)}
		</div>`;
	const gatewayScript = way === "library" ? shop.scripts.library : shop.scripts.widget;
	return { title: words.title, main, script: `checkout-${way}.js`, gatewayScript };
}

/** For developers who compare the ways; a real shop has one. */
function waySwitch(order: Order, current: CheckoutWay): Markup {
	const link = (way: CheckoutWay) =>
		html`<li><a class="way" href="${checkoutPath({ id: order.id, way })}" ${way === current && html`aria-current="page"`}>${words.ways[way]}</a></li>`;
	return html`<nav class="row ways small" aria-labelledby="ways-title">
		<span class="muted" id="ways-title">${words.waysTitle}</span>
		<ul>${checkoutWays.map(link)}</ul>
	</nav>`;
}

/** Shows either the saved cards or the form: with two buttons that pay, a payer might press the wrong one. */
function withSavedCards(order: Order, cards: SavedCard[], form: Markup): Markup {
	if (cards.length === 0) return form;
	const last = order.attempts.at(-1);
	const { another, back } = pageWords.savedCards;
	return html`${savedCardsPanel(order, cards)}
		<details class="another-card" ${last && last.method !== "saved_card" && html`open`}>
			<summary class="button-quiet"><span>${another}</span><span>${back}</span></summary>
			${form}
		</details>`;
}

function summary(order: Order): Markup {
	const { slug, quantity, amountCents } = order;
	return html`<section class="panel stack" aria-labelledby="summary-title">
		<h2 id="summary-title">${words.order}</h2>
		<div class="row">
			<img src="/assets/art/${slug}.svg" alt="" width="80" height="60">
			<p>${quantity} × ${productName(order)}<br><a class="small" href="/things/${slug}">${words.change}</a></p>
		</div>
		<dl class="pairs"><div class="total"><dt>${words.total}</dt><dd>${formatMoney(amountCents)}</dd></div></dl>
	</section>`;
}

function paymentForm(publicKey: string, order: Order, way: CheckoutWay): Markup {
	return html`<form id="payment" class="panel stack" novalidate data-order-id="${order.id}" data-public-key="${publicKey}">
		<noscript><p class="notice" data-tone="warning">${words.needsScript}</p></noscript>
		<fieldset><legend><h2>${words.details}</h2></legend>${payerFields(lastTypedPayer(order), false)}</fieldset>
		${cardFieldset(way)}
		<p class="row apart" id="sealed" hidden>
			<strong class="figures" id="sealed-card"></strong>
			<button class="button-quiet" type="button" id="another-card">${words.anotherCard}</button>
		</p>
		${isMonthly(order) ? html`<p class="small">${words.monthly}</p>` : rememberChoice()}
		<p class="muted small">${words.sealed[way]}</p>
		${formEnd("pay", payLabel(order))}
	</form>`;
}

/** The payer as typed for this order, never the holder of a saved card. */
function lastTypedPayer({ attempts }: Order): Payer | undefined {
	return attempts.findLast(({ method }) => method !== "saved_card");
}

export function formEnd(id: string, label: string): Markup {
	return html`<div class="stack">
		<div id="form-problem" role="alert"></div>
		<button class="button" id="${id}" type="submit" disabled>${label}</button>
		<p class="muted small progress" id="progress" role="status"></p>
	</div>`;
}

/** The page's own inputs have no `name`, so that no form can post them. */
export function cardFieldset(way: CheckoutWay): Markup {
	const input = (id: string, label: string, attributes: Markup, more: { hint?: string; beside?: Markup } = {}) =>
		field({ id, label, ...more, attributes: html`type="text" inputmode="numeric" ${attributes}` });
	const inputs = () => html`
		${input("number", words.number, html`autocomplete="cc-number"`, { beside: html`<output class="brand" id="brand" for="number"></output>` })}
		<div class="field-pair">
			${input("expiry", words.expiry, html`autocomplete="cc-exp"`, { hint: words.expiryHint })}
			${input("security-code", words.securityCode, html`autocomplete="cc-csc" maxlength="4"`, { hint: words.securityCodeHint })}
		</div>`;
	return html`<fieldset id="card">
		<legend><h2>${words.card}</h2></legend>
		${way === "library" ? inputs() : html`<div class="card-form" id="card-form"></div>`}
	</fieldset>`;
}

function rememberChoice(): Markup {
	return html`<div class="choice">
		<input type="checkbox" id="remember" aria-describedby="remember-hint" autocomplete="off">
		<label for="remember">${words.remember}</label>
		<p class="field-hint" id="remember-hint">${words.rememberHint}</p>
	</div>`;
}

/** Separate from the checkout, since it posts without script. */
export function bankRequestPage(order: Order, typed?: Payer & { problems: Problem[] }): Page {
	const { title, explanation, ask, back } = pageWords.bankRequest;
	const problem = typed && problemAt("form", typed.problems);
	const fields = html`<div class="stack">
		${payerFields(typed ?? lastTypedPayer(order), true, typed?.problems)}
		${submitButton(ask(formatMoney(order.amountCents)), "button")}
	</div>`;
	return statusPage(
		{ title },
		html`<p>${explanation}</p>
		${problem && notice(problem, "danger")}
		${postForm(`/orders/${order.id}/bank-request`, { known_count: order.attempts.length }, fields)}
		<p><a href="${checkoutPath(order)}">${back}</a></p>`,
	);
}
