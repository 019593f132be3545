import { html } from "hono/html";
import { pageWords } from "../locale/en/pages.ts";
import { type FollowUp, type FollowUpKind, isOpen, refundableCents } from "../orders/follow-up.ts";
import { canFollow, type MaskedCard, type Order, paymentOf } from "../orders/order.ts";
import { field } from "./field.ts";
import { formatCard, formatMoney } from "./format.ts";
import type { Markup } from "./layout.ts";

const words = pageWords.desk;

/** Collecting, releasing and refunding, as far as each may follow now, and what was done so far. Works without script. */
export function deskPart(order: Order, { card }: { readonly card: MaskedCard }): Markup {
	const waits = order.followUps.some(isOpen);
	return html`<section class="panel desk" id="desk" aria-labelledby="desk-title">
		<h2 id="desk-title">${words.title}</h2>
		<p class="muted small">${words.intro}</p>
		${history(order)}
		${waits ? waiting(order) : ""}
		${canFollow(order, "collect", order.amountCents) ? holdForms(order, card) : ""}
		${leftToRefund(order) > 0 && !waits ? refundForm(order, card) : ""}
	</section>`;
}

function leftToRefund(order: Order): number {
	return refundableCents({ ...order, held: paymentOf(order)?.kind === "held" });
}

function holdForms(order: Order, card: MaskedCard): Markup {
	const amount = formatMoney(order.amountCents);
	return html`${stepForm(order, "collect", html`<button class="button-quiet" type="submit">${words.collect(amount)}</button>`)}
		${stepForm(order, "release", html`<button class="button-quiet" type="submit">${words.release(amount, formatCard(card))}</button>`)}`;
}

function refundForm(order: Order, card: MaskedCard): Markup {
	const left = leftToRefund(order);
	const input = field({
		id: "amount",
		label: words.refundAmount,
		hint: words.refundHint(formatMoney(left)),
		attributes: html`name="amount" type="text" inputmode="decimal" autocomplete="off" pattern=" *[0-9]{1,6}([.][0-9]{1,2})? *" value="${(left / 100).toFixed(2)}"`,
	});
	const button = html`<button class="button-quiet" type="submit">${words.refund(formatCard(card))}</button>`;
	return stepForm(order, "refund", html`${input}${button}`);
}

/** `after` tells which step this one follows, so that a second press of the button does not do it twice. */
function stepForm({ id, followUps }: Order, kind: FollowUpKind, inside: Markup): Markup {
	return html`<form method="post" action="/orders/${id}/${kind}">
		<input type="hidden" name="after" value="${followUps.length}">
		${inside}
	</form>`;
}

function waiting({ id }: Order): Markup {
	return html`<p class="notice" data-tone="warning">${words.waiting} <a href="/orders/${id}">${words.checkNow}</a></p>`;
}

function history({ followUps }: Order): Markup | "" {
	if (followUps.length === 0) return "";
	return html`<h3>${words.history}</h3>
		<dl class="pairs">${followUps.map((step) => {
			return html`<div><dt>${words.steps[step.kind]} ${formatMoney(step.amountCents)}</dt><dd>${outcomeWords(step)}</dd></div>`;
		})}</dl>`;
}

function outcomeWords({ outcome }: FollowUp): string {
	if (outcome === undefined) return words.outcomes.unknown;
	return outcome.kind === "not_done" ? words.outcomes[outcome.why] : words.outcomes[outcome.kind];
}
