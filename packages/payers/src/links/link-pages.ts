import { type Field, field, pageOf } from "@cardseal/identity";
import type { Merchant } from "@cardseal/merchants";
import type { Transaction } from "@cardseal/payments";
import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import { html } from "hono/html";
import { type CardForm, cardForm, inLanguage, notices, otherLanguage, pair } from "../page-parts.ts";
import type { PaymentLink } from "../tables.ts";
import { type LinkWords, linkWords } from "./link-words.ts";

export interface ShownLink {
	link: PaymentLink;
	merchant: Merchant;
	language: Language;
	path: string;
}

export interface FormState {
	email?: string | undefined;
	problem?: string | undefined;
	emailProblem?: string | undefined;
}

export function payPage(shown: ShownLink, card: CardForm, form: FormState): string {
	const { link, language } = shown;
	const { words, merchant, amount } = textsOf(shown);
	const email: Field = {
		name: "email",
		label: words.email,
		hint: words.emailHint,
		type: "email",
		autocomplete: "email",
		isOptional: true,
		value: form.email ?? "",
		...(form.emailProblem !== undefined && { problem: form.emailProblem }),
	};
	const content = html`<h1>${words.asks(merchant, amount)}</h1>
		${notices(shown.merchant, words.test, form.problem)}
		${summary(shown)}
		${cardForm(shown, card, {
			title: words.card,
			needsScript: words.needsScript,
			fields: html`${field(email)}${link.store_card === "ask" ? keepBox(words.keepCard(merchant)) : ""}`,
			button: link.operation === "sale" ? words.pay(amount) : words.hold(amount),
		})}
		<p class="small muted">${words.notThem(merchant)}</p>`;
	const title = form.problem === undefined ? words.title(merchant) : `${form.problem} · ${words.title(merchant)}`;
	return pageOf({ title, content, language, below: otherLanguage(shown), owner: merchant, script: card.script });
}

function keepBox(label: string) {
	return html`<label class="standalone-check"><input type="checkbox" name="keep_card" value="yes"> ${label}</label>`;
}

/** The page of a link that nobody can pay, or needs to. */
export function endPage(shown: ShownLink, payment: Transaction | undefined): string {
	const { link, language } = shown;
	const { words, merchant } = textsOf(shown);
	const said = { PAID: words.paid, EXPIRED: words.expired, CANCELED: words.canceled, OPEN: words.deciding }[
		link.status
	];
	const isHeld = link.status === "PAID" && link.operation === "authorization";
	const content = html`<h1>${said.title}</h1>
		<p>${isHeld ? words.paid.held(merchant) : said.text(merchant)}</p>
		${link.status === "PAID" && payment !== undefined ? paidWith(shown, payment) : ""}
		${link.return_url === null || link.status === "OPEN" ? "" : goOn(shown, link.return_url)}`;
	return pageOf({ title: said.title, content, language, below: otherLanguage(shown), owner: merchant });
}

/** Looks again by itself, also without scripts. */
export function decidingPage(shown: ShownLink, bank: string | undefined): string {
	const { language, path } = shown;
	const { words, merchant } = textsOf(shown);
	const { title, text, again } = words.deciding;
	const content = html`<h1>${title}</h1>
		<p role="status">${text(merchant)}</p>
		${summary(shown)}
		${bank === undefined ? "" : html`<p><a class="button" href="${bank}">${words.authenticate}</a></p>`}
		<p><a class="button-quiet" href="${inLanguage(path, language)}">${again}</a></p>`;
	const refresh = bank === undefined ? { refreshSeconds: 5 } : {};
	return pageOf({ title, content, language, owner: merchant, ...refresh });
}

export function unknownLinkPage(language: Language): string {
	const { title, text } = linkWords[language].unknown;
	return pageOf({ title, language, content: html`<h1>${title}</h1><p>${text}</p>` });
}

export function textsOf({ link, merchant, language }: ShownLink): {
	words: LinkWords;
	merchant: string;
	amount: string;
} {
	return {
		words: linkWords[language],
		merchant: withoutInvisible(merchant.name),
		amount: formatAmount(link.amount_cents, link.currency, language),
	};
}

function summary(shown: ShownLink) {
	const { link, merchant, language } = shown;
	const { words, amount } = textsOf(shown);
	const part = (name: string, cents: number | null) =>
		cents === null ? "" : pair(name, formatAmount(cents, link.currency, language));
	return html`<dl class="pairs">
			${pair(words.for, withoutInvisible(link.description))}
			${link.invoice_id === null ? "" : pair(words.invoice, withoutInvisible(link.invoice_id))}
			${pair(words.amount, amount)}
			${part(words.includesTax, link.amount_tax_cents)}
			${part(words.includesTip, link.amount_tip_cents)}
			${pair(words.payBefore, formatDay(link.expires_at, merchant.timeZone, language))}
		</dl>`;
}

function paidWith(shown: ShownLink, payment: Transaction) {
	const { merchant, language, link } = shown;
	const { words, amount } = textsOf(shown);
	return html`<dl class="pairs">
			${pair(words.for, withoutInvisible(link.description))}
			${pair(words.amount, amount)}
			${pair(words.paid.paidWith, `${payment.card_type} •••• ${payment.card_suffix}`)}
			${pair(words.paid.paidOn, formatDay(payment.decided_at ?? payment.created_at, merchant.timeZone, language))}
			${pair(words.paid.number, payment.transaction_id)}
		</dl>`;
}

function goOn(shown: ShownLink, returnUrl: string) {
	const url = new URL(returnUrl);
	url.searchParams.set("lookup_id", shown.link.lookup_id);
	const { words, merchant } = textsOf(shown);
	return html`<p><a class="button" href="${url.href}">${words.goOn(merchant)}</a></p>`;
}
