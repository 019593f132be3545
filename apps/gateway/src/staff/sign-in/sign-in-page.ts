import { html } from "hono/html";
import { field, formProblem, hiddenField } from "../pages/form.ts";
import { pageOf } from "../pages/layout.ts";
import { passkeyForm } from "../passkeys/passkey-form.ts";

export interface SignInPage {
	csrfToken: string;
	next: string | undefined;
	isSandbox: boolean;
	/** The address of its script; `undefined` where there are no passkeys. */
	passkeyScript?: string;
	/** The previous input after an error. */
	email?: string;
	problem?: string;
	/** A notice such as "password changed". */
	news?: string;
}

export function signInPage(page: SignInPage): string {
	const { csrfToken, next, isSandbox, passkeyScript, email = "", problem, news } = page;
	const content = html`<h1>Sign in</h1>
		${news === undefined ? "" : html`<p class="notice" role="status">${news}</p>`}
		${formProblem(problem)}
		<form method="post" action="/app/sign-in" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${field({ name: "email", label: "Email address", type: "email", autocomplete: "username", value: email, isFirst: email === "" })}
			${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", isFirst: email !== "" })}
			<button class="button" type="submit">Sign in</button>
		</form>
		${passkeyScript === undefined ? "" : passkeyForm({ csrfToken, next, script: passkeyScript })}
		<p class="small"><a href="/app/forgot-password">Forgot your password?</a></p>`;
	const title = problem === undefined ? "Sign in" : "Not signed in";
	return pageOf({ title, content, ...(isSandbox && { below: sandboxHint() }) });
}

function sandboxHint() {
	return html`<p><strong>Sandbox.</strong> <code>npm start</code> prints the demo account's email address and first password. They
		are also in <code>demo.json</code> in the data folder: <code>DATA_DIR</code>, by default <code>./data</code>.</p>`;
}
