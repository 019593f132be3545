import { html } from "hono/html";
import type { OfferedCard } from "../cards-on-file/card-keeper.ts";
import { findThing, isMonthly } from "../catalogue.ts";
import { type CheckoutWay, checkoutPath, checkoutWays } from "../checkout-ways.ts";
import type { Assets } from "../http/assets.ts";
import { pageWords } from "../locale/en/pages.ts";
import { canPayByBank } from "../orders/by-bank.ts";
import { lastAttempt, lastTypedAttempt, type Order } from "../orders/order.ts";
import { byBankLink } from "./by-bank.ts";
import { cardPart, gatewayScript, type Sealing } from "./card-part.ts";
import { cardsOnFilePart, payLabel } from "./cards-on-file.ts";
import { field } from "./field.ts";
import { formatMoney } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";
import { testingPanel } from "./testing.ts";

const words = pageWords.checkout;

/** An order at its checkout. */
export interface Checkout {
	readonly order: Order;
	readonly way: CheckoutWay;
	/** On file for whoever uses this browser. */
	readonly cards: readonly OfferedCard[];
	readonly mailboxUrl: string | undefined;
}

/**
 * The checkout page for one way of taking the card, after the cards on file if there are any. The form's button works only once
 * the script has taken over; paying with a card on file needs none.
 */
export function checkoutPage(assets: Assets, sealing: Sealing, checkout: Checkout): Markup {
	const { order, way, mailboxUrl } = checkout;
	const form = paymentForm(assets, sealing, order, way);
	const main = html`
		<h1 class="page-head">${words.title}</h1>
		<p class="notice sandbox-banner">
			<strong>${pageWords.testing.banner}</strong> <a href="#testing">${pageWords.testing.bannerLink}</a>
		</p>
		${waySwitch(order, way)}
		${earlierPayment(order)}
		<div class="checkout">
			${summary(assets, order)}
			<div class="paying">
				${paying(checkout, form)}
				${canPayByBank(order) ? byBankLink(order, way) : ""}
			</div>
			${testingPanel(order.amountCents, way, mailboxUrl)}
		</div>`;
	const scripts = [`checkout-${way}.js`];
	return renderPage(assets, { title: words.title, main, scripts, beforeScripts: gatewayScript(sealing, way) });
}

/** For the developer who looks around: the same checkout by the other ways. A real shop has one way and no such line. */
function waySwitch(order: Order, current: CheckoutWay): Markup {
	const link = (way: CheckoutWay) =>
		html`<li><a class="way" href="${checkoutPath(order.id, way)}" ${way === current ? html`aria-current="page"` : ""}>${words.ways[way]}</a></li>`;
	return html`<nav class="ways small" aria-labelledby="ways-title">
		<span class="muted" id="ways-title">${words.waysTitle}</span>
		<ul>${checkoutWays.map(link)}</ul>
	</nav>`;
}

function earlierPayment(order: Order): Markup | "" {
	const outcome = lastAttempt(order)?.outcome;
	return outcome?.kind === "not_charged" ? html`<p class="notice">${words.notCharged[outcome.why]}</p>` : "";
}

/**
 * Cards on file first, and the form one press away. One of both at a time: with two buttons that pay, somebody who has typed
 * another card would press the first.
 */
function paying({ order, way, cards }: Checkout, form: Markup): Markup {
	if (cards.length === 0) return form;
	if (cards.every(({ expired }) => expired)) return html`${cardsOnFilePart(order, way, cards)}${form}`;
	const open = lastAttempt(order)?.onFile === false ? html`open` : "";
	return html`${cardsOnFilePart(order, way, cards)}
		<details class="another-card" ${open}>
			<summary class="button-quiet"><span>${words.onFile.another}</span><span>${words.onFile.back}</span></summary>
			${form}
		</details>`;
}

/** The name of an ordered thing; its slug, should the shop have stopped selling it. */
export function thingName(slug: string): string {
	const thing = findThing(slug);
	return thing === undefined ? slug : pageWords.things[thing.slug].name;
}

function summary(assets: Assets, { slug, quantity, amountCents }: Order): Markup {
	const thing = findThing(slug);
	const art = thing && html`<img src="${assets.get(`${slug}.svg`).href}" alt="" width="80" height="60">`;
	return html`<section class="panel summary" aria-labelledby="summary-title">
		<h2 id="summary-title">${words.order}</h2>
		<div class="summary-line">
			${art}
			<p>${quantity} × ${thingName(slug)}<br>${thing && html`<a class="small" href="/things/${slug}">${words.change}</a>`}</p>
		</div>
		<dl class="pairs"><div class="total"><dt>${words.total}</dt><dd>${formatMoney(amountCents)}</dd></div></dl>
	</section>`;
}

function paymentForm(assets: Assets, { publicKey }: Sealing, order: Order, way: CheckoutWay): Markup {
	const payer = lastTypedAttempt(order);
	return html`<form id="payment" class="panel payment" novalidate data-order-id="${order.id}" data-checkout="${way}" data-public-key="${publicKey}">
		<noscript><p class="notice" data-tone="warning">${words.needsScript}</p></noscript>
		<fieldset>
			<legend><h2>${words.details}</h2></legend>
			${field({ id: "name", label: words.name, attributes: html`type="text" autocapitalize="words" autocomplete="name" value="${payer?.name ?? ""}"` })}
			${field({
				id: "email",
				label: words.email,
				hint: words.emailHint,
				attributes: html`type="email" inputmode="email" autocomplete="email" value="${payer?.email ?? ""}"`,
			})}
		</fieldset>
		${cardPart(way)}
		<p class="sealed" id="sealed" hidden>
			<strong class="figures" id="sealed-card"></strong>
			<button class="button-quiet" type="button" id="another-card">${words.anotherCard}</button>
		</p>
		${isMonthly(order) ? html`<p class="small">${words.monthly}</p>` : rememberChoice()}
		<p class="sealing small"><img src="${assets.get("mark.svg").href}" alt="" width="16" height="16"> ${words.sealed[way]}</p>
		<div class="payment-end">
			<div id="form-problem" role="alert"></div>
			<button class="button" id="pay" type="submit" disabled>${payLabel(order)}</button>
			<p class="muted small" id="progress" role="status"></p>
		</div>
	</form>`;
}

function rememberChoice(): Markup {
	return html`<div class="choice">
		<input type="checkbox" id="remember" aria-describedby="remember-hint" autocomplete="off">
		<label for="remember">${words.remember}</label>
		<p class="field-hint" id="remember-hint">${words.rememberHint}</p>
	</div>`;
}
