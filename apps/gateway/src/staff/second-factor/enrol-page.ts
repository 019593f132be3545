import { html } from "hono/html";
import { field, formProblem, hiddenField, signOutForm } from "../pages/form.ts";
import { pageOf } from "../pages/layout.ts";

export interface EnrolPage {
	csrfToken: string;
	/** The page to open after signing in. */
	next: string | undefined;
	/** In base32. */
	secret: string;
	uri: string;
	/** A QR code of `uri`. */
	svg: string;
	problem?: string;
}

/** The page to set up an authenticator. Pure. */
export function enrolPage({ csrfToken, next, secret, uri, svg, problem }: EnrolPage): string {
	const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
	const content = html`<h1>Set up your second factor</h1>
		<p>This account moves real money, so signing in needs your phone as well as your password. Open an authenticator app on it,
			such as the one in your password manager, and scan this code:</p>
		<p><img class="standalone-code" src="${picture}" alt="QR code with the key below" width="220" height="220"></p>
		<p class="small">No camera? <a href="${uri}">Open it in an app on this device</a>, or type this key: <code class="standalone-key">${grouped(secret)}</code></p>
		${formProblem(problem)}
		<form method="post" action="/app/enrol" class="standalone-form">
			${hiddenField("csrf_token", csrfToken)}
			${hiddenField("next", next)}
			${field({
				name: "code",
				label: "Current code in the app",
				type: "text",
				autocomplete: "one-time-code",
				hint: "Six digits.",
				code: "digits",
			})}
			<button class="button" type="submit">Turn it on</button>
		</form>`;
	const title = problem === undefined ? "Set up your second factor" : "Wrong code";
	return pageOf({ title, content, below: signOutForm(csrfToken, "Sign in as another user") });
}

export interface RecoveryCodesPage {
	recoveryCodes: string[];
	next: string;
}

/** The page that shows the recovery codes once. Pure. */
export function recoveryCodesPage({ recoveryCodes, next }: RecoveryCodesPage): string {
	const content = html`<h1>Save your recovery codes</h1>
		<p>Your second factor is on. If you lose your phone, each of these codes signs you in once. Print them or write them down,
			and store them separately from your password. They are shown only once.</p>
		<ul class="standalone-codes figures">${recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
		<p><a class="button" href="${next}">I have saved them</a></p>`;
	return pageOf({ title: "Your recovery codes", content });
}

/** Groups of four characters, for manual entry. */
function grouped(secret: string): string {
	return secret.replace(/.{4}(?=.)/g, "$& ");
}
