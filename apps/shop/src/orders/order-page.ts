import { html } from "hono/html";
import { isMonthly } from "../catalogue.ts";
import { checkoutPath } from "../checkout/page-protocol.ts";
import { mailboxHint, sandboxApproves } from "../checkout/test-cards-panel.ts";
import { pageWords as words } from "../locale/for-pages.ts";
import { productName } from "../product-pages.ts";
import { findDone, type Operation, refundedCents } from "../refunds/refund.ts";
import { refundsPanel } from "../refunds/refunds-panel.ts";
import { forgetForm } from "../saved-cards/saved-cards-panel.ts";
import type { Shop } from "../shop.ts";
import { formatCard, formatMoney, formatTime, type Page, pairs, statusPage } from "../ui.ts";
import { type Attempt, bankUrlOf, type Order, type Outcome, orderNumber, type Payment } from "./order.ts";

export interface ShownOrder {
	order: Order;
	/** This browser has the key to the customer's saved cards. */
	customerId: string | undefined;
	mailboxUrl: Shop["mailboxUrl"];
	/** Undefined without the gateway's answer. */
	operations: Operation[] | undefined;
	/** The last operation was refused, or not answered. */
	hasFailed: boolean;
}

export function orderPage(shown: ShownOrder): Page {
	const { order } = shown;
	const attempt = order.attempts.at(-1) as Attempt;
	switch (attempt.outcome?.kind) {
		case "paid":
		case "held":
			return receiptPage(shown, attempt, attempt.outcome);
		case "declined":
			return declinedPage(order, attempt.outcome);
		case "returned": {
			const { text, next, again } = words.returned;
			const body = html`<p>${text(formatMoney(order.amountCents))}</p><p>${next}</p><a class="button" href="${checkoutPath(order)}">${again}</a>`;
			return statusPage({ ...words.returned, tone: "danger" }, body);
		}
		default:
			return waitingPage(shown, attempt);
	}
}

function receiptPage(shown: ShownOrder, attempt: Attempt, { kind, card, at }: Payment): Page {
	const { order, customerId, mailboxUrl, operations = [], hasFailed } = shown;
	const isHeld = kind === "held" && !findDone(operations, "capture");
	const head = words.payment[!isHeld ? "paid" : findDone(operations, "void") ? "voided" : "held"];
	// The person at the browser need not be the holder of the saved card.
	const payer = attempt.method === "saved_card" ? undefined : attempt;
	const refunded = refundedCents(operations);
	const isSavedHere = attempt.method === "card" && customerId !== undefined && attempt.customerId === customerId;
	const page = statusPage(
		head,
		html`<p>${head.text(payer?.name)} ${card === null ? words.payment.byBank : ""}</p>
		${pairs([
			[words.payment.amount, formatMoney(order.amountCents)],
			[words.payment.refunded, refunded > 0 ? formatMoney(refunded) : undefined],
			[words.payment.card, card === null ? undefined : formatCard(card)],
			[words.payment.date, formatTime(at)],
			[words.payment.orderNumber, orderNumber(order)],
			[words.payment.product, `${order.quantity} × ${productName(order)}`],
			[words.payment.email, payer?.email],
		])}
		${card && mailboxHint(mailboxUrl)}
		${isSavedHere && html`<p class="small">${words.savedCards.remembered}</p>${forgetForm(order, words.savedCards.forget)}`}
		${isMonthly(order) && html`<a class="button" href="/orders/${order.id}/subscription">${words.payment.subscription}</a>`}
		<a class="${isMonthly(order) ? "button-quiet" : "button"}" href="/">${words.payment.again}</a>`,
	);
	const refunds = card && shown.operations && refundsPanel(order, card, operations, hasFailed);
	return { ...page, main: html`${page.main}${refunds}` };
}

function declinedPage(order: Order, { reason, card }: Outcome & { kind: "declined" }): Page {
	const { declined } = words;
	const isProcessed = reason !== "not_processed" && reason !== "not_received";
	const isByRule = reason === "general" && !sandboxApproves(order.amountCents);
	return statusPage(
		{ ...(isProcessed ? declined.head : declined.notProcessed), tone: "danger" },
		html`<p>${declined.reasons[reason]}</p>
		<p>${declined.nothingCharged(formatMoney(order.amountCents))}</p>
		${pairs([[words.payment.card, formatCard(card)]])}
		${isByRule && html`<p class="notice small">${declined.sandboxRule}</p>`}
		<a class="button" href="${checkoutPath(order)}">${declined.again}</a>`,
	);
}

/** A script reloads the page; without script, the button does. */
function waitingPage({ order, mailboxUrl }: ShownOrder, { outcome, email }: Attempt): Page {
	const kind = outcome?.kind === "requested" || outcome?.kind === "clearing" ? outcome.kind : "waiting";
	const isUnknown = kind === "waiting";
	const bankUrl = bankUrlOf(order);
	const { text, until, ...head } = words[kind];
	const first = text(formatMoney(order.amountCents), email);
	const page = statusPage(
		{ ...head, tone: "warning" },
		html`<p>${isUnknown ? html`<strong>${first}</strong>` : first}</p>
		<p>${until}</p>
		${bankUrl && html`<p><a class="button" href="${bankUrl}">${words.waiting.bank}</a></p>`}
		${kind === "requested" && mailboxHint(mailboxUrl, words.testing.linkMail)}
		<a class="${bankUrl ? "button-quiet" : "button"}" href="/orders/${order.id}">${words.waiting.checkNow}</a>
		${isUnknown && html`<p class="muted small">${words.waiting.contact(orderNumber(order))}</p>`}`,
		html`id="waiting" data-state-url="/orders/${order.id}/state" data-states="${isUnknown ? "unknown paying" : kind}"`,
	);
	return { ...page, script: "waiting.js" };
}
