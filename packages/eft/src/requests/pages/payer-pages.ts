import type { Language } from "@cardseal/platform";
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
} from "@cardseal/platform/pages";
import { html } from "hono/html";
import { agreementOf } from "../agreement.ts";
import { staffRequestPath } from "../request-link.ts";
import { outcomePage, type ShownRequest, summary, textsOf } from "./request-parts.ts";
import { type RequestProblem, requestWords } from "./words.ts";

/** Account numbers are not shown again (rule S-22). */
export interface PayerForm {
	csrfToken: string;
	holder?: string | undefined;
	transitNumber?: string | undefined;
	institutionNumber?: string | undefined;
	/** `form` is for problems of the whole form. */
	problems?: Partial<Record<PayerField, RequestProblem>>;
}

export type PayerField = "holder" | "transit_number" | "institution_number" | "account_number" | "agree" | "form";

export function payerPage(shown: ShownRequest, form: PayerForm): string {
	const { csrfToken, holder = "", transitNumber, institutionNumber, problems = {} } = form;
	const { request, language, path } = shown;
	const { words, merchant, amount } = textsOf(shown);
	const agreement = agreementOf(request, language);
	const problemOf = (name: PayerField) => {
		const problem = problems[name];
		return problem === undefined ? {} : { problem: words.problems[problem] };
	};
	const fields = html`<h2>${words.payFrom}</h2>
			${hiddenField("agreement", agreement.hash.toString("hex"))}
			${field({ name: "holder", label: words.holder, type: "text", autocomplete: "name", value: holder, ...problemOf("holder") })}
			${numberField("institution_number", words.institution, words.institutionHint, { value: institutionNumber, ...problemOf("institution_number") })}
			${numberField("transit_number", words.transit, words.transitHint, { value: transitNumber, ...problemOf("transit_number") })}
			${numberField("account_number", words.account, words.accountHint, problemOf("account_number"))}
			<h2>${words.agreementTitle}</h2>
			${agreement.paragraphs.map((paragraph) => html`<p class="small">${paragraph}</p>`)}
			${agreeBox(words.agree, problemOf("agree").problem)}
			<button class="button" type="submit">${words.pay(amount)}</button>`;
	const content = html`<h1>${words.asks(merchant, amount)}</h1>
		${notices(request.merchant, words.test, problemOf("form").problem)}
		${summary(shown)}
		<p class="small muted">${words.notThem(merchant)}</p>
		${request.payerMerchantId === null ? "" : html`<p><a href="${staffRequestPath}/${request.transactionId}">${words.toWallet}</a></p>`}
		${pageForm({ path, language, csrfToken }, fields)}
		<p><a class="button-quiet" href="${inLanguage(`${path}/decline`, language)}">${words.declineLink}</a></p>`;
	const title = Object.keys(problems).length > 0 ? words.notDone : words.asksTitle(merchant);
	return pageOf({ title, content, language, below: html`<p>${otherLanguage(shown)}</p>` });
}

function numberField(name: string, label: string, hint: string, typed: Pick<Field, "value" | "problem">) {
	return field({ name, label, hint, type: "text", autocomplete: "off", code: "digits", ...typed });
}

export function declinePage(shown: ShownRequest, { csrfToken }: Pick<PayerForm, "csrfToken">): string {
	const { words, merchant, amount } = textsOf(shown);
	const { language } = shown;
	const path = `${shown.path}/decline`;
	const buttons = html`<button class="button" type="submit">${words.decline}</button>
			<a class="button-quiet" href="${inLanguage(shown.path, language)}">${words.goBack}</a>`;
	const content = html`<h1>${words.declineTitle}</h1>
		<p>${words.declineQuestion(merchant, amount)}</p>
		${pageForm({ path, language, csrfToken }, buttons)}`;
	const below = html`<p>${otherLanguage({ path, language })}</p>`;
	return pageOf({ title: words.declineTitle, content, language, below });
}

export function answeredPage(shown: ShownRequest): string {
	const { close } = requestWords[shown.language];
	return outcomePage(shown, html`<p>${otherLanguage(shown)}</p>`, html`<p class="small muted">${close}</p>`);
}

/** The page reveals nothing about existing requests. */
export function unknownRequestPage(language: Language): string {
	const { title, text } = requestWords[language].unknown;
	return pageOf({ title, content: html`<h1>${title}</h1><p>${text}</p>`, language });
}
