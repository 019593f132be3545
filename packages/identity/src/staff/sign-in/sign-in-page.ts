import type { Language } from "@cardseal/platform";
import { field, formProblem, hiddenField, pageOf } from "@cardseal/platform/pages";
import { html } from "hono/html";
import { pageWords } from "../pages/words.ts";
import type { SignInMethodForm } from "./sign-in-context.ts";

export interface SignInPage {
	language: Language;
	csrfToken: string;
	next: string | undefined;
	isSandbox: boolean;
	otherMethod?: ReturnType<SignInMethodForm> | undefined;
	email?: string;
	problem?: string;
	news?: string;
}

export function signInPage(page: SignInPage): string {
	const { language, csrfToken, next, isSandbox, otherMethod, email = "", problem, news } = page;
	const words = pageWords[language];
	const content = html`<h1>${words.signIn.title}</h1>
		${news === undefined ? "" : html`<p class="notice" role="status">${news}</p>`}
		${formProblem(problem)}
		<form method="post" action="/app/sign-in" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${field({ name: "email", label: words.email, type: "email", autocomplete: "username", value: email, isFirst: email === "" })}
			${field({ name: "password", label: words.password, type: "password", autocomplete: "current-password", isFirst: email !== "" })}
			<button class="button" type="submit">${words.signIn.title}</button>
		</form>
		${otherMethod ?? ""}
		<p class="small"><a href="/app/forgot-password">${words.signIn.forgotten}</a></p>`;
	const title = problem === undefined ? words.signIn.title : words.signIn.failed;
	return pageOf({ title, content, language, ...(isSandbox && { below: sandboxHint(language) }) });
}

function sandboxHint(language: Language) {
	const { name, before, between, after } = pageWords[language].signIn.sandbox;
	return html`<p><strong>${name}</strong> <code>npm start</code> ${before} <code>demo.json</code> ${between} <code>DATA_DIR</code>, ${after} <code>./data</code>.</p>`;
}
