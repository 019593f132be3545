import { html } from "hono/html";
import { field, formProblem, hiddenField, signOutForm } from "../pages/form.ts";
import { pageOf } from "../pages/layout.ts";

export interface SecondFactorPage {
	csrfToken: string;
	/** The page to open after signing in. */
	next: string | undefined;
	problem?: string;
}

/** The page that asks for a code of the authenticator. Pure. */
export function secondFactorPage({ csrfToken, next, problem }: SecondFactorPage): string {
	const content = html`<h1>Your second factor</h1>
		${formProblem(problem)}
		<form method="post" action="/app/second-factor" class="door-form">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${field({
				name: "code",
				label: "Code",
				type: "text",
				autocomplete: "one-time-code",
				hint: "Six digits from your authenticator app, or one of your recovery codes.",
				isFirst: true,
				code: "letters",
			})}
			<button class="button" type="submit">Continue</button>
		</form>`;
	const title = problem === undefined ? "Your second factor" : "Wrong code";
	return pageOf({ title, content, below: signOutForm(csrfToken, "Sign in as another user") });
}
