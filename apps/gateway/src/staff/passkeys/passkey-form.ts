import { html } from "hono/html";
import type { Language } from "../../language.ts";
import { hiddenField } from "../pages/form.ts";
import { pageWords } from "../pages/words.ts";

export interface PasskeyForm {
	language: Language;
	/** The token of the cookie for forms without a session. */
	csrfToken: string;
	/** The page to open after signing in. */
	next: string | undefined;
	/** The address of the script that asks the browser for a passkey. */
	script: string;
}

/** The path of the form; GET returns the options for the browser. */
export const passkeyPath = "/app/sign-in/passkey";

/** The form to sign in with a passkey. Its script shows it where the browser can use one. */
export function passkeyForm({ language, csrfToken, next, script }: PasskeyForm) {
	const { use, unused } = pageWords[language].passkey;
	return html`<form method="post" action="${passkeyPath}" class="standalone-form" data-passkey hidden>
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${hiddenField("credential", "")}
			<button class="button-quiet" type="button">${use}</button>
			<p class="notice" data-tone="danger" role="alert" hidden>${unused}</p>
		</form>
		<script type="module" src="${script}"></script>`;
}
