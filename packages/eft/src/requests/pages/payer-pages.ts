import { type Field, field, formProblem, hiddenField, pageOf } from "@cardseal/identity";
import type { Language } from "@cardseal/platform";
import { html } from "hono/html";
import { agreementOf } from "../agreement.ts";
import { staffRequestPath } from "../request-link.ts";
import {
	inLanguage,
	languageLink,
	outcomeOf,
	type ShownRequest,
	summary,
	testNotice,
	textsOf,
} from "./request-parts.ts";
import { type RequestProblem, type RequestWords, requestWords } from "./words.ts";

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
	const { words, merchant, amount } = textsOf(shown);
	const agreement = agreementOf(shown.request, shown.language);
	const problemOf = (name: PayerField) => {
		const problem = problems[name];
		return problem === undefined ? {} : { problem: words.problems[problem] };
	};
	const content = html`<h1>${words.asks(merchant, amount)}</h1>
		${testNotice(shown)}
		${formProblem(problemOf("form").problem)}
		${summary(shown)}
		<p class="small muted">${words.notThem(merchant)}</p>
		${shown.request.payerMerchantId === null ? "" : walletLink(shown.request, words)}
		<form method="post" action="${inLanguage(shown.path, shown.language)}" class="standalone-form">
			<h2>${words.payFrom}</h2>
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("agreement", agreement.hash.toString("hex"))}
			${field({ name: "holder", label: words.holder, type: "text", autocomplete: "name", value: holder, ...problemOf("holder") })}
			${numberField("institution_number", words.institution, words.institutionHint, { value: institutionNumber, ...problemOf("institution_number") })}
			${numberField("transit_number", words.transit, words.transitHint, { value: transitNumber, ...problemOf("transit_number") })}
			${numberField("account_number", words.account, words.accountHint, problemOf("account_number"))}
			<h2>${words.agreementTitle}</h2>
			${agreement.paragraphs.map((paragraph) => html`<p class="small">${paragraph}</p>`)}
			${agreeBox(words, problemOf("agree").problem)}
			<button class="button" type="submit">${words.pay(amount)}</button>
		</form>
		<p><a class="button-quiet" href="${inLanguage(`${shown.path}/decline`, shown.language)}">${words.declineLink}</a></p>`;
	const hasProblem = Object.keys(problems).length > 0;
	const title = hasProblem ? words.notDone : words.asksTitle(merchant);
	return pageOf({
		title,
		content,
		language: shown.language,
		below: languageLink(shown.path, shown.language),
	});
}

function walletLink({ transactionId }: ShownRequest["request"], words: RequestWords) {
	return html`<p><a href="${staffRequestPath}/${transactionId}">${words.toWallet}</a></p>`;
}

function numberField(name: string, label: string, hint: string, typed: Pick<Field, "value" | "problem">) {
	return field({ name, label, hint, type: "text", autocomplete: "off", code: "digits", ...typed });
}

function agreeBox(words: RequestWords, problem: string | undefined) {
	const described = problem === undefined ? "" : html` aria-invalid="true" aria-describedby="agree-problem"`;
	return html`<div class="field">
				<label class="standalone-check"><input type="checkbox" name="agree" value="yes" required${described}> ${words.agree}</label>
				${problem === undefined ? "" : html`<p class="field-error" id="agree-problem">${problem}</p>`}
			</div>`;
}

export function declinePage(shown: ShownRequest, { csrfToken }: Pick<PayerForm, "csrfToken">): string {
	const { words, merchant, amount } = textsOf(shown);
	const path = `${shown.path}/decline`;
	const content = html`<h1>${words.declineTitle}</h1>
		<p>${words.declineQuestion(merchant, amount)}</p>
		<form method="post" action="${inLanguage(path, shown.language)}" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			<button class="button" type="submit">${words.decline}</button>
			<a class="button-quiet" href="${inLanguage(shown.path, shown.language)}">${words.goBack}</a>
		</form>`;
	return pageOf({
		title: words.declineTitle,
		content,
		language: shown.language,
		below: languageLink(path, shown.language),
	});
}

export function answeredPage(shown: ShownRequest): string {
	const { title, text } = outcomeOf(shown);
	const content = html`<h1>${title}</h1>
		${testNotice(shown)}
		<p>${text}</p>
		${summary(shown)}
		<p class="small muted">${requestWords[shown.language].close}</p>`;
	return pageOf({ title, content, language: shown.language, below: languageLink(shown.path, shown.language) });
}

/** The page reveals nothing about existing requests. */
export function unknownRequestPage(language: Language): string {
	const { title, text } = requestWords[language].unknown;
	return pageOf({ title, content: html`<h1>${title}</h1><p>${text}</p>`, language });
}
