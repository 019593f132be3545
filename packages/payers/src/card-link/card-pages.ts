import { formProblem, hiddenField, pageOf } from "@cardseal/identity";
import { formatAmount, type Language, languageParameter, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import { html } from "hono/html";
import type { CardFormPlace } from "../payers.ts";
import { cardWords } from "./card-words.ts";
import type { CardLink } from "./change-card.ts";

export interface ShownCard extends CardLink {
	language: Language;
	path: string;
	/** Stands for a registered origin in the card form. */
	ticket: string;
}

interface FormState {
	publicKey: string;
	csrfToken: string;
	problem?: string | undefined;
}

export function cardPage(shown: ShownCard, { frames, script }: CardFormPlace, state: FormState): string {
	const { merchant, language, owedCents, subscription, path, ticket } = shown;
	const words = cardWords[language];
	const name = withoutInvisible(merchant.name);
	const amount = owedCents === undefined ? undefined : formatAmount(owedCents, subscription.currency, language);
	const content = html`<h1>${amount === undefined ? words.changes(name) : words.owes(name, amount)}</h1>
		${merchant.mode === "demo" ? html`<p class="notice" data-tone="warning">${words.test}</p>` : ""}
		${formProblem(state.problem)}
		${summary(shown, amount)}
		<form method="post" action="${path}?${languageParameter}=${language}" class="standalone-form">
			${hiddenField("csrf_token", state.csrfToken)}
			${hiddenField("owed", String(owedCents ?? 0))}
			<h2>${words.newCard}</h2>
			<cardseal-card public-key="${state.publicKey}" gateway="${frames}" ticket="${ticket}" locale="${language}"></cardseal-card>
			<noscript><p class="notice" data-tone="danger">${words.needsScript}</p></noscript>
			<button class="button" type="submit">${amount === undefined ? words.use : words.payAndUse(amount)}</button>
		</form>`;
	const title = state.problem === undefined ? words.title(name) : `${state.problem} · ${words.title(name)}`;
	return pageOf({ title, content, language, below: otherLanguage(shown), owner: name, script });
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

function pair(name: string, value: string) {
	return html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
}

export function donePage({ merchant, language }: ShownCard, end: "paid" | "changed"): string {
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
	return pageOf({
		title,
		content,
		language,
		...(merchantName !== undefined && { owner: withoutInvisible(merchantName) }),
	});
}

function otherLanguage({ path, language }: ShownCard) {
	const [other, name] = language === "en" ? (["fr", "Français"] as const) : (["en", "English"] as const);
	return html`<a href="${path}?${languageParameter}=${other}" lang="${other}" hreflang="${other}">${name}</a>`;
}
