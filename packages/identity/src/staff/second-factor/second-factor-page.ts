import type { Language } from "@cardseal/platform";
import { html } from "hono/html";
import { field, formProblem, hiddenField, signOutForm } from "../pages/form.ts";
import { pageOf } from "../pages/layout.ts";
import { pageWords } from "../pages/words.ts";
import { type PasskeyForm, passkeyForm } from "../passkeys/passkey-form.ts";

export interface SecondFactorPage {
	language: Language;
	csrfToken: string;
	next: string | undefined;
	/** For a member who has a passkey. */
	passkey?: Omit<PasskeyForm, "next" | "language">;
	hasAuthenticator: boolean;
	problem?: string;
}

export function secondFactorPage(page: SecondFactorPage): string {
	const { language, csrfToken, next, passkey, hasAuthenticator, problem } = page;
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
				hint: hasAuthenticator ? words.authenticator : words.recovery,
				isFirst: true,
				code: "letters",
			})}
			<button class="button" type="submit">${words.continue}</button>
		</form>
		${passkey === undefined ? "" : passkeyForm({ ...passkey, language, next })}`;
	const title = problem === undefined ? words.title : wrongCode;
	return pageOf({ title, content, language, below: signOutForm(csrfToken, otherUser) });
}
