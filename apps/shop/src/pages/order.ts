import { html } from "hono/html";
import { type CheckoutWay, checkoutPath, orderPath } from "../checkout-ways.ts";
import type { Assets } from "../http/assets.ts";
import { pageWords } from "../locale/en/pages.ts";
import { type Attempt, lastAttempt, type Order, type Outcome } from "../orders/order.ts";
import { orderNumber } from "../orders/order-id.ts";
import { thingName } from "./checkout.ts";
import { formatCard, formatMoney, formatTime } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";
import { sandboxApproves } from "./testing.ts";

/** The page of an order with at least one attempt to pay: receipt, decline, or the wait for an outcome. */
export function orderPage(assets: Assets, order: Order, way: CheckoutWay): Markup {
	const attempt = lastAttempt(order);
	if (attempt?.outcome?.kind === "paid") return receiptPage(assets, order, attempt, attempt.outcome);
	if (attempt?.outcome?.kind === "declined") return declinedPage(assets, order, attempt.outcome, way);
	return waitingPage(assets, order, way);
}

function receiptPage(assets: Assets, order: Order, attempt: Attempt, paid: Outcome & { kind: "paid" }): Markup {
	const words = pageWords.paid;
	const main = html`<section class="panel outcome">
		${chip("success", "✓", words.chip)}
		<h1>${words.title}</h1>
		<p>${words.thanks(attempt.name)}</p>
		<dl class="pairs">
			${pair(words.amount, formatMoney(order.amountCents))}
			${pair(words.card, formatCard(paid.card))}
			${pair(words.date, formatTime(paid.at))}
			${pair(words.orderNumber, orderNumber(order.id))}
			${pair(words.thing, `${order.quantity} × ${thingName(order.slug)}`)}
			${pair(words.email, attempt.email)}
		</dl>
		<a class="button" href="/">${words.again}</a>
	</section>`;
	return renderPage(assets, { title: words.title, main });
}

function declinedPage(
	assets: Assets,
	order: Order,
	declined: Outcome & { kind: "declined" },
	way: CheckoutWay,
): Markup {
	const words = pageWords.declined;
	// Nobody refused the card here, so nobody is told that it was refused.
	const refused = declined.reason !== "not_processed" && declined.reason !== "not_received";
	const title = refused ? words.title : words.notProcessedTitle;
	const byTheRule = declined.reason === "general" && !sandboxApproves(order.amountCents);
	const main = html`<section class="panel outcome">
		${chip("danger", "✕", refused ? words.chip : words.notProcessedChip)}
		<h1>${title}</h1>
		<p>${words.reasons[declined.reason]}</p>
		<p>${words.nothingCharged(formatMoney(order.amountCents))}</p>
		${declined.card && html`<dl class="pairs">${pair(pageWords.paid.card, formatCard(declined.card))}</dl>`}
		${byTheRule && html`<p class="notice small">${words.sandboxRule}</p>`}
		<a class="button" href="${checkoutPath(order.id, way)}">${words.again}</a>
	</section>`;
	return renderPage(assets, { title, main });
}

/** Without script, the button asks for the same page again, and the server asks the gateway each time it is asked. */
function waitingPage(assets: Assets, order: Order, way: CheckoutWay): Markup {
	const words = pageWords.waiting;
	const main = html`<section class="panel outcome" id="waiting" data-state-url="/orders/${order.id}/state">
		${chip("warning", "…", words.chip)}
		<h1>${words.title}</h1>
		<p><strong>${words.doNotPayAgain(formatMoney(order.amountCents))}</strong></p>
		<p>${words.checksItself}</p>
		<p class="muted small figures" id="last-checked">${words.justChecked}</p>
		<a class="button" href="${orderPath(order.id, way)}">${words.checkNow}</a>
		<p class="muted small">${words.contact(orderNumber(order.id))}</p>
	</section>`;
	return renderPage(assets, { title: words.title, main, scripts: ["waiting.js"] });
}

function chip(tone: string, sign: string, word: string): Markup {
	return html`<p><span class="chip" data-tone="${tone}"><span aria-hidden="true">${sign}</span> ${word}</span></p>`;
}

function pair(name: string, value: string): Markup {
	return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
