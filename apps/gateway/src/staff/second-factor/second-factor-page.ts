import { html } from "hono/html";
import { field, formProblem, hiddenField, signOutForm } from "../pages/form.ts";
import { pageOf } from "../pages/layout.ts";
import { type PasskeyForm, passkeyForm } from "../passkeys/passkey-form.ts";

export interface SecondFactorPage {
	csrfToken: string;
	/** The page to open after signing in. */
	next: string | undefined;
	/** The form for a passkey, for a member who has one. */
	passkey?: Omit<PasskeyForm, "next">;
	hasAuthenticator: boolean;
	problem?: string;
}

/** The page that asks for a code of the authenticator, or for a passkey. Pure. */
export function secondFactorPage(page: SecondFactorPage): string {
	const { csrfToken, next, passkey, hasAuthenticator, problem } = page;
	const content = html`<h1>Your second factor</h1>
		${formProblem(problem)}
		<form method="post" action="/app/second-factor" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${field({
				name: "code",
				label: "Code",
				type: "text",
				autocomplete: "one-time-code",
				hint: hasAuthenticator
					? "Six digits from your authenticator app, or one of your recovery codes."
					: "One of your recovery codes, if you cannot use your passkey.",
				isFirst: true,
				code: "letters",
			})}
			<button class="button" type="submit">Continue</button>
		</form>
		${passkey === undefined ? "" : passkeyForm({ ...passkey, next })}`;
	const title = problem === undefined ? "Your second factor" : "Wrong code";
	return pageOf({ title, content, below: signOutForm(csrfToken, "Sign in as another user") });
}
