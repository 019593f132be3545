import { html } from "hono/html";
import { pageWords } from "../locale/for-pages.ts";
import type { Shop } from "../shop.ts";
import { formatMoney, type Markup } from "../ui.ts";
import type { CheckoutWay } from "./page-protocol.ts";

const words = pageWords.testing;

/** The sandbox approves odd whole dollars. */
export function sandboxApproves(amountCents: number): boolean {
	return Math.floor(amountCents / 100) % 2 === 1;
}

/** The button copies the number where no page can write into the frame. */
export function testCardsPanel(amountCents: number, way: CheckoutWay, mailboxUrl: Shop["mailboxUrl"]): Markup {
	const offer = way === "library" ? words.fill : words.copy;
	const cards = Object.entries(words.cards).map(
		([number, outcome]) => html`<li class="row apart test-card">
			<span><strong class="figures small">${number}</strong><br><span class="muted small">${outcome}</span></span>
			<button class="button-quiet" type="button" data-test-card="${number.replaceAll(" ", "")}" aria-label="${offer.label(number)}" disabled>${offer.word}</button>
		</li>`,
	);
	return html`<section class="panel stack" id="testing" aria-labelledby="testing-title">
		<h2 id="testing-title">${words.title}</h2>
		<p class="small">${words.intro}</p>
		<p class="small">${words.rule(formatMoney(amountCents), sandboxApproves(amountCents))}</p>
		${mailboxHint(mailboxUrl)}
		<div>
			<p class="small" id="copied" role="status"></p>
			<ul>${cards}</ul>
		</div>
	</section>`;
}

export function mailboxHint(mailboxUrl: Shop["mailboxUrl"], text = words.mail): Markup | undefined {
	return mailboxUrl === undefined
		? undefined
		: html`<p class="small">${text} <a href="${mailboxUrl}">${words.mailLink}</a>.</p>`;
}
