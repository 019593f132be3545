import { html } from "hono/html";
import { isMonthly } from "../catalogue.ts";
import { type CheckoutWay, checkoutPath, orderPath } from "../checkout-ways.ts";
import type { Assets } from "../http/assets.ts";
import { pageWords } from "../locale/en/pages.ts";
import { refundedCents } from "../orders/follow-up.ts";
import { type Attempt, lastAttempt, type Order, type Outcome, orderState, paymentOf } from "../orders/order.ts";
import { orderNumber } from "../orders/order-id.ts";
import { subscriptionPath } from "../subscriptions/subscription-path.ts";
import { forgetForm } from "./cards-on-file.ts";
import { thingName } from "./checkout.ts";
import { deskPart } from "./desk.ts";
import { formatCard, formatMoney, formatTime } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";
import { mailboxHint, sandboxApproves } from "./testing.ts";

type Payment = Outcome & { kind: "paid" | "held" };

/** An order with at least one attempt to pay, as somebody looks at it. */
export interface ShownOrder {
	readonly order: Order;
	readonly way: CheckoutWay;
	/** Whose cards on file the browser has the key to. */
	readonly customerId: string | undefined;
	readonly mailboxUrl: string | undefined;
}

/** The page of an order: receipt, decline, or the wait for an outcome. */
export function orderPage(assets: Assets, shown: ShownOrder): Markup {
	const { order, way } = shown;
	const attempt = lastAttempt(order);
	const payment = paymentOf(order);
	if (attempt !== undefined && payment !== undefined) return receiptPage(assets, shown, attempt, payment);
	if (attempt?.outcome?.kind === "asked") return askedPage(assets, shown, attempt);
	if (attempt?.outcome?.kind === "accepted") return clearingPage(assets, shown);
	if (attempt?.outcome?.kind === "returned") return returnedPage(assets, order, way);
	if (attempt?.outcome?.kind === "paid_by_bank") return bankReceiptPage(assets, order, attempt);
	if (attempt?.outcome?.kind === "declined") return declinedPage(assets, order, attempt.outcome, way);
	return waitingPage(assets, shown);
}

function receiptPage(assets: Assets, shown: ShownOrder, attempt: Attempt, payment: Payment): Markup {
	const words = pageWords.paid;
	const { order, mailboxUrl } = shown;
	const state = pageWords.payment[readState(order)];
	const refunded = refundedCents(order);
	const main = html`<section class="panel outcome">
		${chip(state.tone, state.sign, state.chip)}
		<h1>${state.title}</h1>
		<p>${state.text(attempt.onFile ? undefined : attempt.name)}</p>
		<dl class="pairs">
			${pair(words.amount, formatMoney(order.amountCents))}
			${refunded > 0 ? pair(words.refunded, formatMoney(refunded)) : ""}
			${pair(words.card, formatCard(payment.card))}
			${pair(words.date, formatTime(payment.at))}
			${pair(words.orderNumber, orderNumber(order.id))}
			${pair(words.thing, `${order.quantity} × ${thingName(order.slug)}`)}
			${attempt.onFile ? "" : pair(words.email, attempt.email)}
		</dl>
		${mailboxHint(mailboxUrl)}
		${rememberedNote(shown, attempt)}
		${isMonthly(order) ? html`<a class="button" href="${subscriptionPath(order.id)}">${words.subscription}</a>` : ""}
		<a class="${isMonthly(order) ? "button-quiet" : "button"}" href="/">${words.again}</a>
	</section>
	${deskPart(order, payment)}`;
	return renderPage(assets, { title: state.title, main });
}

/** Only where the card is on file for this very browser, and only once: a later order offers it anyway. */
function rememberedNote({ order, way, customerId }: ShownOrder, attempt: Attempt): Markup | "" {
	if (attempt.onFile || customerId === undefined || attempt.customerId !== customerId) return "";
	return html`<p class="small">${pageWords.paid.remembered}</p>
		${forgetForm(order, way, pageWords.checkout.onFile.forget)}`;
}

/** A hold, what was collected of one, and a plain payment read alike; only what is said about them differs. */
function readState(order: Order): keyof typeof pageWords.payment {
	const state = orderState(order);
	return state === "held" || state === "released" ? state : "paid";
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

/** What a page says while something is awaited. */
interface Wait {
	/** The states that look so. */
	readonly states: string;
	readonly chip: string;
	readonly title: string;
	readonly text: Markup;
	/** Below the button. */
	readonly note?: Markup;
}

/** Without script, the button asks for the same page again, and the server asks the gateway each time it is asked. */
function pageThatWaits(assets: Assets, { order, way }: ShownOrder, wait: Wait): Markup {
	const words = pageWords.waiting;
	const main = html`<section class="panel outcome" id="waiting" data-state-url="/orders/${order.id}/state" data-states="${wait.states}">
		${chip("warning", "…", wait.chip)}
		<h1>${wait.title}</h1>
		${wait.text}
		<p class="muted small figures" id="last-checked">${words.justChecked}</p>
		<a class="button" href="${orderPath(order.id, way)}">${words.checkNow}</a>
		${wait.note ?? ""}
	</section>`;
	return renderPage(assets, { title: wait.title, main, scripts: ["waiting.js"] });
}

function waitingPage(assets: Assets, shown: ShownOrder): Markup {
	const { order } = shown;
	const words = pageWords.waiting;
	const text = html`<p><strong>${words.doNotPayAgain(formatMoney(order.amountCents))}</strong></p>
		<p>${words.checksItself}</p>`;
	const note = html`<p class="muted small">${words.contact(orderNumber(order.id))}</p>`;
	return pageThatWaits(assets, shown, { ...words, states: "unknown paying", text, note });
}

/** The payer has a mail; what they do there changes this page. */
function askedPage(assets: Assets, shown: ShownOrder, { email }: Attempt): Markup {
	const { order, mailboxUrl } = shown;
	const words = pageWords.asked;
	const text = html`<p>${words.text(email, formatMoney(order.amountCents))}</p>
		<p>${words.until}</p>
		${mailboxUrl === undefined ? "" : html`<p class="small">${words.sandbox} <a href="${mailboxUrl}">${pageWords.testing.mailLink}</a>.</p>`}`;
	return pageThatWaits(assets, shown, { ...words, states: "asked", text });
}

/** The payer has agreed; nothing is sent before their bank has confirmed it. */
function clearingPage(assets: Assets, shown: ShownOrder): Markup {
	const words = pageWords.clearing;
	const text = html`<p>${words.text(formatMoney(shown.order.amountCents))}</p>
		<p>${words.until}</p>`;
	return pageThatWaits(assets, shown, { ...words, states: "clearing", text });
}

function returnedPage(assets: Assets, order: Order, way: CheckoutWay): Markup {
	const words = pageWords.returned;
	const main = html`<section class="panel outcome">
		${chip("danger", "✕", words.chip)}
		<h1>${words.title}</h1>
		<p>${words.text(formatMoney(order.amountCents))}</p>
		<p>${words.next}</p>
		<a class="button" href="${checkoutPath(order.id, way)}">${words.again}</a>
	</section>`;
	return renderPage(assets, { title: words.title, main });
}

function bankReceiptPage(assets: Assets, order: Order, attempt: Attempt): Markup {
	const words = pageWords.paid;
	const state = pageWords.payment.paid;
	const main = html`<section class="panel outcome">
		${chip(state.tone, state.sign, state.chip)}
		<h1>${state.title}</h1>
		<p>${state.text(attempt.name)} ${pageWords.asked.debited}</p>
		<dl class="pairs">
			${pair(words.amount, formatMoney(order.amountCents))}
			${attempt.endedAt === undefined ? "" : pair(words.date, formatTime(attempt.endedAt))}
			${pair(words.orderNumber, orderNumber(order.id))}
			${pair(words.thing, `${order.quantity} × ${thingName(order.slug)}`)}
			${pair(words.email, attempt.email)}
		</dl>
		<a class="button" href="/">${words.again}</a>
	</section>`;
	return renderPage(assets, { title: state.title, main });
}

function chip(tone: string, sign: string, word: string): Markup {
	return html`<p><span class="chip" data-tone="${tone}"><span aria-hidden="true">${sign}</span> ${word}</span></p>`;
}

function pair(name: string, value: string): Markup {
	return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
