import { html } from "hono/html";
import type { Assets } from "../http/assets.ts";
import { subscriptionWords as words } from "../locale/en/subscription.ts";
import { type Order, paymentOf } from "../orders/order.ts";
import {
	canChangeCard,
	canTake,
	type Subscription,
	type SubscriptionStep,
	subscriptionState,
} from "../subscriptions/subscription.ts";
import type { FoundSubscription } from "../subscriptions/subscription-keeper.ts";
import { subscriptionPath } from "../subscriptions/subscription-path.ts";
import { thingName } from "./checkout.ts";
import { formatCard, formatDate, formatExpiry, formatMoney } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";

/** The page of a subscription: how it stands, and what its payer may do about it. Works without script. */
export function subscriptionPage(
	assets: Assets,
	{ order, found, failed }: { readonly order: Order; readonly found: FoundSubscription; readonly failed: boolean },
): Markup {
	if (typeof found === "string") return waitingPage(assets, order, found);
	const { chip, tone, sign, text } = words.states[subscriptionState(found)];
	const title = thingName(order.slug);
	const main = html`<section class="panel outcome">
		<p><span class="chip" data-tone="${tone}"><span aria-hidden="true">${sign}</span> ${chip}</span></p>
		<h1>${title}</h1>
		${failed ? html`<p class="notice" data-tone="warning" role="alert">${words.notDone}</p>` : ""}
		<p>${text}</p>
		<dl class="pairs">
			${pair(words.amount, formatMoney(found.amountCents))}
			${nextPayment(found)}
			${lastPayment(order, found)}
			${pair(words.card, found.card === undefined ? words.noCard : cardText(found.card))}
		</dl>
		${steps(order, found)}
		<p class="small"><a href="/orders/${order.id}">${words.receipt}</a></p>
	</section>`;
	return renderPage(assets, { title, main });
}

/** Asks once before a subscription is cancelled. */
export function cancelPage(assets: Assets, order: Order): Markup {
	const { title, text, yes, no } = words.cancel;
	const main = html`<section class="panel outcome">
		<h1>${title}</h1>
		<p>${thingName(order.slug)}</p>
		<p>${text}</p>
		<div class="steps">
			${stepForm(order, "cancel", html`<button class="button" type="submit">${yes}</button>`)}
			<a class="button-quiet" href="${subscriptionPath(order.id)}">${no}</a>
		</div>
	</section>`;
	return renderPage(assets, { title, main });
}

function waitingPage(assets: Assets, order: Order, found: Extract<FoundSubscription, string>): Markup {
	const { title, text } = words.waiting[found];
	const again = html`<a class="button" href="${subscriptionPath(order.id)}">${words.waiting.again}</a>`;
	const main = html`<section class="panel outcome">
		<h1>${title}</h1>
		<p>${text}</p>
		${found === "gone" ? "" : again}
		<p class="small"><a href="/orders/${order.id}">${words.receipt}</a></p>
	</section>`;
	return renderPage(assets, { title, main });
}

function nextPayment({ status, nextPaymentAt }: Subscription): Markup {
	const name = status === "RETRY" ? words.nextTry : words.nextPayment;
	return pair(name, nextPaymentAt === null ? words.noPayment : formatDate(nextPaymentAt));
}

/** The first one was an ordinary sale, so only its receipt tells of it. */
function lastPayment(order: Order, { lastPaymentAt }: Subscription): Markup | "" {
	if (lastPaymentAt !== null) return pair(words.lastPayment, formatDate(lastPaymentAt));
	const first = paymentOf(order);
	return first === undefined ? "" : pair(words.firstPayment, formatDate(first.at));
}

function cardText(card: NonNullable<Subscription["card"]>): string {
	return `${formatCard(card)}, ${formatExpiry(card.expiry)}`;
}

function steps(order: Order, subscription: Subscription): Markup | "" {
	if (!canChangeCard(subscription)) return "";
	const resume = subscription.status === "SUSPENDED" ? words.tryAgain : words.steps.resume;
	const step = (name: SubscriptionStep, label: string) =>
		canTake(name, subscription)
			? stepForm(order, name, html`<button class="button-quiet" type="submit">${label}</button>`)
			: "";
	return html`<div class="steps">
		<a class="button-quiet" href="${subscriptionPath(order.id, "card")}">${words.changeCard}</a>
		${step("pause", words.steps.pause)}
		${step("resume", resume)}
		<a class="button-quiet" href="${subscriptionPath(order.id, "cancel")}">${words.steps.cancel}</a>
	</div>`;
}

function stepForm(order: Order, step: SubscriptionStep, button: Markup): Markup {
	return html`<form method="post" action="${subscriptionPath(order.id, step)}">${button}</form>`;
}

function pair(name: string, value: string): Markup {
	return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
