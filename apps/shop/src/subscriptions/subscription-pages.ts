import { html } from "hono/html";
import { cardFieldset, formEnd } from "../checkout/checkout-page.ts";
import { testCardsPanel } from "../checkout/test-cards-panel.ts";
import { subscriptionWords as words } from "../locale/en/subscription.ts";
import { type Order, paymentOf } from "../orders/order.ts";
import { productName } from "../product-pages.ts";
import type { Shop } from "../shop.ts";
import {
	formatCard,
	formatDate,
	formatMoney,
	type Markup,
	notice,
	type Page,
	pairs,
	postForm,
	statusPage,
	submitButton,
} from "../ui.ts";
import { canChangeCard, canTake, isBehind, type Subscription, type SubscriptionStep, states } from "./subscriptions.ts";

/** Without a subscription, it is not started yet, or the gateway does not answer. */
export function subscriptionPage(order: Order, subscription: Subscription | undefined, hasFailed: boolean): Page {
	const receipt = html`<p class="small"><a href="/orders/${order.id}">${words.receipt}</a></p>`;
	if (subscription === undefined) {
		const { text, again } = words.starting;
		const link = html`<a class="button" href="/orders/${order.id}/subscription">${again}</a>`;
		return statusPage(words.starting, html`<p>${text}</p>${link}${receipt}`);
	}
	const state = words.states[states[subscription.status]];
	const { status, nextPaymentAt, lastPaymentAt, card, amountCents } = subscription;
	const firstPaymentAt = lastPaymentAt === null ? paymentOf(order)?.at : undefined;
	return statusPage(
		{ ...state, title: productName(order) },
		html`${hasFailed && notice(words.notDone, "warning")}
		<p>${state.text}</p>
		${pairs([
			[words.amount, formatMoney(amountCents)],
			[
				status === "RETRY" ? words.nextTry : words.nextPayment,
				nextPaymentAt === null ? words.noPayment : formatDate(nextPaymentAt),
			],
			[words.lastPayment, lastPaymentAt === null ? undefined : formatDate(lastPaymentAt)],
			[words.firstPayment, firstPaymentAt === undefined ? undefined : formatDate(firstPaymentAt)],
			[words.card, card === undefined ? words.noCard : formatCard(card)],
		])}
		${canChangeCard(subscription) && steps(order, subscription)}
		${receipt}`,
	);
}

function steps({ id }: Order, subscription: Subscription): Markup {
	const path = `/orders/${id}/subscription`;
	const step = (name: SubscriptionStep, label: string) =>
		canTake(name, subscription) && postForm(`${path}/${name}`, {}, submitButton(label));
	return html`<div class="row">
		<a class="button-quiet" href="${path}/card">${words.changeCard}</a>
		${step("pause", words.steps.pause)}
		${step("resume", subscription.status === "SUSPENDED" ? words.tryAgain : words.steps.resume)}
		<a class="button-quiet" href="${path}/cancel">${words.steps.cancel}</a>
	</div>`;
}

export function cancelPage(order: Order): Page {
	const { title, text, yes, no } = words.cancel;
	const path = `/orders/${order.id}/subscription`;
	return statusPage(
		{ title },
		html`<p>${productName(order)}</p><p>${text}</p>
		<div class="row">
			${postForm(`${path}/cancel`, {}, submitButton(yes, "button"))}
			<a class="button-quiet" href="${path}">${no}</a>
		</div>`,
	);
}

/** The button works once the script runs. */
export function cardPage({ scripts, publicKey, mailboxUrl }: Shop, order: Order, subscription: Subscription): Page {
	const { title, text, behind, save, back, needsScript } = words.newCard;
	const path = `/orders/${order.id}/subscription`;
	const main = html`<h1 class="page-head">${title}</h1>
		<div class="stack columns">
			<div class="stack paying">
				<form id="new-card" class="panel stack" novalidate data-post-to="${path}/card" data-back="${path}" data-public-key="${publicKey}">
					<noscript><p class="notice" data-tone="warning">${needsScript}</p></noscript>
					<p>${text} ${isBehind(subscription) && behind}</p>
					${cardFieldset("widget")}
					${formEnd("save", save)}
					<p><a href="${path}">${back}</a></p>
				</form>
			</div>
			${testCardsPanel(subscription.amountCents, "widget", mailboxUrl)}
		</div>`;
	return { title, main, script: "subscription-card.js", gatewayScript: scripts.widget };
}
