import { hiddenField } from "@cardseal/platform/pages";
import { html } from "hono/html";
import type { SignInMethodForm } from "../sign-in/sign-in-context.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { passkeyWords } from "./words.ts";

/** GET returns the options for the browser. */
export const passkeyPath = "/app/sign-in/passkey";

/** The script shows this form where the browser supports passkeys. */
export function passkeyFormAt(publicUrl: string, script: string): SignInMethodForm {
	return ({ language, csrfToken, next }) => {
		if (relyingPartyOf(publicUrl) === undefined) return undefined;
		const { use, unused } = passkeyWords[language];
		return html`<form method="post" action="${passkeyPath}" class="standalone-form" data-passkey hidden>
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${hiddenField("credential", "")}
			<button class="button-quiet" type="button">${use}</button>
			<p class="notice" data-tone="danger" role="alert" hidden>${unused}</p>
		</form>
		<script type="module" src="${script}"></script>`;
	};
}
