import { html } from "hono/html";
import { pageWords } from "../locale/for-pages.ts";
import {
	canOperate,
	isPending,
	type MaskedCard,
	type Operation,
	type OperationKind,
	type Order,
	refundableCents,
} from "../orders/order.ts";
import { field, formatCard, formatMoney, type Markup, postForm, submitButton } from "../ui.ts";

const words = pageWords.refunds;

/** The shop keeper's part of an order's page. */
export function refundsPanel(order: Order, card: MaskedCard): Markup {
	const isWaiting = order.operations.some(isPending);
	const left = refundableCents(order);
	const amount = formatMoney(order.amountCents);
	const { capture, void: release } = words;
	return html`<section class="panel refunds" id="refunds" aria-labelledby="refunds-title">
		<h2 id="refunds-title">${words.title}</h2>
		<p class="muted small">${words.intro}</p>
		${order.operations.length > 0 && html`<h3>${words.history}</h3>${history(order.operations)}`}
		${isWaiting && html`<p class="notice" data-tone="warning">${words.waiting} <a href="/orders/${order.id}">${words.checkNow}</a></p>`}
		${
			canOperate(order, "capture", order.amountCents) && [
				operationForm(order, "capture", submitButton(capture(amount))),
				operationForm(order, "void", submitButton(release(amount, formatCard(card)))),
			]
		}
		${left > 0 && !isWaiting && operationForm(order, "refund", html`${amountField(left)}${submitButton(words.refund(formatCard(card)))}`)}
	</section>`;
}

function amountField(left: number): Markup {
	return field({
		id: "amount",
		label: words.amount,
		hint: words.hint(formatMoney(left)),
		attributes: html`name="amount" type="text" inputmode="decimal" autocomplete="off" pattern=" *[0-9]{1,6}([.][0-9]{1,2})? *" value="${(left / 100).toFixed(2)}"`,
	});
}

/** `known_count` makes a second press do nothing. */
function operationForm({ id, operations }: Order, kind: OperationKind, inside: Markup): Markup {
	return postForm(`/orders/${id}/${kind}`, { known_count: operations.length }, inside);
}

function history(operations: Operation[]): Markup {
	const rows = operations.map(({ kind, amountCents, outcome }) => {
		const word = outcome?.kind === "not_done" ? outcome.why : (outcome?.kind ?? "unknown");
		return html`<div><dt>${words.kinds[kind]} ${formatMoney(amountCents)}</dt><dd>${words.outcomes[word]}</dd></div>`;
	});
	return html`<dl class="pairs">${rows}</dl>`;
}
