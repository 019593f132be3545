import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import { hiddenField, inLanguage, notices, otherLanguage, pageForm, pageOf, pair } from "@cardseal/platform/pages";
import { html } from "hono/html";
import { type CardForm, cardForm } from "../page-parts.ts";
import { cardWords } from "./card-words.ts";
import { type CardLink, maySameCardPay } from "./change-card.ts";

export interface ShownCard extends CardLink {
	language: Language;
	path: string;
}

export function cardPage(shown: ShownCard, card: CardForm, problem: string | undefined): string {
	const { merchant, language, owedCents, subscription } = shown;
	const words = cardWords[language];
	const name = withoutInvisible(merchant.name);
	const amount = owedCents === undefined ? undefined : formatAmount(owedCents, subscription.currency, language);
	const isSame = amount !== undefined && maySameCardPay(shown);
	const owes = isSame ? words.owesSame : words.owes;
	const content = html`<h1>${amount === undefined ? words.changes(name) : owes(name, amount)}</h1>
		${notices(merchant, words.test, problem)}
		${summary(shown, amount)}
		${isSame ? sameCardForm(shown, card, amount) : ""}
		${cardForm(shown, card, {
			title: words.newCard,
			needsScript: words.needsScript,
			fields: html`${hiddenField("owed", String(owedCents ?? 0))}`,
			button: amount === undefined ? words.use : words.payAndUse(amount),
		})}`;
	const title = problem === undefined ? words.title(name) : `${problem} · ${words.title(name)}`;
	return pageOf({ title, content, language, below: otherLanguage(shown), owner: name, script: card.script });
}

/** A second form: the first one waits for its card fields. */
function sameCardForm({ path, language, owedCents, card }: ShownCard, { csrfToken }: CardForm, amount: string) {
	const words = cardWords[language];
	const fields = html`${hiddenField("owed", String(owedCents ?? 0))}
			${hiddenField("same_card", card?.lookup_id ?? "")}
			<p>${words.sameCard}</p>
			<button class="button" type="submit">${words.paySame(amount)}</button>`;
	return pageForm({ path, language, csrfToken }, fields);
}

/** Looks again without scripts, unless the payer can go on to the bank. */
export function decidingCardPage(shown: ShownCard, bank: string | undefined): string {
	const { merchant, language, path, owedCents, subscription } = shown;
	const { title, text, again, authenticate } = cardWords[language].deciding;
	const amount = owedCents === undefined ? undefined : formatAmount(owedCents, subscription.currency, language);
	const content = html`<h1>${title}</h1>
		<p role="status">${text}</p>
		${summary(shown, amount)}
		${bank === undefined ? "" : html`<p><a class="button" href="${bank}">${authenticate}</a></p>`}
		<p><a class="button-quiet" href="${inLanguage(path, language)}">${again}</a></p>`;
	const refresh = bank === undefined ? { refreshSeconds: 5 } : {};
	return pageOf({ title, content, language, owner: withoutInvisible(merchant.name), ...refresh });
}

function summary({ language, subscription, merchant, card }: ShownCard, amount: string | undefined) {
	const words = cardWords[language];
	const { next_run: nextRun, name } = subscription;
	return html`<dl class="pairs">
			${pair(words.subscription, withoutInvisible(name))}
			${card === undefined ? "" : pair(words.card, `${card.card_type} •••• ${card.card_suffix}`)}
			${amount === undefined ? "" : pair(words.owed, amount)}
			${amount !== undefined || nextRun === null ? "" : pair(words.nextPayment, formatDay(nextRun, merchant.timeZone, language))}
		</dl>`;
}

export function donePage({ merchant, language }: ShownCard, end: "paid" | "paidLast" | "changed"): string {
	const { title, ...texts } = cardWords[language].done;
	return saidPage(language, title, texts[end](withoutInvisible(merchant.name)), merchant.name);
}

export function endedPage({ merchant, language }: ShownCard): string {
	const { title, text } = cardWords[language].ended;
	return saidPage(language, title, text(withoutInvisible(merchant.name)), merchant.name);
}

export function unknownCardLinkPage(language: Language): string {
	const { title, text } = cardWords[language].unknown;
	return saidPage(language, title, text);
}

function saidPage(language: Language, title: string, text: string, merchantName?: string): string {
	const content = html`<h1>${title}</h1><p role="status">${text}</p>`;
	const owner = merchantName === undefined ? {} : { owner: withoutInvisible(merchantName) };
	return pageOf({ title, content, language, ...owner });
}
