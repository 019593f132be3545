import { html } from "hono/html";
import { findThing } from "../catalogue.ts";
import type { Assets } from "../http/assets.ts";
import { pageWords } from "../locale/en/pages.ts";
import { lastAttempt, type Order } from "../orders/order.ts";
import { formatMoney } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";
import { testingPanel } from "./testing.ts";

const words = pageWords.checkout;

/** What the checkout page needs of the gateway. */
export interface Sealing {
	/** Address of the encryption library's script-tag file. */
	readonly scriptUrl: string;
	/** Its hash as the gateway publishes it, for the `integrity` attribute. */
	readonly integrity: string;
	readonly publicKey: string;
}

/**
 * The checkout page. The card's inputs have no `name`: whatever a browser or an extension submits, they are not part of
 * it. The button works only once the script has taken over the form.
 */
export function checkoutPage(assets: Assets, sealing: Sealing, order: Order): Markup {
	const main = html`
		<h1 class="page-head">${words.title}</h1>
		<p class="notice sandbox-banner">
			<strong>${pageWords.testing.banner}</strong> <a href="#testing">${pageWords.testing.bannerLink}</a>
		</p>
		${earlierPayment(order)}
		<div class="checkout">
			${summary(assets, order)}
			${paymentForm(assets, sealing, order)}
			${testingPanel(order.amountCents)}
		</div>`;
	const beforeScripts = html`<script src="${sealing.scriptUrl}" integrity="${sealing.integrity}" crossorigin="anonymous" defer></script>`;
	return renderPage(assets, { title: words.title, main, scripts: ["checkout.js"], beforeScripts });
}

function earlierPayment(order: Order): Markup | "" {
	const outcome = lastAttempt(order)?.outcome;
	const lost = outcome?.kind === "not_charged" && outcome.why === "not_received";
	return lost ? html`<p class="notice">${words.notReceived}</p>` : "";
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

function paymentForm(assets: Assets, { publicKey }: Sealing, order: Order): Markup {
	const payer = lastAttempt(order);
	return html`<form id="payment" class="panel payment" novalidate data-order-id="${order.id}" data-public-key="${publicKey}">
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
		${cardFields()}
		<p class="sealed" id="sealed" hidden>
			<strong class="figures" id="sealed-card"></strong>
			<button class="button-quiet" type="button" id="another-card">${words.anotherCard}</button>
		</p>
		<p class="sealing small"><img src="${assets.get("mark.svg").href}" alt="" width="16" height="16"> ${words.sealed}</p>
		<div class="payment-end">
			<div id="form-problem" role="alert"></div>
			<button class="button" id="pay" type="submit" disabled>${words.pay(formatMoney(order.amountCents))}</button>
			<p class="muted small" id="progress" role="status"></p>
		</div>
	</form>`;
}

function cardFields(): Markup {
	return html`<fieldset id="card">
		<legend><h2>${words.card}</h2></legend>
		${field({
			id: "number",
			label: words.number,
			beside: html`<output class="brand" id="brand" for="number"></output>`,
			attributes: html`type="text" inputmode="numeric" autocomplete="cc-number"`,
		})}
		<div class="field-pair">
			${field({
				id: "expiry",
				label: words.expiry,
				hint: words.expiryHint,
				attributes: html`type="text" inputmode="numeric" autocomplete="cc-exp"`,
			})}
			${field({
				id: "security-code",
				label: words.securityCode,
				hint: words.securityCodeHint,
				attributes: html`type="text" inputmode="numeric" autocomplete="cc-csc" maxlength="4"`,
			})}
		</div>
	</fieldset>`;
}

interface Field {
	readonly id: string;
	readonly label: string;
	readonly attributes: Markup;
	readonly hint?: string;
	/** Stands at the end of the control, inside its frame. */
	readonly beside?: Markup;
}

/** A control with its label, hint and place for an error, tied together for assistive technology. */
function field({ id, label, attributes, hint, beside = html`` }: Field): Markup {
	return html`<div class="field">
		<label for="${id}">${label}</label>
		<div class="control">
			<input class="input" id="${id}" required spellcheck="false" aria-describedby="${id}-error${hint === undefined ? "" : ` ${id}-hint`}" ${attributes}>${beside}
		</div>
		${hint === undefined ? "" : html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
		<p class="field-error" id="${id}-error"></p>
	</div>`;
}
