import { hiddenField } from "@cardseal/platform/pages";
import { html } from "hono/html";

/** For users who find another account signed in. */
export function signOutForm(csrfToken: string, label: string) {
	return html`<form method="post" action="/app/sign-out">${hiddenField("csrf_token", csrfToken)}<button class="button-quiet" type="submit">${label}</button></form>`;
}
