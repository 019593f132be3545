import { html } from "hono/html";
import { toCents } from "../catalogue.ts";
import { pageWords } from "../locale/for-pages.ts";
import type { MaskedCard, Order } from "../orders/order.ts";
import { field, formatCard, formatMoney, type Markup, notice, pairs, postForm, submitButton } from "../ui.ts";
import { isWaiting, type Operation, type OperationKind, possibleCents } from "./refund.ts";

const words = pageWords.refunds;

export function refundsPanel(order: Order, card: MaskedCard, operations: Operation[], hasFailed: boolean): Markup {
	const possible = (kind: OperationKind) => possibleCents(order, operations, kind);
	const amount = formatMoney(order.amountCents);
	const form = (kind: OperationKind, inside: Markup) =>
		postForm(`/orders/${order.id}/${kind}`, { known_count: operations.length }, inside);
	return html`<section class="panel stack refunds" id="refunds" aria-labelledby="refunds-title">
		<h2 id="refunds-title">${words.title}</h2>
		<p class="muted small">${words.intro}</p>
		${hasFailed && notice(words.failed, "warning")}
		${operations.length > 0 && html`<h3>${words.history}</h3>${pairs(operations.map(historyLine))}`}
		${isWaiting(operations) && html`<p class="notice" data-tone="warning">${words.waiting} <a href="/orders/${order.id}">${words.checkNow}</a></p>`}
		${possible("capture") > 0 && form("capture", submitButton(words.capture(amount)))}
		${possible("void") > 0 && form("void", submitButton(words.void(amount, formatCard(card))))}
		${possible("refund") > 0 && form("refund", html`${amountField(possible("refund"))}${submitButton(words.refund(formatCard(card)))}`)}
	</section>`;
}

function amountField(left: number): Markup {
	return field({
		id: "amount",
		label: words.amount,
		hint: words.hint(formatMoney(left)),
		attributes: html`name="amount" type="text" inputmode="decimal" autocomplete="off" pattern=" *[0-9]{1,6}([.,][0-9]{1,2})? *" value="${(left / 100).toFixed(2)}"`,
	});
}

function historyLine({ transaction_type: type, transaction_result: result, amount }: Operation): [string, string] {
	return [`${words.kinds[type as OperationKind]} ${formatMoney(toCents(amount))}`, words.outcomes[result]];
}
