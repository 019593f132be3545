import { html } from "hono/html";
import { hiddenField } from "../pages/form.ts";

export interface PasskeyForm {
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
export function passkeyForm({ csrfToken, next, script }: PasskeyForm) {
	return html`<form method="post" action="${passkeyPath}" class="standalone-form" data-passkey hidden>
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${hiddenField("credential", "")}
			<button class="button-quiet" type="button">Use a passkey</button>
			<p class="notice" data-tone="danger" role="alert" hidden>No passkey was used. Try again, or sign in without one.</p>
		</form>
		<script type="module" src="${script}"></script>`;
}
