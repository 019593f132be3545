import { html } from "hono/html";
import type { Assets } from "../http/assets.ts";
import { subscriptionWords } from "../locale/en/subscription.ts";
import type { Order } from "../orders/order.ts";
import { isBehind, type Subscription } from "../subscriptions/subscription.ts";
import { subscriptionPath } from "../subscriptions/subscription-path.ts";
import { cardPart, gatewayScript, type Sealing } from "./card-part.ts";
import { type Markup, renderPage } from "./layout.ts";
import { testingPanel } from "./testing.ts";

const words = subscriptionWords.newCard;

/** Another card for a subscription, by the gateway's form in a frame. The button works once the script has taken over. */
export function subscriptionCardPage(
	assets: Assets,
	sealing: Sealing,
	{ order, subscription }: { readonly order: Order; readonly subscription: Subscription },
): Markup {
	const back = subscriptionPath(order.id);
	const main = html`<h1 class="page-head">${words.title}</h1>
		<div class="checkout">
			<div class="paying">
				<form id="new-card" class="panel payment" novalidate data-post-to="${subscriptionPath(order.id, "card")}" data-back="${back}" data-public-key="${sealing.publicKey}">
					<noscript><p class="notice" data-tone="warning">${words.needsScript}</p></noscript>
					<p>${words.text}${isBehind(subscription) ? ` ${words.behind}` : ""}</p>
					${cardPart("widget")}
					<div class="payment-end">
						<div id="form-problem" role="alert"></div>
						<button class="button" id="save" type="submit" disabled>${words.save}</button>
					</div>
					<p><a href="${back}">${words.back}</a></p>
				</form>
			</div>
			${testingPanel(subscription.amountCents, "widget", undefined)}
		</div>`;
	const scripts = ["subscription-card.js"];
	return renderPage(assets, { title: words.title, main, scripts, beforeScripts: gatewayScript(sealing, "widget") });
}
