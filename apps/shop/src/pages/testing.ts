import { html } from "hono/html";
import type { CheckoutWay } from "../checkout-ways.ts";
import { pageWords } from "../locale/en/pages.ts";
import { formatMoney, formatTestCard } from "./format.ts";
import type { Markup } from "./layout.ts";

const words = pageWords.testing;

/** Published test numbers whose outcome the sandbox fixes, and one that the amount decides. */
const testCards: readonly { number: string; outcome: keyof typeof words.cards }[] = [
	{ number: "4111111111111111", outcome: "ordinary" },
	{ number: "4000000000000002", outcome: "declined" },
	{ number: "4000000000009995", outcome: "funds" },
	{ number: "4000000000009987", outcome: "lost" },
	{ number: "4000000000000069", outcome: "expired" },
	{ number: "4000000000000127", outcome: "securityCode" },
	{ number: "4000000000000341", outcome: "storedOnly" },
	{ number: "4000000000000119", outcome: "processingError" },
	{ number: "4000000000000259", outcome: "lateAnswer" },
	{ number: "4000000000000267", outcome: "neverReceived" },
];

/** The sandbox approves an ordinary test card when the whole dollars are odd. */
export function sandboxApproves(amountCents: number): boolean {
	return Math.floor(amountCents / 100) % 2 === 1;
}

/**
 * Which test cards to use for an order of this amount, each with a button. It fills the card in where the inputs are the page's
 * own; into a frame no page can write, so there it copies the number.
 */
export function testingPanel(amountCents: number, way: CheckoutWay, mailboxUrl: string | undefined): Markup {
	const offer = way === "library" ? words.fill : words.copy;
	return html`<section class="panel testing" id="testing" aria-labelledby="testing-title">
		<h2 id="testing-title">${words.title}</h2>
		<p class="small">${words.intro}</p>
		<p class="small">${words.rule(formatMoney(amountCents), sandboxApproves(amountCents))}</p>
		${mailboxHint(mailboxUrl)}
		<div>
			<p class="small" id="copied" role="status"></p>
			<ul class="test-cards">${testCards.map((card) => testCard(card, offer))}</ul>
		</div>
	</section>`;
}

/** Where receipts are to be found when nothing mails them. */
export function mailboxHint(mailboxUrl: string | undefined): Markup | "" {
	if (mailboxUrl === undefined) return "";
	return html`<p class="small">${words.mail} <a href="${mailboxUrl}">${words.mailLink}</a>.</p>`;
}

function testCard({ number, outcome }: (typeof testCards)[number], offer: typeof words.fill): Markup {
	const shown = formatTestCard(number);
	return html`<li>
		<span><span class="figures test-number">${shown}</span><br><span class="muted small">${words.cards[outcome]}</span></span>
		<button class="button-quiet" type="button" data-test-card="${number}" aria-label="${offer.label(shown)}" disabled>${offer.word}</button>
	</li>`;
}
