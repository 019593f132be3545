import type { Language } from "@cardseal/platform";
import { field, formProblem, hiddenField, pageOf } from "@cardseal/platform/pages";
import { html } from "hono/html";
import { signOutForm } from "../pages/sign-out-form.ts";
import { pageWords } from "../pages/words.ts";
import type { SignInMethodForm } from "../sign-in/sign-in-context.ts";

export interface SecondFactorPage {
	language: Language;
	csrfToken: string;
	next: string | undefined;
	/** In place of a code, for a member who has it. */
	otherMethod?: ReturnType<SignInMethodForm> | undefined;
	/** Explains the code to a member without an authenticator. */
	hint?: string | undefined;
	problem?: string;
}

export function secondFactorPage(page: SecondFactorPage): string {
	const { language, csrfToken, next, otherMethod, hint, problem } = page;
	const { otherUser, wrongCode, secondFactor: words } = pageWords[language];
	const content = html`<h1>${words.title}</h1>
		${formProblem(problem)}
		<form method="post" action="/app/second-factor" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${field({
				name: "code",
				label: words.code,
				type: "text",
				autocomplete: "one-time-code",
				hint: hint ?? words.authenticator,
				isFirst: true,
				code: "letters",
			})}
			<button class="button" type="submit">${words.continue}</button>
		</form>
		${otherMethod ?? ""}`;
	const title = problem === undefined ? words.title : wrongCode;
	return pageOf({ title, content, language, below: signOutForm(csrfToken, otherUser) });
}

export interface EnrolPage {
	language: Language;
	csrfToken: string;
	next: string | undefined;
	/** In base32. */
	secret: string;
	uri: string;
	svg: string;
	problem?: string;
}

export function enrolPage({ language, csrfToken, next, secret, uri, svg, problem }: EnrolPage): string {
	const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
	const { otherUser, wrongCode, enrol: words } = pageWords[language];
	const content = html`<h1>${words.title}</h1>
		<p>${words.explanation}</p>
		<p><img class="standalone-code" src="${picture}" alt="${words.picture}" width="220" height="220"></p>
		<p class="small">${words.noCamera} <a href="${uri}">${words.open}</a>${words.orType} <code class="standalone-key">${grouped(secret)}</code></p>
		${formProblem(problem)}
		<form method="post" action="/app/enrol" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${field({
				name: "code",
				label: words.code,
				type: "text",
				autocomplete: "one-time-code",
				hint: words.hint,
				code: "digits",
			})}
			<button class="button" type="submit">${words.turnOn}</button>
		</form>`;
	const title = problem === undefined ? words.title : wrongCode;
	return pageOf({ title, content, language, below: signOutForm(csrfToken, otherUser) });
}

export interface RecoveryCodesPage {
	language: Language;
	recoveryCodes: string[];
	next: string;
}

/** Shows the recovery codes once. */
export function recoveryCodesPage({ language, recoveryCodes, next }: RecoveryCodesPage): string {
	const { title, heading, explanation, saved } = pageWords[language].recoveryCodes;
	const content = html`<h1>${heading}</h1>
		<p>${explanation}</p>
		<ul class="standalone-codes figures">${recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
		<p><a class="button" href="${next}">${saved}</a></p>`;
	return pageOf({ title, content, language });
}

function grouped(secret: string): string {
	return secret.replace(/.{4}(?=.)/g, "$& ");
}
