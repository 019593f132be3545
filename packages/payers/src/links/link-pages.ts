import type { RequestState } from "@cardseal/eft";
import { type Merchant, portalAskPath } from "@cardseal/merchants";
import type { Transaction } from "@cardseal/payments";
import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import {
	agreeBox,
	type Field,
	field,
	hiddenField,
	inLanguage,
	notices,
	otherLanguage,
	pageForm,
	pageOf,
	pair,
} from "@cardseal/platform/pages";
import { html } from "hono/html";
import { type CardForm, cardForm } from "../page-parts.ts";
import type { PaymentLink } from "../tables.ts";
import { linkWords } from "./link-words.ts";
import type { Consent } from "./subscription/consent.ts";

export interface ShownLink {
	link: PaymentLink;
	merchant: Merchant;
	language: Language;
	path: string;
	/** The request on the bank's page. */
	bank: RequestState | undefined;
	/** Undefined without a plan, or once the link ended. */
	consent: Consent | undefined;
}

/** As it was typed. */
export interface FormState {
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
	/** Shown above the form. */
	problem?: string | undefined;
	emailProblem?: string | undefined;
	nameProblem?: string | undefined;
	agreeProblem?: string | undefined;
	/** 400 by default. */
	status?: 200 | 429;
}

export function payPage(shown: ShownLink, card: CardForm, form: FormState): string {
	const { link, language, consent } = shown;
	const { words, merchant, amount } = textsOf(shown);
	const [asks, named] =
		consent === undefined
			? [words.asks(merchant, amount), words.title(merchant)]
			: [words.plan.asks(merchant), words.plan.title(merchant)];
	const content = html`<h1>${asks}</h1>
		${notices(shown.merchant, words.test, form.problem)}
		${summary(shown)}
		${link.methods.includes("bank") ? bankForm(shown, card.csrfToken) : ""}
		${link.methods.includes("card") ? payForm(shown, card, form) : ""}
		<p class="small muted">${words.notThem(merchant)}</p>`;
	const title = form.problem === undefined ? named : `${form.problem} · ${named}`;
	const script = link.methods.includes("card") ? { script: card.script } : {};
	return pageOf({ title, content, language, below: otherLanguage(shown), owner: merchant, ...script });
}

function payForm(shown: ShownLink, card: CardForm, form: FormState) {
	const { words } = textsOf(shown);
	return cardForm(shown, card, {
		title: words.card,
		needsScript: words.needsScript,
		fields: html`${payerFields(shown, form)}${consentBox(shown, form.agreeProblem)}`,
		button: buttonOf(shown),
	});
}

function bankForm(shown: ShownLink, csrfToken: string) {
	const { path, language } = shown;
	const button = html`<button class="button-quiet" type="submit">${textsOf(shown).words.payByBank}</button>`;
	return pageForm({ path: `${path}/bank`, language, csrfToken }, button);
}

function buttonOf(shown: ShownLink): string {
	const { words, amount } = textsOf(shown);
	if (shown.consent !== undefined) return shown.consent.isTrial ? words.plan.start : words.plan.payAndStart(amount);
	return shown.link.operation === "sale" ? words.pay(amount) : words.hold(amount);
}

/** A customer of the merchant is known. */
function payerFields(shown: ShownLink, form: FormState) {
	const { link, consent } = shown;
	const { words, merchant } = textsOf(shown);
	const isSubscriber = consent !== undefined;
	if (isSubscriber && link.customer_lookup_id !== null) return "";
	const email: Field = {
		name: "email",
		label: isSubscriber ? words.plan.email : words.email,
		...(isSubscriber ? {} : { hint: words.emailHint, isOptional: true }),
		type: "email",
		autocomplete: "email",
		value: form.email ?? "",
		...(form.emailProblem !== undefined && { problem: form.emailProblem }),
	};
	if (!isSubscriber) return html`${field(email)}${link.store_card === "ask" ? keepBox(words.keepCard(merchant)) : ""}`;
	const name = (is: Pick<Field, "name" | "label" | "autocomplete" | "value">) => field({ ...is, type: "text" });
	const { plan } = words;
	return html`${name({ name: "first_name", label: plan.firstName, autocomplete: "given-name", value: form.firstName })}
			${name({ name: "last_name", label: plan.lastName, autocomplete: "family-name", value: form.lastName })}
			${form.nameProblem === undefined ? "" : html`<p class="field-error">${form.nameProblem}</p>`}
			${field(email)}`;
}

/** Its hash comes back with the form: nobody agrees to another text. */
function consentBox({ consent }: ShownLink, problem: string | undefined) {
	if (consent === undefined) return "";
	const { text, sha256 } = consent;
	return html`${hiddenField("consent", sha256.toString("hex"))}${agreeBox(text, problem, { isLong: true })}`;
}

function keepBox(label: string) {
	return html`<label class="standalone-check"><input type="checkbox" name="keep_card" value="yes"> ${label}</label>`;
}

/** The page of a link that nobody can pay, or needs to. */
export function endPage(
	shown: ShownLink,
	state: "paid" | "expired" | "canceled",
	payment: Transaction | undefined,
): string {
	const { link, language } = shown;
	const { words, merchant } = textsOf(shown);
	const isPaid = state === "paid";
	const paid = link.plan_lookup_id === null ? words.paid : words.plan.done;
	const said = isPaid ? paid : words[state];
	const isHeld = isPaid && link.operation === "authorization";
	const content = html`<h1>${said.title}</h1>
		<p>${isHeld ? words.paid.held(merchant) : said.text(merchant)}</p>
		${link.consent_text === null || !isPaid ? "" : html`<p class="small" lang="${link.consent_language}">${link.consent_text}</p>`}
		${isPaid && payment !== undefined ? paidWith(shown, payment) : ""}
		${isPaid && link.plan_lookup_id !== null ? portalLink(shown) : ""}
		${link.return_url === null ? "" : goOn(shown, link.return_url)}`;
	return pageOf({ title: said.title, content, language, below: otherLanguage(shown), owner: merchant });
}

function portalLink({ merchant, language }: ShownLink) {
	const address = inLanguage(`${portalAskPath}/${merchant.publicId}`, language);
	return html`<p><a href="${address}">${linkWords[language].plan.done.manage}</a></p>`;
}

/** Looks again by itself, also without scripts. */
export function decidingPage(shown: ShownLink, bank: string | undefined): string {
	const { language, path } = shown;
	const { words, merchant } = textsOf(shown);
	const isBank = shown.bank === "accepted";
	const { title, text } = isBank ? words.atBank : words.deciding;
	const content = html`<h1>${title}</h1>
		<p role="status">${text(merchant)}</p>
		${summary(shown)}
		${bank === undefined ? "" : html`<p><a class="button" href="${bank}">${words.authenticate}</a></p>`}
		<p><a class="button-quiet" href="${inLanguage(path, language)}">${words.deciding.again}</a></p>`;
	// A bank takes days.
	const refresh = bank === undefined && !isBank ? { refreshSeconds: 5 } : {};
	return pageOf({ title, content, language, owner: merchant, ...refresh });
}

export function unknownLinkPage(language: Language): string {
	const { title, text } = linkWords[language].unknown;
	return pageOf({ title, language, content: html`<h1>${title}</h1><p>${text}</p>` });
}

export function textsOf({ link, merchant, language, consent }: ShownLink) {
	return {
		words: linkWords[language],
		merchant: withoutInvisible(merchant.name),
		amount: formatAmount(consent?.cents ?? link.amount_cents, link.currency, language),
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
			${pair(link.plan_lookup_id === null ? words.amount : words.plan.firstPayment, amount)}
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
